"""Towers shoot at what comes near, make extenders while there is room for towers, then grow; extenders found where they may."""

from sandtable_bot import fc18
from sandtable_bot.fc18 import Found, Move, Produce, Shoot

WAYS = ["up", "right", "down", "left"]


def turn(view, table):
    rules = table.briefing
    towers = [tower for tower in view.towers if tower.owner == view.player]
    orders = []
    for tower in towers:
        for corps in view.corps:
            if corps.owner != view.player and distance(corps, tower) <= rules.tower_range:
                orders.append(Shoot(tower.id, corps.id))
        extends = tower.level == 1 and len(towers) < rules.max_towers
        orders.append(Produce(tower.id, "extender" if extends else "upgrade"))
    for corps in view.corps:
        if corps.owner == view.player:
            orders += [Move(corps.id, WAYS[(corps.id + view.round // 3) % 4]), Found(corps.id)]
    return orders


def distance(corps, tower):
    return max(abs(corps.row - tower.row), abs(corps.col - tower.col))


fc18.play(turn)
