from talk import messages, reply

KNOWN = {"type", "protocol", "game", "rules", "seat", "seats", "briefing", "clock", "turn", "view", "answers", "died", "time", "outcome"}
for message in messages():
    assert set(message) <= KNOWN, "what is this?"
    if message["type"] == "turn":
        reply(message["turn"])
