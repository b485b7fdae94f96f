"""States as values."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core
from .calculators import Calculators
from .catalogue import Map, MapLike, resolve

Order = dict[str, Any]


class Refused(ValueError):
    """An order that the rules refuse. The state has not changed."""


class Standing(NamedTuple):
    """How a seat fared."""

    place: int
    score: int


class State(Calculators):
    """A state of a game, as a value: copy it, play on the copy, compare keys.

    Orders are dictionaries, as in the bot protocol, or actions: numbers from 0 to `actions - 1`, of which the last ends the turn. Without a
    seat, methods mean the first one that is awaited.
    """

    def __init__(self, game: str, map: MapLike = None, *, rules: str = "", seed: int = 0) -> None:
        chosen = resolve(game, map)
        self._start: tuple[str, Map, str, int] = (game, chosen, rules, seed)
        self._core = _core.State(game, chosen.name, chosen.text, rules, seed)

    @property
    def game(self) -> str:
        """The game's name."""
        return self._core.game

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self._core.seats

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self._core.turn

    @property
    def to_move(self) -> list[int]:
        """The seats whose orders are awaited; empty when the game is over."""
        return self._core.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self._core.to_move

    @property
    def outcome(self) -> Optional[list[Standing]]:
        """How each seat fared, when the game is over."""
        found = self._core.outcome
        return None if found is None else [Standing(*one) for one in found]

    @property
    def key(self) -> int:
        """A quick hash for transposition tables: of all that play can tell apart, but for the turn."""
        return self._core.key

    @property
    def digest(self) -> int:
        """The hash of the whole state, the same on every machine and in replays."""
        return self._core.digest

    @property
    def actions(self) -> int:
        """How many actions there are; the last one ends the turn."""
        return self._core.actions

    def legal(self, seat: Optional[int] = None) -> list[Order]:
        """The orders that may be given now. In a game with very many orders others may be accepted, too."""
        orders: list[Order] = json.loads(self._core.legal(self._seat(seat)))
        return orders

    def legal_actions(self, seat: Optional[int] = None) -> npt.NDArray[np.int64]:
        """The actions that may be chosen now."""
        return self._core.legal_actions(self._seat(seat))

    def order_of(self, action: int, seat: Optional[int] = None) -> Optional[Order]:
        """The order that an action stands for in this state; `None` for the end of the turn, and if it stands for none."""
        text = self._core.order_of(self._seat(seat), action)
        return None if text is None else json.loads(text)

    def action_of(self, order: Order, seat: Optional[int] = None) -> Optional[int]:
        """The action that stands for an order; `None` if there is none."""
        return self._core.action_of(self._seat(seat), json.dumps(order))

    def play(self, order: Union[Order, int], seat: Optional[int] = None) -> bool:
        """Gives an order, or plays an action. False if it was taken and the seat may not know what becomes of it.

        Raises:
            Refused: With the reason.
        """
        seat = self._seat(seat)
        try:
            if isinstance(order, (int, np.integer)):
                return self._core.play_action(seat, int(order))
            return self._core.play(seat, json.dumps(order))
        except ValueError as refused:
            raise Refused(str(refused)) from None

    def end_turn(self, seat: Optional[int] = None) -> None:
        """Ends the seat's turn and, when no other is awaited, settles it."""
        try:
            self._core.end_turn(self._seat(seat))
        except ValueError as refused:
            raise Refused(str(refused)) from None

    def preview(self, order: Optional[Order] = None, seat: Optional[int] = None) -> list[dict[str, Any]]:
        """What an order would cause or, without one, the end of the turn: the events, as far as the seat would be told of them.

        Damage, who dies, where a push ends, what the enemy will do. For what is not an order there are the calculators below.
        """
        try:
            text = self._core.preview(self._seat(seat), None if order is None else json.dumps(order))
        except ValueError as refused:
            raise Refused(str(refused)) from None
        events: list[dict[str, Any]] = json.loads(text)
        return events

    def to_dict(self, seat: Optional[int] = None) -> dict[str, Any]:
        """What a seat sees or, without one, the whole state, as in the bot protocol."""
        seen: dict[str, Any] = json.loads(self._core.view(seat))
        return seen

    def briefing(self) -> dict[str, Any]:
        """What never changes in this game: sizes, terrain, the tables of the rules."""
        told: dict[str, Any] = json.loads(self._core.briefing())
        return told

    def observe(self, seat: Optional[int] = None) -> dict[str, npt.NDArray[Any]]:
        """What a seat sees as arrays: `planes`, `table`, `scalars`."""
        seen = self._core.observe(self._seat(seat))
        return {name: array.reshape(shape) for name, (array, shape) in seen.items()}

    def draw(self, seat: Optional[int] = None) -> str:
        """The board as text."""
        return self._core.draw(seat)

    def reseed(self, seed: int) -> None:
        """Replaces the seed of all chance still to come: a search must not see the future dice."""
        self._core.reseed(seed)

    def clone(self) -> State:
        """A copy."""
        return self._with(self._core.clone())

    def save(self) -> bytes:
        """The state as bytes, for `load` on the same map."""
        return self._core.save()

    def load(self, saved: bytes) -> State:
        """The state that was saved, of a game on the same map."""
        return self._with(self._core.load(saved))

    def _ask(self, question: str, seat: Optional[int]) -> str:
        return self._core.calculate(self._seat(seat), question)

    def _with(self, core: _core.State) -> State:
        made = State.__new__(State)
        made._start, made._core = self._start, core
        return made

    def _seat(self, seat: Optional[int]) -> int:
        if seat is not None:
            return seat
        awaited = self._core.to_move
        return awaited[0] if awaited else 0

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, _: Any) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._start, self.save())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._start[:3] == other._start[:3] and self.save() == other.save()

    def __hash__(self) -> int:
        return self.digest

    def __str__(self) -> str:
        return self.draw()


def _restore(start: tuple[str, Map, str, int], saved: bytes) -> State:
    game, chosen, rules, seed = start
    return State(game, chosen, rules=rules, seed=seed).load(saved)
