"""What players ask before they decide, answered by the rules themselves."""

from __future__ import annotations

import json
from typing import Any, Optional, Sequence

Cell = Sequence[int]
"""A row and a column."""


class Calculators:
    """The calculators of a state. An answer is a function of what the seat sees; none changes the state.

    Units are named as in orders: in breach by the cell they stand on, in deepblue and fc18 by their number; in goblins it is always the mage to
    move. Which questions there are differs from game to game. A question that has no answer, or that a game does not know, raises `Unanswered`
    with the reason.
    """

    def calculate(self, ask: str, seat: Optional[int] = None, **about: Any) -> Any:
        """The answer to a question by its name; the methods below are its common forms."""
        said = {name: value for name, value in about.items() if value is not None}
        try:
            text = self._ask(json.dumps({"ask": ask, **said}), seat)
        except ValueError as none:
            raise Unanswered(str(none)) from None
        return json.loads(text)

    def _ask(self, question: str, seat: Optional[int]) -> str:
        raise NotImplementedError

    def reach(self, unit: Any = None, seat: Optional[int] = None) -> list[list[int]]:
        """The cells where a unit can be after this turn, its own included.

        In fc18 `{(row, col): move points left}` is what `reach_points` gives.
        """
        found: list[Any] = self.calculate("reach", seat, unit=unit)
        return [entry[0] if isinstance(entry[0], list) else entry for entry in found]

    def reach_points(self, unit: int, seat: Optional[int] = None) -> dict[tuple[int, int], int]:
        """fc18: the cells a corps can get to, with the move points left on arrival."""
        return {(row, col): points for (row, col), points in self.calculate("reach", seat, unit=unit)}

    def targets(self, unit: Cell, seat: Optional[int] = None) -> list[list[int]]:
        """breach: the cells that a unit can attack."""
        found: list[list[int]] = self.calculate("targets", seat, unit=list(unit))
        return found

    def forecast(
        self,
        order: Optional[dict[str, Any]] = None,
        *,
        unit: Optional[int] = None,
        target: Optional[int] = None,
        origin: Optional[Cell] = None,
        seat: Optional[int] = None,
    ) -> dict[str, Any]:
        """What an attack would do: in fc18 of an order, in deepblue of `unit` on `target`.

        Args:
            origin: The cell from which it would be made, if not from where the attacker stands.
        """
        where = None if origin is None else list(origin)
        found: dict[str, Any] = self.calculate("forecast", seat, order=order, unit=unit, target=target, origin=where)
        return found

    def way(self, unit: int, to: Cell, seat: Optional[int] = None) -> list[list[int]]:
        """deepblue: the cells over which a unit would go to a goal, from its own to where it ends."""
        found: list[list[int]] = self.calculate("way", seat, unit=unit, to=list(to))
        return found

    def watchers(self, at: Cell, level: int, seat: Optional[int] = None) -> list[int]:
        """deepblue: the seat's own elements that see a cell under water (0), on the surface (1) or in the air (2)."""
        found: list[int] = self.calculate("watchers", seat, at=list(at), level=level)
        return found

    def births(self, seat: Optional[int] = None) -> list[dict[str, Any]]:
        """deepblue: for each entry of the seat's production list the rounds until it is born, and what would hinder it now."""
        found: list[dict[str, Any]] = self.calculate("births", seat)
        return found

    def refuge(self, unit: int, seat: Optional[int] = None) -> Optional[dict[str, int]]:
        """deepblue: the way of a plane to the nearest thing that could refuel it."""
        found: Optional[dict[str, int]] = self.calculate("refuge", seat, unit=unit)
        return found

    def supply(
        self,
        unit: int,
        target: int,
        *,
        fuel: Optional[int] = None,
        ammo: Optional[int] = None,
        metal: Optional[int] = None,
        seat: Optional[int] = None,
    ) -> dict[str, int]:
        """deepblue: what a supply would hand over; amounts that are not said are the usual ones."""
        found: dict[str, int] = self.calculate("supply", seat, unit=unit, target=target, fuel=fuel, ammo=ammo, metal=metal)
        return found

    def step_cost(self, unit: int, direction: str, seat: Optional[int] = None) -> int:
        """fc18: what a step would cost a corps, however many points it has left."""
        found: int = self.calculate("step_cost", seat, unit=unit, direction=direction)
        return found

    def turns_until(self, tower: int, task: str, seat: Optional[int] = None) -> int:
        """fc18: turns of work until a tower finishes a task at its present level."""
        found: int = self.calculate("turns_until", seat, tower=tower, task=task)
        return found

    def territory(self, at: Cell, seat: Optional[int] = None) -> list[list[int]]:
        """fc18: the cells in reach that would be the seat's if it had one more tower on this cell."""
        found: list[list[int]] = self.calculate("territory", seat, at=list(at))
        return found


class Unanswered(ValueError):
    """A question that has no answer."""
