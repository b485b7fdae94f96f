"""{{NAME}}: tries every cell a unit can reach and every enemy it can hit from there, and does what is worth most."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Optional, Set

from sandtable_bot import breach
from sandtable_bot.breach import Cell, Figures, Order, Unit, View

# What things are worth: try other numbers.
KILL = 100
HIT = 40
DANGER = 30  # for each enemy that can reach the unit
DISTANCE = 1  # for each step between the unit and an enemy
PATIENCE = 20  # turns; after them nothing is a danger any more


class Plan(NamedTuple):
    """Where a unit could go, whom it could attack from there, and what that is worth."""

    worth: int
    unit: Unit
    to: Cell
    target: Optional[Unit]


def turn(view: View, table: breach.Table) -> List[Order]:
    """Called each turn: carries out the best plan of all units, then the best of the units that are left, and so on."""
    kinds = {figures.letter: figures for figures in table.briefing.kinds}
    done: Set[Cell] = set()
    while True:
        waiting = [unit for unit in view.units if kinds[unit.kind].side == "player" and unit.cell not in done]
        plans = [plan for unit in waiting for plan in plans_of(unit, view, kinds)]
        if not plans:
            return []
        best = max(plans, key=lambda plan: plan.worth)
        orders: List[Order] = [breach.Move(best.unit.cell, best.to)]
        if best.target:
            orders.append(breach.Attack(best.to, best.target.cell))
        # Orders act at once: give them now, and see what they have changed.
        _, view = table.submit(orders)
        done.add(best.to)


def plans_of(unit: Unit, view: View, kinds: Dict[str, Figures]) -> Iterator[Plan]:
    """Everything that a unit could do."""
    enemies = [other for other in view.units if kinds[other.kind].side == "enemy"]
    board = Board(unit, view)
    for cell in board.reach(kinds[unit.kind]):
        within = board.targets(cell, kinds[unit.kind])
        for target in [None, *(enemy for enemy in enemies if enemy.cell in within)]:
            worth, threats = 0, enemies
            if target and target.hp <= kinds[unit.kind].attack:
                worth, threats = KILL, [enemy for enemy in enemies if enemy != target]
            elif target:
                worth = HIT
            for enemy in threats:
                steps = abs(enemy.cell.row - cell.row) + abs(enemy.cell.col - cell.col)
                if steps <= kinds[enemy.kind].movement + 1 and view.turn <= PATIENCE:
                    worth -= DANGER
                worth -= DISTANCE * steps
            yield Plan(worth, unit, cell, target)


class Board:
    """The board as one of its units finds it."""

    def __init__(self, unit: Unit, view: View) -> None:
        self.unit = unit
        self.others = {other.cell for other in view.units if other != unit}
        self.terrain: Dict[Cell, str] = {ground.cell: ground.terrain for ground in view.terrain}

    def reach(self, figures: Figures) -> List[Cell]:
        """The cells that the unit can go to, the nearest first."""
        closed = ["M", "O"] if figures.domain == "land" else ["M", "W"]
        steps = {self.unit.cell: 0}
        queue = [self.unit.cell]
        for cell in queue:
            for ahead in DIRECTIONS:
                there = Cell(cell.row + ahead.row, cell.col + ahead.col)
                is_open = on_board(there) and there not in self.others and self.terrain.get(there) not in closed
                if is_open and there not in steps and steps[cell] < figures.movement:
                    steps[there] = steps[cell] + 1
                    queue.append(there)
        return queue

    def targets(self, cell: Cell, figures: Figures) -> List[Cell]:
        """The cells that the unit could attack from a cell."""
        first, last = {"melee": (1, 1), "jump": (2, 2), "line": (1, 7)}[figures.range]
        found = []
        for ahead in DIRECTIONS:
            for steps in range(first, last + 1):
                target = Cell(cell.row + steps * ahead.row, cell.col + steps * ahead.col)
                found.append(target)
                if target in self.others or target in self.terrain:
                    break  # A line of fire ends at the first unit and at the first cell that is not plain.
        return found


DIRECTIONS = [Cell(-1, 0), Cell(0, -1), Cell(0, 1), Cell(1, 0)]


def on_board(cell: Cell) -> bool:
    return 0 <= cell.row < 8 and 0 <= cell.col < 8


if __name__ == "__main__":
    breach.play(turn)
