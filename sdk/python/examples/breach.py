"""Every unit tries to get beside an enemy, the nearest first, and hits it; what cannot be done is refused, and costs nothing."""

from sandtable_bot import breach
from sandtable_bot.breach import Attack, Cell, Move


def turn(view, table):
    sides = {kind.letter: kind.side for kind in table.briefing.kinds}
    enemies = [unit for unit in view.units if sides[unit.kind] == "enemy"]
    orders = []
    for unit in (unit for unit in view.units if sides[unit.kind] == "player"):
        for enemy in sorted(enemies, key=lambda enemy: steps(unit.cell, enemy.cell)):
            for row, col in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                beside = Cell(enemy.cell.row + row, enemy.cell.col + col)
                orders += [Move(unit.cell, beside), Attack(beside, enemy.cell)]
    return orders


def steps(one, other):
    return abs(one.row - other.row) + abs(one.col - other.col)


breach.play(turn)
