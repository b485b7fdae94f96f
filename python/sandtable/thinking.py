"""Those who think: built-in bots, and the solver."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Optional, Union

from . import _core
from .catalogue import MapLike
from .state import Order, Refused, State


class Bot:
    """A built-in bot, in one seat of one game: it may remember what it saw there, so make one for each.

    Args:
        name: One of `sandtable.bots()`; those that search also take how much they may think: `"strong:500"`.
        seed: Of its own chance. The same seed gives the same orders.
    """

    def __init__(self, name: str, *, seed: int = 0) -> None:
        self.name, self.seed = name, seed
        self._core = _core.Bot(name, seed)

    def orders(self, state: State, seat: Optional[int] = None) -> list[Order]:
        """What it orders in this turn, in this order; the state is not changed. It sees no more than its seat does.

        Raises:
            Refused: If the seat is not to move.
        """
        try:
            orders: list[Order] = json.loads(self._core.orders(state._core, state._seat(seat)))
        except ValueError as refused:
            raise Refused(str(refused)) from None
        return orders

    def play(self, state: State, seat: Optional[int] = None) -> list[Order]:
        """Plays its turn in the state, and ends it; says what it ordered."""
        seat = state._seat(seat)
        orders = self.orders(state, seat)
        for order in orders:
            state.play(order, seat)
        if seat in state.to_move:
            state.end_turn(seat)
        return orders

    def __repr__(self) -> str:
        return f"Bot({self.name!r}, seed={self.seed})"


@dataclass(frozen=True)
class Solution:
    """What is known about a state of breach or goblins, which are deterministic and fully known."""

    verdict: str
    """All of it in a sentence."""
    proven: bool
    """Whether the shortest win is known to be the shortest or, without one, whether there is none within the turns asked for."""
    turns: Optional[int]
    """The turns of the best win that is known."""
    no_win_within: int
    """It is proven that there is no win within so many turns."""
    losses: Optional[int]
    """Units lost in that win."""
    fewest_losses: bool
    """Whether it is proven that no win as short loses fewer; looked at only if asked for."""
    line: Optional[list[list[Order]]]
    """The orders of each turn of that win; the player ends the turn after them."""
    dialogue: Optional[str]
    """What a player of the graded dialogue would type."""
    positions: int
    """Positions looked at."""


def solve(
    start: Union[State, str],
    map: MapLike = None,
    *,
    turns: int = 20,
    time: float = 60.0,
    memory: int = 1024,
    fewest_losses: bool = False,
) -> Solution:
    """The shortest win of breach or goblins, with its proof or, when the time or the memory is up, what is known by then.

    Other threads of Python run meanwhile, and Ctrl-C interrupts it.

    Args:
        start: A state, or the name of the game, whose map follows.
        turns: The most turns of a win.
        time: Seconds.
        memory: MB for what the search remembers.
        fewest_losses: Whether to look, among the shortest wins, for one that loses the fewest units.
    """
    if isinstance(start, State):
        if map is not None:
            raise TypeError("a state has its map: give a state, or the name of a game and a map")
        state = start
    else:
        state = State(start, map)
    if state.is_over:
        raise Refused("the game is over")
    return Solution(**json.loads(state._core.solve(turns, time, memory, fewest_losses)))
