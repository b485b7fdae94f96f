from talk import messages, reply

out = open(1, "w", buffering=1 << 20)
for message in messages():
    if message["type"] == "turn":
        reply(message["turn"], out=out)
