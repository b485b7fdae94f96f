"""What the bad bots share: everything is right until turn `at`, then `what` happens."""
import json, sys


def play(at, what):
    count = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "end":
            return
        if message["type"] != "turn":
            continue
        count += 1
        if count >= at:
            what(message["turn"])
        else:
            reply(message["turn"])


def reply(turn):
    print(json.dumps({"turn": turn, "orders": []}), flush=True)
