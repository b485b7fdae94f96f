import json, sys
from talk import reply

while True:
    line = sys.stdin.readline()
    if not line:
        continue  # Surely more will come?
    message = json.loads(line)
    if message["type"] == "turn":
        reply(message["turn"])
    elif message["type"] == "end":
        break
