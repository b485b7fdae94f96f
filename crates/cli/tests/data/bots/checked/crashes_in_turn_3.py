from talk import messages, reply

for message in messages():
    if message["type"] == "turn":
        plan = ["wait", "wait"]
        print("my plan for turn", message["turn"], "is to", plan[message["turn"] - 1], file=__import__("sys").stderr)
        reply(message["turn"])
