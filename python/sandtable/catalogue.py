"""What there is to play: games and maps."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Union

from . import _core


@dataclass(frozen=True)
class Map:
    """A map: a name, for people, and the text that says what it is."""

    name: str
    text: str

    @staticmethod
    def named(game: str, name: str) -> Map:
        """A map that comes with a game."""
        return Map(name, _core.map_text(game, name))

    @staticmethod
    def read(path: Union[str, os.PathLike[str]]) -> Map:
        """A map from a file."""
        return Map(Path(path).stem, Path(path).read_text())


@dataclass(frozen=True)
class Game:
    """A game: its name, what it is, and what it has."""

    name: str
    about: str
    maps: tuple[str, ...]
    usual_map: str
    rules: tuple[str, ...]
    map_styles: tuple[str, ...]


MapLike = Union[Map, str, "os.PathLike[str]", None]
"""A map, the name of one that comes with the game, the text of one, or a file; `None` is the game's usual map."""


def games() -> dict[str, Game]:
    """The games by name."""
    found = {}
    for about in _core.games():
        lists = {name: tuple(about[name]) for name in ("maps", "rules", "map_styles")}
        found[about["name"]] = Game(about["name"], about["about"], usual_map=about["usual_map"], **lists)
    return found


def new_map(
    game: str, seed: int, *, rows: Optional[int] = None, cols: Optional[int] = None, style: Optional[str] = None
) -> Map:
    """A new map by the game's generator. Same arguments, same map."""
    return Map(f"new-{seed}", _core.new_map(game, seed, rows, cols, style))


def resolve(game: str, wanted: MapLike) -> Map:
    """The map that is meant."""
    if isinstance(wanted, Map):
        return wanted
    if wanted is None:
        known = games().get(game)
        if known is None:
            raise ValueError(f"there is no game `{game}`; there are {', '.join(games())}")
        return Map.named(game, known.usual_map)
    if isinstance(wanted, os.PathLike):
        return Map.read(wanted)
    if not isinstance(wanted, str):
        raise TypeError(f"a map is a Map, a name, a text or a path, not {type(wanted).__name__}")
    return Map("text", wanted) if "\n" in wanted else Map.named(game, wanted)
