"""From the JSON of a message to typed values.

A reader takes a piece of JSON and returns what it means, or raises `Unreadable`. The modules of the games put their readers
together from those here.
"""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, Iterable, List, Optional, Set, Tuple, TypeVar

T = TypeVar("T")

Reader = Callable[[Any], T]


class Unreadable(Exception):
    """A message that is not what the protocol says, with the place in it that is wrong."""

    def __init__(self, wrong: str) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.path: List[str] = []

    def inside(self, place: object) -> Unreadable:
        """The same, seen from one level further out."""
        self.path.insert(0, str(place))
        return self

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}: {self.wrong}" if self.path else self.wrong


def integer(value: Any) -> int:
    """A whole number."""
    if type(value) is int:
        return value
    raise unlike("a whole number", value)


def boolean(value: Any) -> bool:
    """`true` or `false`."""
    if type(value) is bool:
        return value
    raise unlike("true or false", value)


def text(value: Any) -> str:
    """A text. Words are texts: one that this version does not know is carried as it is."""
    if type(value) is str:
        return value
    raise unlike("a text", value)


def number(value: Any) -> float:
    """A number, whole or not."""
    if type(value) is int or type(value) is float:
        return value
    raise unlike("a number", value)


def numbers_by_name(value: Any) -> Dict[str, float]:
    """An object of numbers."""
    if type(value) is not dict:
        raise unlike("an object", value)
    try:
        return {name: number(item) for name, item in value.items()}
    except Unreadable:
        raise misplaced((name, number, item) for name, item in value.items()) from None


def plain(value: Any) -> Any:
    """JSON as it is."""
    return value


SIMPLE: Tuple[Reader[Any], ...] = (integer, boolean, text)
"""Readers that return what they are given."""


def optional(read: Reader[T]) -> Reader[Optional[T]]:
    """Something, or `null`."""
    return lambda value: None if value is None else read(value)


def list_of(read: Reader[T]) -> Reader[List[T]]:
    """An array of any length."""

    def read_list(value: Any) -> List[T]:
        if type(value) is not list:
            raise unlike("an array", value)
        try:
            return [read(item) for item in value]
        except Unreadable:
            raise misplaced((place, read, item) for place, item in enumerate(value)) from None

    return read_list


def array_of(read: Reader[T], count: int) -> Reader[Tuple[T, ...]]:
    """An array of so many, or more in a later version."""
    read_list = list_of(read)

    def read_array(value: Any) -> Tuple[T, ...]:
        items = read_list(value)
        if len(items) < count:
            raise Unreadable(f"{count} items expected, not {len(items)}")
        return tuple(items[:count])

    return read_array


def row(make: Callable[..., T], columns: Dict[str, Reader[Any]]) -> Reader[T]:
    """An array with a meaning for each place. A later version may have more places."""
    readers = tuple(columns.values())
    simple = [(place, read) for place, read in enumerate(readers) if read in SIMPLE]
    nested = [(place, read) for place, read in enumerate(readers) if read not in SIMPLE]
    # Views are rows for the most part, and most rows are alike. Whether a simple value can be read depends on its type alone, so
    # after one row all others with the same types can do without a look at their simple values.
    known: Set[Tuple[type, ...]] = set()

    def checked(value: Any) -> List[Any]:
        if type(value) is not list:
            raise unlike("a row", value)
        if len(value) < len(readers):
            raise Unreadable(f"a row of {len(readers)} expected, not of {len(value)}")
        try:
            for place, read in simple:
                read(value[place])
        except Unreadable:
            raise misplaced(zip(columns, readers, value)) from None
        parts = value[: len(readers)]
        known.add(tuple(map(type, parts)))
        return parts

    def read_row(value: Any) -> T:
        if type(value) is not list or tuple(map(type, value)) not in known:
            value = checked(value)
        if not nested:
            return make(*value)
        parts = value[:]
        try:
            for place, read in nested:
                parts[place] = read(parts[place])
        except Unreadable:
            raise misplaced(zip(columns, readers, value)) from None
        return make(*parts)

    return read_row


def record(
    make: Callable[..., T], needed: Dict[str, Reader[Any]], extra: Optional[Dict[str, Reader[Any]]] = None
) -> Reader[T]:
    """An object. What of `extra` is not there is `None`; fields that are not known are ignored."""
    needed_fields = tuple(needed.items())
    extra_fields = tuple((name, optional(read)) for name, read in (extra or {}).items())
    fields = needed_fields + extra_fields

    def read_record(value: Any) -> T:
        if type(value) is not dict:
            raise unlike("an object", value)
        try:
            parts = [read(value[name]) for name, read in needed_fields]
            parts += [read(value.get(name)) for name, read in extra_fields]
        except KeyError as missing:
            raise Unreadable("is missing").inside(missing.args[0]) from None
        except Unreadable:
            raise misplaced((name, read, value.get(name)) for name, read in fields) from None
        return make(*parts)

    return read_record


def row_by_kind(column: int, kinds: Dict[str, Reader[Any]], other: Reader[Any]) -> Reader[Any]:
    """Rows of several kinds, told apart by the word in a column; `other` reads those of kinds not known to this version."""

    def read_row(value: Any) -> Any:
        if type(value) is not list or len(value) <= column:
            raise unlike("a row with a word that says its kind", value)
        return kinds.get(text(value[column]), other)(value)

    return read_row


def misplaced(parts: Iterable[Tuple[object, Reader[Any], Any]]) -> Unreadable:
    """What is wrong with the first part that cannot be read; a part is its place, its reader and its value."""
    for place, read, value in parts:
        try:
            read(value)
        except Unreadable as unreadable:
            return unreadable.inside(place)
    return Unreadable("cannot be read")


def unlike(expected: str, value: object) -> Unreadable:
    """That something else was expected."""
    if isinstance(value, (list, dict)):
        return Unreadable(f"{expected} expected, not {'an array' if isinstance(value, list) else 'an object'}")
    shown = json.dumps(value)
    return Unreadable(f"{expected} expected, not {shown if len(shown) <= 40 else shown[:37] + '...'}")
