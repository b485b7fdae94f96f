"""Bots for the games of Sandtable.

A bot is a function that is called each turn and returns orders::

    from sandtable_bot import goblins

    def turn(view, table):
        return [goblins.Step("up"), goblins.Fireball("left")]

    goblins.play(turn)

Each game has a module with the types of its views and orders: `breach`, `goblins`, `deepblue`, `fc18`. Here is what they share,
the conversation with the match.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any, BinaryIO, Callable, ClassVar, Dict, Generic, Iterable, List, NamedTuple, Optional, Tuple
from typing import TypeVar, Union

from . import messages, reading
from .messages import ClockFigures, Standing, TimeLeft
from .reading import Reader, Unreadable

__all__ = ["Answer", "BaseOrder", "ClockFigures", "Game", "Standing", "Table", "TimeLeft", "Unreadable"]

PROTOCOL = 2
"""The version of the bot protocol that this SDK speaks."""


class BaseOrder:
    """What the orders of all games have in common."""

    word: ClassVar[str]
    """The word that tells it apart."""

    def as_json(self) -> Dict[str, Any]:
        """The order as it is sent: without what was left out."""
        # A name that Python has taken has a line below behind it.
        fields = {name.rstrip("_"): value for name, value in vars(self).items() if value is not None}
        return {"order": self.word, **fields}


View = TypeVar("View")
Briefing = TypeVar("Briefing")
Order = TypeVar("Order", bound=BaseOrder)

OnEnd = Callable[[List[Standing]], None]
Reply = Dict[str, Any]


class Answer(NamedTuple):
    """The answer to an order."""

    word: str
    """`"done"`: accepted. `"taken"`: received, what becomes of it the seat may not know. `"refused"`: see `reason`."""
    reason: Optional[str] = None
    """Why it was refused."""

    @property
    def refused(self) -> bool:
        """Whether it was refused."""
        return self.word == "refused"


class Table(Generic[View, Briefing, Order]):
    """Where a bot sits: what it knows besides the view, and what it can say besides its orders."""

    def __init__(self, start: _Start, talk: _Talk) -> None:
        self.seat = start.seat
        """The bot's seat, from 0."""
        self.seats = start.seats
        """Number of seats."""
        self.game = start.game
        """The game's name."""
        self.rules = start.rules
        """The rule profile."""
        self.briefing: Briefing = start.briefing
        """What never changes in this game."""
        self.clock: ClockFigures = start.clock
        """How long the bot may think."""
        self.parameters: Dict[str, float] = start.parameters or {}
        """The numbers that the bot's `bot.toml` declares under `[parameters]`, by name; whole ones are of type `int`."""
        self.turn = 0
        """The number of the turn."""
        self.time = TimeLeft(0, 0)
        """What was left to think when the turn began."""
        self.answers: List[Answer] = []
        """The answers to the orders of the last turn, in the same order, but for those that `submit` returned."""
        self.died: List[Any] = []
        """What died or was destroyed since the bot's last turn, as far as it may know: events as plain JSON."""
        self.events: List[Any] = []
        """Everything that happened since then, if `want_events` has asked for it."""
        self._talk = talk
        self._said: Reply = {}

    def note(self, text: str) -> None:
        """Leaves a note with the orders, which is kept in the replay. It is cut after 200 bytes."""
        self._said["note"] = text

    def want_events(self, wanted: bool = True) -> None:
        """Asks for `events` from the next turn on, or for no more of them."""
        self._said["events"] = wanted

    def submit(self, orders: Iterable[Order]) -> Tuple[List[Answer], View]:
        """Gives orders and goes on with the turn: returns the answers to them, and what the seat sees after them."""
        self._reply(orders, more=True)
        answers = self._talk.wait_for_answers()
        return answers.answers, answers.view

    def _begin(self, turn: _Turn) -> None:
        self.turn, self.time, self.answers = turn.turn, turn.time, turn.answers
        self.died, self.events = turn.died, turn.events or []

    def _reply(self, orders: Iterable[Order], more: bool = False) -> None:
        reply: Reply = {"turn": self.turn, "orders": list(orders), **self._said}
        self._said = {}
        self._talk.send({**reply, "more": True} if more else reply)


TurnFunction = Callable[[View, Table[View, Briefing, Order]], Iterable[Order]]


class Game(Generic[View, Briefing, Order]):
    """A game: how its messages are read, and playing it."""

    def __init__(self, name: str, view: Reader[View], briefing: Reader[Briefing]) -> None:
        self.name = name
        self._readers = _message_readers(view, briefing)

    def play(self, turn: TurnFunction[View, Briefing, Order], on_end: Optional[OnEnd] = None) -> None:
        """Plays on standard input and output until the game is over.

        `turn` gets the view and the table and returns orders; `on_end` gets how each seat fared. Meanwhile `print` writes to
        standard error, the bot's log, because standard output belongs to the match. A message that cannot be read ends the
        program with status 1.
        """
        talk = _Talk(self._readers, sys.stdin.buffer, _writer(sys.stdout.buffer))
        with contextlib.redirect_stdout(sys.stderr):
            try:
                self._converse(talk, turn, on_end)
            except Unreadable as unreadable:
                sys.exit(f"cannot understand the match: {unreadable}")

    def rehearse(
        self, turn: TurnFunction[View, Briefing, Order], recording: Union[str, os.PathLike[str]]
    ) -> List[Order]:
        """Plays a file of recorded messages, for tests: returns all orders that were given."""
        replies: List[Reply] = []
        with open(recording, "rb") as lines:
            self._converse(_Talk(self._readers, lines, replies.append), turn, None)
        return [order for reply in replies for order in reply["orders"]]

    def _converse(
        self, talk: _Talk, turn: TurnFunction[View, Briefing, Order], on_end: Optional[OnEnd]
    ) -> None:
        with contextlib.suppress(_Over):
            table = self._sit_down(talk)
            while True:
                message = talk.next()
                if isinstance(message, _Turn):
                    with contextlib.suppress(_TurnPassed):
                        _take_turn(table, message, turn)
                elif isinstance(message, _End):
                    if on_end is not None:
                        on_end(message.outcome)
                    return

    def _sit_down(self, talk: _Talk) -> Table[View, Briefing, Order]:
        start = talk.next()
        if not isinstance(start, _Start):
            raise Unreadable("the first message is not `start`")
        if start.protocol != PROTOCOL:
            raise Unreadable(
                f"the match speaks version {start.protocol} of the bot protocol, and this bot's SDK version {PROTOCOL}: "
                "`sandtable new-bot` writes the SDK that fits"
            )
        if start.game != self.name:
            raise Unreadable(f"this bot plays {self.name}, not {start.game}")
        return Table(start, talk)


