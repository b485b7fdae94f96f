"""Each mage goes for the nearest goblin, and burns it as soon as it stands in the same row or column."""

from sandtable_bot import goblins
from sandtable_bot.goblins import Done, Fireball, Step


def turn(view, table):
    while view.to_move:
        mage = view.to_move
        away = [(unit.cell.row - mage.row, unit.cell.col - mage.col) for unit in view.units if unit.kind != "mage"]
        rows, cols = min(away, key=lambda way: abs(way[0]) + abs(way[1]), default=(0, 1))
        by_row = cols == 0 or (rows != 0 and abs(rows) <= abs(cols))
        direction = ("down" if rows > 0 else "up") if by_row else ("right" if cols > 0 else "left")
        in_line = rows == 0 or cols == 0
        answers, view = table.submit([Fireball(direction) if in_line else Step(direction)])
        if answers[0].refused:
            _, view = table.submit([Done()])
    return []


goblins.play(turn)
