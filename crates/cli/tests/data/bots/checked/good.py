"""Plays fc18 by the book, and the same again from the same seed: builds extenders, and founds towers where it may."""
from talk import messages, reply

for message in messages():
    if message["type"] == "turn":
        view, me = message["view"], message["view"]["player"]
        towers = [row[0] for row in view["towers"] if row[1] == me]
        mine = [row for row in view["corps"] if row[1] == me and row[4] == "extender"]
        orders = [{"order": "produce", "tower": tower, "task": "extender"} for tower in towers]
        for number, row in enumerate(mine):
            way = ["up", "right", "down", "left"][(number + message["turn"]) % 4]
            orders += [{"order": "move", "corps": row[0], "direction": way}, {"order": "found", "corps": row[0]}]
        reply(message["turn"], orders)
    elif message["type"] == "end":
        break
