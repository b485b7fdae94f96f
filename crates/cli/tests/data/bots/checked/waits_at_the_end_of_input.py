import signal
from talk import messages, reply

for message in messages():
    if message["type"] == "turn":
        reply(message["turn"])
    elif message["type"] == "end":
        raise SystemExit(0)
signal.pause()
