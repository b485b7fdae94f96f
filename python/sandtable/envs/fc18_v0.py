"""fc18 as an AEC environment of PettingZoo: `fc18_v0.env()`."""

from __future__ import annotations

from typing import Any

from .turns import TurnsEnv

__all__ = ["env", "raw_env"]


def env(**options: Any) -> TurnsEnv:
    """The environment; see `TurnsEnv` for the options."""
    return TurnsEnv("fc18", **options)


raw_env = env
