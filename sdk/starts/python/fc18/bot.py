"""{{NAME}}: towers that multiply, shoot and grow, and mages that go for the nearest tower of somebody else."""

from __future__ import annotations

from typing import Collection, Dict, List, Set, Tuple, Union

from sandtable_bot import fc18

MAGES_FROM_LEVEL = 2
"""Towers of this level make mages. Lower levels come sooner, higher ones work faster: try other numbers."""


def turn(view: fc18.View, table: fc18.Table) -> List[fc18.Order]:
    """Called in each of our turns: looks at the view and returns orders, which act one after the other."""
    rules = table.briefing
    towers = [tower for tower in view.towers if tower.owner == view.player]
    corps = [one for one in view.corps if one.owner == view.player]
    extenders = [one for one in corps if one.kind == "extender"]
    mages = [one for one in corps if one.kind == "mage"]
    foes = [one for one in view.corps if one.owner != view.player]
    foes_towers = [tower for tower in view.towers if tower.owner != view.player]
    orders: List[fc18.Order] = []

    # Towers: one order each. An extender costs a tower above level 1 a level, so extend first and climb later.
    missing = rules.max_towers - len(towers) - len(extenders)
    for tower in towers:
        near = [foe for foe in foes if distance(foe, tower) <= rules.tower_range]
        if near:
            orders.append(fc18.Shoot(tower.id, min(near, key=lambda foe: foe.hp).id))
        elif missing > 0 and tower.level == 1:
            orders.append(fc18.Produce(tower.id, "extender"))
            missing -= 1
        elif tower.level >= MAGES_FROM_LEVEL and len(mages) < rules.max_fighters:
            orders.append(fc18.Produce(tower.id, "mage"))
        else:
            orders.append(fc18.Produce(tower.id, "upgrade"))

    # Extenders: out of their tower to the nearest free cell of our own land, to become a tower there.
    open_cells = cells_to_walk_on(view, rules)
    built_on = {(tower.row, tower.col) for tower in view.towers}
    ours = {(row, col) for row, col in open_cells - built_on if view.owner[row][col] == str(view.player)}
    steps = steps_to(ours, open_cells, rules)
    for extender in extenders:
        orders += walk(extender, steps, 1, rules)
        orders.append(fc18.Found(extender.id))

    # Mages: towards the nearest tower of another player, and at whatever is beside them.
    steps = steps_to([(tower.row, tower.col) for tower in foes_towers], open_cells, rules)
    for mage in mages:
        towers_beside = [tower for tower in foes_towers if distance(mage, tower) <= 1]
        foes_beside = [foe for foe in foes if distance(foe, mage) <= 1]
        if towers_beside:
            orders.append(fc18.AttackTower(mage.id, towers_beside[0].id))
        elif foes_beside:
            orders.append(fc18.AttackCorps(mage.id, foes_beside[0].id))
        else:
            orders += walk(mage, steps, 4, rules)
    return orders


Cell = Tuple[int, int]
"""Row and column."""


def distance(corps: fc18.CorpsRow, other: Union[fc18.CorpsRow, fc18.TowerRow]) -> int:
    return max(abs(corps.row - other.row), abs(corps.col - other.col))


def cells_to_walk_on(view: fc18.View, rules: fc18.Briefing) -> Set[Cell]:
    """All cells but landmarks, onto which no step leads."""
    letters = {terrain.letter for terrain in rules.terrains if terrain.steps[0] is not None}
    lines = enumerate(view.terrain)
    return {(row, col) for row, line in lines for col, letter in enumerate(line) if letter in letters}


def steps_to(goals: Collection[Cell], open_cells: Set[Cell], rules: fc18.Briefing) -> Dict[Cell, int]:
    """How many steps each cell is away from the nearest goal: first the goals, then their neighbours, and so on."""
    steps = {cell: 0 for cell in goals}
    queue = list(goals)
    for row, col in queue:
        for _, (down, right) in ways(rules):
            cell = (row + down, col + right)
            if cell in open_cells and cell not in steps:
                steps[cell] = steps[row, col] + 1
                queue.append(cell)
    return steps


def walk(corps: fc18.CorpsRow, steps: Dict[Cell, int], most: int, rules: fc18.Briefing) -> List[fc18.Order]:
    """Moves that bring a corps nearer to a goal, at most so many."""
    moves: List[fc18.Order] = []
    row, col = corps.row, corps.col
    while len(moves) < most and steps.get((row, col), 0) > 0:
        direction, step = min(ways(rules), key=lambda way: steps.get((row + way[1].row, col + way[1].col), 999))
        moves.append(fc18.Move(corps.id, direction))
        row, col = row + step.row, col + step.col
    return moves


def ways(rules: fc18.Briefing) -> List[Tuple[fc18.Direction, fc18.Step]]:
    """The four directions, and what a step in each adds to row and column."""
    lead = rules.directions
    return [("up", lead.up), ("down", lead.down), ("left", lead.left), ("right", lead.right)]


if __name__ == "__main__":
    fc18.play(turn)