def _take_turn(
    table: Table[View, Briefing, Order], message: _Turn, turn: TurnFunction[View, Briefing, Order]
) -> None:
    table._begin(message)
    orders: Optional[Iterable[Order]] = turn(message.view, table)
    if orders is None:
        raise TypeError("the turn's function returned None; it returns a list of orders, [] if there are none")
    table._reply(orders)


# --- Messages ------------------------------------------------------------------------------------


class _Start(NamedTuple):
    protocol: int
    seat: int
    seats: int
    game: str
    rules: str
    briefing: Any
    clock: ClockFigures
    parameters: Optional[Dict[str, float]]


class _Turn(NamedTuple):
    turn: int
    view: Any
    answers: List[Answer]
    died: List[Any]
    time: TimeLeft
    events: Optional[List[Any]]


class _Answers(NamedTuple):
    answers: List[Answer]
    view: Any


class _End(NamedTuple):
    outcome: List[Standing]


_Message = Union[_Start, _Turn, _Answers, _End]


def _message_readers(view: Reader[Any], briefing: Reader[Any]) -> Dict[str, Reader[_Message]]:
    integer, text, answers = reading.integer, reading.text, reading.list_of(_answer)
    events = reading.list_of(reading.plain)
    start: Dict[str, Reader[Any]] = {"protocol": integer, "seat": integer, "seats": integer, "game": text, "rules": text}
    start = {**start, "briefing": briefing, "clock": messages.read_clock_figures}
    turn = {"turn": integer, "view": view, "answers": answers, "died": events, "time": messages.read_time_left}
    outcome = reading.list_of(messages.read_standing)
    return {
        "start": reading.record(_Start, start, {"parameters": reading.numbers_by_name}),
        "turn": reading.record(_Turn, turn, {"events": events}),
        "answers": reading.record(_Answers, {"answers": answers, "view": view}),
        "end": reading.record(_End, {"outcome": outcome}),
    }


def _answer(value: Any) -> Answer:
    if isinstance(value, str):
        return Answer(value)
    return _refusal(value)


_refusal = reading.record(lambda reason: Answer("refused", reason), {"refused": reading.text})


# --- The conversation ----------------------------------------------------------------------------


class _Over(BaseException):
    """There is nothing more to hear or to say. Not an `Exception`: no bot shall catch it on its way out of `submit`."""


class _TurnPassed(BaseException):
    """Another turn has come where answers were awaited: the bot was too slow."""


class _Talk:
    """The messages of a match, and where replies go."""

    def __init__(
        self, readers: Dict[str, Reader[_Message]], lines: Iterable[bytes], send: Callable[[Reply], None]
    ) -> None:
        self.send = send
        self._readers = readers
        self._lines = enumerate(lines, start=1)
        self._kept: Optional[_Message] = None

    def next(self) -> _Message:
        """The next message of a type that is known."""
        kept, self._kept = self._kept, None
        if kept is not None:
            return kept
        for number, line in self._lines:
            try:
                message = self._read(line)
            except Unreadable as unreadable:
                raise Unreadable(f"message {number}: {unreadable}") from None
            if message is not None:
                return message
        raise _Over

    def wait_for_answers(self) -> _Answers:
        """The answers to a reply that asked for more."""
        message = self.next()
        if isinstance(message, _Answers):
            return message
        self._kept = message
        raise _TurnPassed

    def _read(self, line: bytes) -> Optional[_Message]:
        try:
            message = json.loads(line.decode())
        except ValueError as error:
            raise Unreadable(f"not JSON: {error}") from None
        except RecursionError:
            raise Unreadable("not JSON: it is nested too deeply") from None
        kind = _message_type(message)
        read = self._readers.get(kind)
        if read is None:
            return None
        try:
            return read(message)
        except Unreadable as unreadable:
            raise unreadable.inside(kind)


_message_type = reading.record(str, {"type": reading.text})


def _writer(out: BinaryIO) -> Callable[[Reply], None]:
    def send(reply: Reply) -> None:
        line = json.dumps(reply, default=_order_as_json, allow_nan=False)
        try:
            out.write(line.encode() + b"\n")
            out.flush()
        except BrokenPipeError:
            # Nobody listens any more. What is left in the buffer must not be tried again when Python exits.
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
            raise _Over from None

    return send


def _order_as_json(order: object) -> Dict[str, Any]:
    if isinstance(order, BaseOrder):
        return order.as_json()
    raise TypeError(f"not an order: {order!r}")
