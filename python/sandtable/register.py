"""The environments' names, for Gymnasium."""

from __future__ import annotations

_ENVIRONMENTS = {"sandtable/Breach-v0": "breach", "sandtable/Goblins-v0": "goblins"}


def register() -> None:
    """Makes the environments known to Gymnasium."""
    import gymnasium

    for name, game in _ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="sandtable.envs.solo:SoloEnv", kwargs={"game": game})
