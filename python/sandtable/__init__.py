"""Turn-based strategy games for training and search.

- `Batch`: thousands of games stepped at once by Rust threads, into numpy arrays.
- `State`: one state as a value, for searches; `solve` finds shortest wins, a `Bot` answers with orders.
- `sandtable.envs`: environments of Gymnasium (breach, goblins) and PettingZoo (fc18, deepblue).
- `Page`: a replay as a page.
- `games`, `bots`, `Map`, `new_map`: what there is to play, and against whom.

Bots for matches are written with another package, `sandtable_bot`.
"""

from __future__ import annotations

from typing import Any

from ._core import bots
from .batch import Batch, Rewards
from .calculators import Unanswered
from .catalogue import Game, Map, games, new_map
from .page import Page
from .state import Refused, State
from .thinking import Bot, Solution, solve

try:
    import gymnasium as _gymnasium
except ImportError:
    pass
else:
    from .register import register as _register

    _register()
    del _gymnasium, _register

__all__ = [
    "Batch",
    "Bot",
    "Game",
    "Map",
    "Page",
    "Refused",
    "Rewards",
    "Solution",
    "State",
    "Unanswered",
    "bots",
    "games",
    "new_map",
    "solve",
]

_BOT_MODULES = {"breach", "goblins", "deepblue", "fc18", "messages", "reading", "Unreadable"}


def __getattr__(name: str) -> Any:
    if name in _BOT_MODULES:
        raise ImportError(
            f"`sandtable` has no `{name}`: the package for bots is now called `sandtable_bot`; "
            f"write `from sandtable_bot import {name}`"
        )
    raise AttributeError(f"module 'sandtable' has no attribute '{name}'")
