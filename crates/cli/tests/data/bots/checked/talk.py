"""What the bots of this folder share: the conversation as it should be, for them to get one thing wrong."""
import json, sys


def messages():
    for line in sys.stdin:
        yield json.loads(line)


def reply(turn, orders=(), out=sys.stdout, **others):
    print(json.dumps({"turn": turn, "orders": list(orders), **others}), file=out, flush=out is sys.stdout)
