"""One game behind an environment: what Gymnasium's and PettingZoo's environments share."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any, Callable, Iterable, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from .. import _core
from ..batch import Rewards, seated, shapes
from ..catalogue import Map, MapLike, resolve
from .tiles import tiles

MapMaker = Callable[[np.random.Generator], MapLike]
"""Makes the map of the next game."""

Observation = dict[str, npt.NDArray[Any]]
Policy = Callable[[Observation, Any], Any]
"""An opponent in Python: an action for an observation and its mask; both as agents in its place would have them."""
Opponent = Union[str, Policy]

RENDER_MODES = ["ansi", "rgb_array"]


class Table:
    """One game: its maps, its opponents, its arrays."""

    def __init__(
        self,
        game: str,
        *,
        map: Union[MapLike, Sequence[MapLike], MapMaker] = None,
        rules: str = "",
        opponents: Optional[Mapping[int, Opponent]] = None,
        rewards: Rewards = Rewards(),
        on_illegal: str = "error",
        max_turns: int = 0,
        max_steps: int = 0,
        record: bool = False,
    ) -> None:
        self.game = game
        self._maker: Optional[MapMaker] = map if callable(map) else None
        self._maps = [] if callable(map) else _listed(game, map)
        self._options: dict[str, Any] = {
            "rules": rules,
            "rewards": astuple(rewards),
            "on_illegal": on_illegal,
            "max_turns": max_turns,
            "max_steps": max_steps,
            "record": record,
        }
        given = dict(opponents or {})
        self.policies: dict[int, Policy] = {seat: bot for seat, bot in given.items() if callable(bot)}
        self._bots = {seat: bot for seat, bot in given.items() if isinstance(bot, str)}
        odd = [bot for bot in given.values() if not callable(bot) and not isinstance(bot, str)]
        if odd:
            raise TypeError(f"an opponent is the name of a bot or a function, not {odd[0]!r}")
        self.map = self._maps[0] if self._maps else resolve(game, _first(self._maker))
        self._open(seed=0)
        seats = self.spaces["seats"]
        strangers = [seat for seat in given if seat not in range(seats)]
        if strangers:
            raise ValueError(f"there is no seat {strangers[0]}: the game has {seats}, counted from 0")
        self.learners = [seat for seat in range(seats) if seat not in given]
        if not self.learners:
            raise ValueError("all seats have opponents: one must be left to the learner")

    def _open(self, seed: int) -> None:
        maps = [(self.map.name, self.map.text)]
        self._core = _core.Batch(
            self.game,
            maps,
            seed=seed,
            opponents=seated(self._bots),
            auto_reset="never",
            rows="seats",
            painting="full",
            **self._options,
        )
        self.spaces: dict[str, Any] = self._core.shape()
        arrays = shapes(self.spaces, True, ["bytes"], False)
        self.arrays = {name: np.zeros(shape, dtype) for name, (dtype, shape) in arrays.items()}
        self._core.show(self.arrays)

    def begin(self, random: np.random.Generator) -> None:
        """Begins the next game."""
        if self._maker is not None:
            self._change_map(resolve(self.game, self._maker(random)))
        elif len(self._maps) > 1:
            self._change_map(self._maps[int(random.integers(len(self._maps)))])
        self._core.reset(self.arrays, None, [int(random.integers(2**63))])

    def _change_map(self, chosen: Map) -> None:
        if chosen == self.map:
            return
        before = self.spaces
        self.map = chosen
        self._open(seed=0)
        if self.spaces != before:
            raise ValueError(f"the map {chosen.name} has other sizes than the first: the spaces of an environment are fixed")

    def step(self, action: int) -> None:
        """Plays an action for the seat to move."""
        self._core.step(np.array([action], np.int64), self.arrays)

    def round(self, actions: npt.NDArray[np.int64]) -> None:
        """Plays the turns of all awaited seats."""
        self._core.round(actions, self.arrays)

    @property
    def seat(self) -> int:
        """The seat to move, or -1."""
        return int(self.arrays["seat"][0])

    @property
    def terminated(self) -> bool:
        """Whether the game is over by its rules."""
        return bool(self.arrays["terminated"][0])

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off."""
        return bool(self.arrays["truncated"][0])

    @property
    def is_over(self) -> bool:
        """Whether the game goes on no longer."""
        return self.terminated or self.truncated

    def reward(self, seat: int) -> float:
        """What the last step paid."""
        return float(self.arrays["rewards"][0, seat])

    def observation(self, seat: int) -> Observation:
        """What a seat sees, copied; arrays that the game does not have are left out."""
        found = {name: self.arrays[name][0, seat].copy() for name in ("planes", "table", "scalars")}
        return {name: array for name, array in found.items() if array.size}

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """What a seat may choose."""
        mask: npt.NDArray[np.int8] = self.arrays["mask"][0, seat].astype(np.int8)
        return mask

    def info(self) -> dict[str, Any]:
        """Figures of the game."""
        facts = self._core.facts(0)
        return {"turn": facts["turn"], "map": self.map.name, "outcome": facts["outcome"]}

    def replay(self) -> str:
        """The game as a replay; needs `record=True`."""
        return self._core.replay(0, False)

    def render(self, mode: Optional[str], seat: Optional[int] = None) -> Any:
        """The board as text or as a picture."""
        if mode == "ansi":
            return self._core.draw(0, seat)
        if mode == "rgb_array":
            return tiles(self.arrays["planes"][0, seat or 0], self.spaces["channels"])
        return None

    def __getstate__(self) -> dict[str, Any]:
        kept = self.__dict__.copy()
        kept["_core"] = self._core.save(0)
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        saved, arrays = kept["_core"], kept["arrays"]
        self.__dict__.update(kept)
        self._open(seed=0)
        self._core.load(0, saved)
        self.arrays = {name: array.copy() for name, array in arrays.items()}


def _listed(game: str, given: Any) -> list[Map]:
    several = isinstance(given, Iterable) and not isinstance(given, str)
    maps = [resolve(game, one) for one in given] if several else [resolve(game, given)]
    if not maps:
        raise ValueError("an empty list of maps")
    return maps


def _first(maker: Optional[MapMaker]) -> MapLike:
    return None if maker is None else maker(np.random.default_rng(0))


def check_render_mode(mode: Optional[str]) -> None:
    """Complains of a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r} is not one of {', '.join(RENDER_MODES)}")
