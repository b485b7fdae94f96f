"""Gives its orders in two replies a turn."""
from talk import messages, reply

for message in messages():
    if message["type"] == "turn":
        reply(message["turn"], [{"order": "surrender"}], more=True)
    elif message["type"] == "answers":
        reply(message["turn"])
