"""Builds destroyers; whatever has a gun fires at all that is in reach; what can move goes for the enemy's base."""

from sandtable_bot import deepblue
from sandtable_bot.deepblue import AttackUnit, ChangeDest, Produce


def turn(view, table):
    own = [element for element in view.elements if element.team == table.seat]
    foes = [element for element in view.elements if element.team == 1 - table.seat]
    base = next(foe for foe in foes if foe.kind == "base")
    orders = [Produce("destroyer")]
    for unit in own:
        orders += [AttackUnit(unit.index, foe.index) for foe in foes if foe.visible]
        orders += [ChangeDest(unit.index, base.place.row, base.place.col)]
    return orders


deepblue.play(turn)
