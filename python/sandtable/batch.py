"""Many games at once."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .catalogue import MapLike, resolve

Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Rewards:
    """What is paid to a seat."""

    win: float = 1.0
    """For the first place; places between the first and the last are paid in proportion."""
    draw: float = 0.0
    """For a drawn game of one seat, and to seats that share all places."""
    loss: float = -1.0
    """For the last place, and for an illegal action with `on_illegal="loss"`."""
    score: float = 0.0
    """For every point of the game's own score, at the end."""
    step: float = 0.0
    """For every action of the seat."""
    turn: float = 0.0
    """For every turn that the seat ends."""


class Batch:
    """Games that are stepped together, by Rust threads and without Python's lock.

    Every step writes into the same arrays: `planes`, `table`, `scalars` (what seats see), `mask` and, if asked for, `bits` and
    `legal`/`starts` (what they may choose), `seat`, `rewards`, `terminated`, `truncated` and, if asked for, `final_planes`,
    `final_table`, `final_scalars`. Copy what must last longer than until the next step, and write nothing into them: with
    `painting="changes"` only what has changed is painted, and only for seats that are to move.

    The same arguments and the same actions give the same bytes, with any number of threads.

    Args:
        game: Its name.
        games: How many games there are.
        map: A map, or `maps`: several, with the same sizes. Game `i` begins on map `i`; its next one is `games` further on.
        opponents: Names of built-in bots by seat, for example `{1: "random", 2: "greedy"}`.
        on_illegal: `"error"` (a `ValueError`, and no game is stepped), `"noop"` or `"loss"`.
        auto_reset: When a game that is over begins again: `"same_step"` (what the arrays show is the new game, `final_*` the
            old one), `"next_step"` (the next step begins it and ignores the action) or `"never"` (`reset` does).
        rows: Whose pictures and masks there are: `"acting"`, one row a game, or `"seats"`, a row for each seat of each game.
        masks: Which forms of masks are written: any of `"bytes"`, `"bits"`, `"list"`.
        out: Arrays to write into instead of new ones, by name.
    """

    def __init__(
        self,
        game: str,
        games: int = 1,
        *,
        map: MapLike = None,
        maps: Optional[Iterable[MapLike]] = None,
        rules: str = "",
        seed: int = 0,
        threads: int = 1,
        opponents: Optional[Mapping[int, str]] = None,
        rewards: Rewards = Rewards(),
        on_illegal: str = "error",
        auto_reset: str = "same_step",
        max_turns: int = 0,
        max_steps: int = 0,
        record: bool = False,
        rows: str = "acting",
        painting: str = "changes",
        masks: Sequence[str] = ("bytes",),
        final: bool = True,
        out: Optional[Mapping[str, npt.NDArray[Any]]] = None,
    ) -> None:
        if maps is not None and map is not None:
            raise ValueError("give `map` or `maps`, not both")
        chosen = [resolve(game, wanted) for wanted in ([map] if maps is None else maps)]
        self._core = _core.Batch(
            game,
            [(one.name, one.text) for one in chosen],
            rules=rules,
            games=games,
            seed=seed,
            threads=threads,
            opponents=seated(opponents),
            rewards=astuple(rewards),
            on_illegal=on_illegal,
            auto_reset=auto_reset,
            max_turns=max_turns,
            max_steps=max_steps,
            record=record,
            rows=rows,
            painting=painting,
        )
        self.game = game
        self.maps = chosen
        self.spaces: dict[str, Any] = self._core.shape()
        """The sizes and names of everything in the arrays."""
        self.games = games
        self.seats: int = self.spaces["seats"]
        self.actions: int = self.spaces["actions"]
        """How many actions there are; the last one ends the turn."""
        self._out = _allocate(self.spaces, rows == "seats", masks, final, out or {})
        for name, array in self._out.items():
            setattr(self, name, array.view(np.bool_) if name in _FLAGS else array)
        self._core.show(self._out)

    planes: npt.NDArray[np.uint8]
    table: npt.NDArray[np.int16]
    scalars: npt.NDArray[np.int32]
    mask: npt.NDArray[np.bool_]
    bits: npt.NDArray[np.uint64]
    legal: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    final_planes: npt.NDArray[np.uint8]
    final_table: npt.NDArray[np.int16]
    final_scalars: npt.NDArray[np.int32]

    def reset(
        self, which: Optional[Sequence[bool]] = None, *, seeds: Optional[Sequence[int]] = None
    ) -> None:
        """Begins all games again, or those that `which` says; with `seeds`, one a game, each with that one."""
        self._core.reset(
            self._out,
            None if which is None else [bool(one) for one in which],
            None if seeds is None else [int(one) for one in seeds],
        )

    def reseed(self, seed: int) -> None:
        """Starts all chance again from a seed: the games are those of a new batch."""
        self._core.reseed(self._out, seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Plays one action in each game, for the seat in `seat`."""
        self._core.step(self._integers("actions", actions, (self.games,)), self._out)

    def step_random(self, times: int = 1) -> None:
        """Plays a random legal action in each game, so many times, without coming back to Python in between."""
        self._core.step_random(self._out, times)

    def round(self, actions: npt.ArrayLike) -> None:
        """Plays the whole turns of all awaited seats: for each seat of each game a row of actions, of which those from the first
        -1 on are left out. The turns end by themselves."""
        shape = (self.games, self.seats, np.shape(actions)[-1] if np.ndim(actions) == 3 else 0)
        self._core.round(self._integers("actions", actions, shape), self._out)

    def round_random(self, times: int = 1) -> None:
        """Plays rounds in which every awaited seat plays a random legal action for each of its actors; needs `rows="seats"` where there are
        several seats."""
        self._core.round_random(self._out, times)

    def choose(self, random: np.random.Generator) -> npt.NDArray[np.int32]:
        """A random legal action for each row; needs `masks=["list"]`. Rows without any get -1."""
        if "legal" not in self._out:
            raise ValueError('the batch has no list of legal actions: open it with masks=["list"]')
        counts = np.diff(self.starts)
        picked = self.starts[:-1] + (random.random(len(counts)) * counts).astype(np.int64)
        if counts.min() > 0:
            return self.legal[picked]
        chosen: npt.NDArray[np.int32] = np.where(counts > 0, self.legal[np.minimum(picked, len(self.legal) - 1)], -1)
        return chosen

    def save(self, game: int = 0) -> bytes:
        """A game as bytes, to go on from in a batch with the same maps and the same version of the package."""
        return self._core.save(game)

    def load(self, game: int, saved: bytes) -> None:
        """Has a game go on from what was saved. Bots in seats begin to remember anew."""
        self._core.load(game, saved)
        self._core.show(self._out)

    def copy(self, source: int, targets: Union[int, Iterable[int]]) -> None:
        """Has games go on from where another one is: branches."""
        for target in [targets] if isinstance(targets, int) else targets:
            self._core.copy(source, target)
        self._core.show(self._out)

    def replay(self, game: int = 0, *, finished: bool = False) -> str:
        """The replay of a game as far as it went or, if `finished`, of the one before it in the same place.

        Needs `record=True`. Written to a file, `sandtable replay verify` and `sandtable replay html` take it.
        """
        return self._core.replay(game, finished)

    def draw(self, game: int = 0, seat: Optional[int] = None) -> str:
        """A game's board as text, as a seat sees it or, without one, all of it."""
        return self._core.draw(game, seat)

    def facts(self, game: int = 0) -> dict[str, Any]:
        """Figures of a game: `turn`, `steps`, `seed`, `map`, `digest`, `outcome` (place and score of each seat)."""
        return self._core.facts(game)

    def _integers(self, name: str, given: npt.ArrayLike, shape: tuple[int, ...]) -> npt.NDArray[np.int64]:
        array = np.asarray(given)
        if array.dtype.kind not in "iu":
            raise TypeError(f"`{name}` must be an array of whole numbers, not of {array.dtype}")
        if array.shape != shape:
            raise ValueError(f"`{name}` has shape {array.shape} and must have {shape}")
        return np.require(array, np.int64, ["C", "ALIGNED"])


_FLAGS = {"mask", "terminated", "truncated"}


def seated(opponents: Optional[Mapping[int, str]]) -> list[Optional[str]]:
    """Opponents by seat as a list."""
    given = dict(opponents or {})
    for seat, bot in given.items():
        if not isinstance(seat, int) or seat < 0 or not isinstance(bot, str):
            raise TypeError(f"opponents are names of bots by seat, {{1: 'random'}}, not {{{seat!r}: {bot!r}}}")
    return [given.get(seat) for seat in range(max(given, default=-1) + 1)]


def shapes(spaces: Mapping[str, Any], by_seat: bool, masks: Sequence[str], final: bool) -> dict[str, tuple[Any, Any]]:
    """The arrays of a batch: their types and shapes by name."""
    games, seats = spaces["games"], spaces["seats"]
    rows: tuple[int, ...] = (games, seats) if by_seat else (games,)
    count = games * (seats if by_seat else 1)
    planes = (*rows, spaces["height"], spaces["width"], len(spaces["channels"]))
    table = (*rows, spaces["rows"], len(spaces["columns"]))
    scalars = (*rows, len(spaces["scalars"]))
    wanted: dict[str, tuple[Any, Any]] = {
        "planes": (np.uint8, planes),
        "table": (np.int16, table),
        "scalars": (np.int32, scalars),
        "seat": (np.int8, (games,)),
        "rewards": (np.float32, (games, seats)),
        "terminated": (np.uint8, (games,)),
        "truncated": (np.uint8, (games,)),
    }
    if final:
        wanted |= {f"final_{name}": wanted[name] for name in ("planes", "table", "scalars")}
    known = {
        "bytes": {"mask": (np.uint8, (*rows, spaces["actions"]))},
        "bits": {"bits": (np.uint64, (*rows, spaces["words"]))},
        "list": {"legal": (np.int32, (count * spaces["actions"],)), "starts": (np.int64, (count + 1,))},
    }
    for form in masks:
        if form not in known:
            raise ValueError(f"masks={form!r} is not one of {', '.join(known)}")
        wanted |= known[form]
    return wanted


def _allocate(
    spaces: Mapping[str, Any],
    by_seat: bool,
    masks: Sequence[str],
    final: bool,
    given: Mapping[str, npt.NDArray[Any]],
) -> Arrays:
    if isinstance(masks, str):
        masks = [masks]
    wanted = shapes(spaces, by_seat, masks, final)
    unknown = set(given) - set(wanted)
    if unknown:
        raise ValueError(f"out has {', '.join(sorted(unknown))}, and this batch writes {', '.join(wanted)}")
    arrays = {}
    for name, (dtype, shape) in wanted.items():
        array = given.get(name)
        if array is None:
            array = np.zeros(shape, dtype)
        elif not isinstance(array, np.ndarray):
            raise TypeError(f"out[{name!r}] must be a numpy array, not {type(array).__name__}")
        elif array.dtype != dtype and not (array.dtype == np.bool_ and name in _FLAGS):
            raise TypeError(f"out[{name!r}] has dtype {array.dtype} and must have {np.dtype(dtype)}")
        elif array.shape != shape:
            raise ValueError(f"out[{name!r}] has shape {array.shape} and must have {shape}")
        elif not array.flags.carray:
            raise ValueError(f"out[{name!r}] must be contiguous, aligned and writable")
        arrays[name] = array.view(dtype)
    return arrays
