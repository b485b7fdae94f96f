"""{{NAME}}: each mage tries every square it can reach and every fireball from there, and does what is worth most."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Optional

from sandtable_bot import goblins
from sandtable_bot.goblins import Cell, Direction, Order, Unit, View

# What things are worth: try other numbers.
KILL = 100
DANGER = 60  # for each goblin that can strike the mage
DISTANCE = 1  # for each step between the mage and a goblin
PATIENCE = 30  # turns; after them nothing is a danger any more


class Plan(NamedTuple):
    """Which way a mage could go, where it could throw a fireball then, and what that is worth."""

    worth: int
    way: List[Direction]
    fireball: Optional[Direction]


def turn(view: View, table: goblins.Table) -> List[Order]:
    """Called each turn: the mages act one after the other, each by its best plan."""
    while view.to_move:
        best = max(plans_of(view.to_move, Board(view)), key=lambda plan: plan.worth)
        orders: List[Order] = [goblins.Step(direction) for direction in best.way]
        orders.append(goblins.Fireball(best.fireball) if best.fireball else goblins.Done())
        # Orders act at once: give them now, and see what they have changed.
        _, view = table.submit(orders)
    return []


def plans_of(mage: Cell, board: Board) -> Iterator[Plan]:
    """Everything that a mage could do."""
    enemies = [unit for unit in board.units.values() if unit.kind != "mage"]
    walks = {goblin: board.ways(goblin.cell, FAR) for goblin in enemies}
    for square, way in board.ways(mage, board.points).items():
        for direction in [None, *AHEAD]:
            hit = board.first_unit(square, direction) if direction else None
            if direction and hit not in enemies:
                continue
            worth = KILL if hit else 0
            for goblin in enemies:
                if goblin == hit:
                    continue
                worth -= DISTANCE * (len(walks[goblin][square]) if square in walks[goblin] else FAR)
                if board.turn <= PATIENCE and board.can_strike(goblin, square):
                    worth -= DANGER
            yield Plan(worth, way, direction)


class Board:
    """The board as the mage finds it whose turn it is: its own square counts as empty."""

    def __init__(self, view: View) -> None:
        self.rows, self.cols, self.turn, self.points = view.rows, view.cols, view.turn, view.points
        self.units: Dict[Cell, Unit] = {unit.cell: unit for unit in view.units if unit.cell != view.to_move}
        self.terrain: Dict[Cell, str] = {ground.cell: ground.terrain for ground in view.terrain}

    def holds(self, square: Cell) -> bool:
        return 0 <= square.row < self.rows and 0 <= square.col < self.cols

    def is_open(self, square: Cell) -> bool:
        """Whether somebody can step there."""
        return self.holds(square) and square not in self.units and square not in self.terrain

    def ways(self, start: Cell, most: int) -> Dict[Cell, List[Direction]]:
        """The squares that so many steps lead to, each with the way there, the nearest first."""
        ways: Dict[Cell, List[Direction]] = {start: []}
        queue = [start]
        for square in queue:
            for direction in AHEAD:
                there = ahead(square, direction)
                if len(ways[square]) < most and there not in ways and self.is_open(there):
                    ways[there] = [*ways[square], direction]
                    queue.append(there)
        return ways

    def first_unit(self, square: Cell, direction: Direction) -> Optional[Unit]:
        """Whom a fireball would burn. It flies over water; a mountain stops it."""
        square = ahead(square, direction)
        while self.holds(square) and square not in self.units and self.terrain.get(square) != "M":
            square = ahead(square, direction)
        return self.units.get(square)

    def can_strike(self, goblin: Unit, square: Cell) -> bool:
        """Whether a goblin would strike somebody on a square in its next turn."""
        if goblin.kind == "tracker":
            return distance(goblin.cell, square) <= goblin.sight
        if goblin.kind != "patrol":
            return False
        walk = [goblin.cell]
        while len(walk) <= goblin.steps and self.is_open(ahead(walk[-1], goblin.facing)):
            walk.append(ahead(walk[-1], goblin.facing))
        return any(distance(step, square) <= 1 for step in walk)


FAR = 50

AHEAD: Dict[Direction, Cell] = {"up": Cell(-1, 0), "down": Cell(1, 0), "left": Cell(0, -1), "right": Cell(0, 1)}


def ahead(square: Cell, direction: Direction) -> Cell:
    """The next square in a direction."""
    return Cell(square.row + AHEAD[direction].row, square.col + AHEAD[direction].col)


def distance(one: Cell, other: Cell) -> int:
    return abs(one.row - other.row) + abs(one.col - other.col)


if __name__ == "__main__":
    goblins.play(turn)
