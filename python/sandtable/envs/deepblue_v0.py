"""deepblue as a Parallel environment of PettingZoo: `deepblue_v0.parallel_env()`."""

from __future__ import annotations

from typing import Any

from .rounds import RoundsEnv

__all__ = ["parallel_env"]

PARTS = (314, 578)
"""An element's goals and its acts."""


def parallel_env(**options: Any) -> RoundsEnv:
    """The environment; see `RoundsEnv` for the options."""
    return RoundsEnv("deepblue", **{"parts": PARTS, **options})
