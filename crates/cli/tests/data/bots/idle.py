"""Does nothing, correctly."""
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"turn": message["turn"], "orders": []}), flush=True)
    elif message["type"] == "end":
        break
