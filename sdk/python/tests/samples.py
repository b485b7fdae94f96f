"""Real messages, for the tests: of each game the start and the first turn, in files GAME.jsonl of the folder $SANDTABLE_SAMPLES.

`sandtable new-bot GAME python DIR` writes such a file, DIR/sample.jsonl. The project's own tests set all of this up:
`cargo test -p sandtable --test sdk_python`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, List

from sandtable_bot import breach, deepblue, fc18, goblins

GAMES: List[Any] = [breach, goblins, deepblue, fc18]

Message = Dict[str, Any]


def lines(game: Any) -> List[bytes]:
    """The sample of a game as it is sent."""
    folder = os.environ.get("SANDTABLE_SAMPLES")
    if folder is None:
        raise RuntimeError(__doc__)
    return Path(folder, f"{game.GAME.name}.jsonl").read_bytes().splitlines(keepends=True)


def messages(game: Any) -> List[Message]:
    """The sample of a game as JSON: its start and its first turn."""
    return [json.loads(line) for line in lines(game)]
