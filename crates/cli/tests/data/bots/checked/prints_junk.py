from talk import messages, reply

print("ready when you are")
for message in messages():
    if message["type"] == "turn":
        print("thinking about turn", message["turn"])
        reply(message["turn"])
print("that was fun")
