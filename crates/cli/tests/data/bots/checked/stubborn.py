from talk import messages, reply

for message in messages():
    if message["type"] in ("turn", "answers"):
        reply(message["turn"], [{"order": "surrender"}] * 64, more=True)
