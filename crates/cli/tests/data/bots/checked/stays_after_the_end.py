import signal
from talk import messages, reply

for message in messages():
    if message["type"] == "turn":
        reply(message["turn"])
    elif message["type"] == "end":
        signal.pause()
