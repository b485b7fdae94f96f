"""{{NAME}}: cargo ships bring metal; carriers take the forts and then shell the enemy's base from out of its range."""

from __future__ import annotations

from typing import List

from sandtable_bot import deepblue
from sandtable_bot.deepblue import Order, Sighting

FLEET: List[deepblue.Kind] = ["carrier", "cargo", "carrier", "carrier", "cargo", "carrier", "carrier", "carrier"]
"""What we want to have, the first first: try another fleet."""


def turn(view: deepblue.View, table: deepblue.Table) -> List[Order]:
    """Called each round: looks at what our side sees and returns orders, which wait until both sides are done."""
    own = [element for element in view.elements if element.team == table.seat]
    foes = [element for element in view.elements if element.team == 1 - table.seat]
    forts = [element for element in view.elements if element.kind == "fort" and element.team != table.seat]
    mines = [element for element in view.elements if element.kind == "mine" and (element.metal or not element.visible)]
    base = [element for element in own if element.kind == "base"][0]
    enemy_base = [foe for foe in foes if foe.kind == "base"][0]
    carriers = [element for element in own if element.kind == "carrier"]
    havens = [element for element in own if element.kind in ("base", "fort")]
    orders: List[Order] = [deepblue.Produce(kind) for kind in missing(view, table, own)]

    # Cargo ships collect from a mine they are beside without being told; handing over has to be ordered.
    for cargo in (element for element in own if element.kind == "cargo"):
        is_full = cargo.metal >= 40 or not mines
        orders.append(go(cargo, base if is_full else nearest(cargo, mines)))
        orders.append(deepblue.Supply(cargo.index, base.index, metal=-1))

    # Everything that has a gun fires at what is in reach, the weakest first. Who has no target may have time to help.
    for gun in havens + carriers:
        targets = [target for target in foes + forts if reaches(gun, target, table)]
        needy = [ship for ship in carriers if ship.ammo < 20 and distance(gun, ship, table) == 1]
        if targets and gun.ammo != 0:
            orders.append(deepblue.AttackUnit(gun.index, min(targets, key=lambda target: target.health).index))
        elif needy and gun in havens:
            orders.append(deepblue.Supply(gun.index, needy[0].index))

    # Carriers without ammunition go home; the others go for the forts, then for the base, and stay where they reach it.
    for ship in carriers:
        goal = nearest(ship, forts or [enemy_base]) if ship.ammo else nearest(ship, havens)
        in_reach = ship.ammo and reaches(ship, goal, table)
        orders.append(go(ship, ship if in_reach else goal))
    return orders


def missing(view: deepblue.View, table: deepblue.Table, own: List[Sighting]) -> List[deepblue.Kind]:
    """What of the fleet is neither there nor in the making."""
    economy = view.economies[table.seat]
    have = [element.kind for element in own] + [entry.kind for entry in (economy.production if economy else [])]
    wanted: List[deepblue.Kind] = []
    for kind in FLEET:
        if kind in have:
            have.remove(kind)
        else:
            wanted.append(kind)
    return wanted


def go(ship: Sighting, goal: Sighting) -> Order:
    """Sails towards something. If that is on land, the ship stops on the nearest cell of water."""
    return deepblue.ChangeDest(ship.index, goal.place.row, goal.place.col)


def nearest(ship: Sighting, goals: List[Sighting]) -> Sighting:
    return min(goals, key=lambda goal: abs(goal.place.row - ship.place.row) + abs(goal.place.col - ship.place.col))


def reaches(gun: Sighting, target: Sighting, table: deepblue.Table) -> bool:
    """Whether a target that is in sight, or known to be there, is in range."""
    reach = figures(gun, table).fire_ranges[target.place.level]
    return distance(gun, target, table) <= reach and (target.visible or target.kind == "base")


def distance(one: Sighting, other: Sighting, table: deepblue.Table) -> int:
    """Rows plus columns between the nearest cells: a base covers three by three, and its place is the upper left of them."""

    def gap(at: int, size: int, other_at: int, other_size: int) -> int:
        return max(0, other_at - (at + size - 1), at - (other_at + other_size - 1))

    size, other_size = figures(one, table).size, figures(other, table).size
    rows = gap(one.place.row, size, other.place.row, other_size)
    return rows + gap(one.place.col, size, other.place.col, other_size)


def figures(element: Sighting, table: deepblue.Table) -> deepblue.KindFigures:
    """The rules' figures of an element's kind."""
    kind: deepblue.KindFigures = getattr(table.briefing.kinds, element.kind)
    return kind


if __name__ == "__main__":
    deepblue.play(turn)
