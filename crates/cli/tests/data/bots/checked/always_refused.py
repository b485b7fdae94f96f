from talk import messages, reply

for message in messages():
    if message["type"] == "turn":
        reply(message["turn"], [{"order": "surrender"}, {"order": "move", "unit": [0, 0], "to": [7, 7]}])
