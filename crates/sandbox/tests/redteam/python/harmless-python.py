"""Does what every player does: reads its folder, takes notes, waits for events."""

import asyncio
import json
import os

from attack import attempt


def play():
    with open(os.path.join(os.environ["TMPDIR"], "notes"), "w") as notes:
        json.dump({"turn": 1}, notes)
    asyncio.run(asyncio.sleep(0))
    return os.path.exists(os.path.abspath(__file__)) and "it works"


attempt(play)
