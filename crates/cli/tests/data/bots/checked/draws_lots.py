import os
from talk import messages, reply

for message in messages():
    if message["type"] == "turn":
        reply(message["turn"], [{"order": os.urandom(8).hex()}])
