"""Views, briefings and orders: what is read, what is written, what is said about what cannot be read."""

from __future__ import annotations

import unittest
from typing import Any

import samples
from sandtable_bot import Unreadable, breach, deepblue, goblins, reading


class Values(unittest.TestCase):
    def test_rows_have_names(self) -> None:
        view = breach.read_view(samples.messages(breach)[1]["view"])
        self.assertEqual([unit.cell for unit in view.units if unit.kind == "T"], [(5, 3)])
        self.assertEqual(view.units[0].cell.row, 2)

    def test_rows_of_several_kinds_are_told_apart(self) -> None:
        view = goblins.read_view(samples.messages(goblins)[1]["view"])
        self.assertEqual([type(unit) for unit in view.units], [goblins.Mage, goblins.Patrol])
        self.assertEqual([unit.facing for unit in view.units if unit.kind == "patrol"], ["right"])

    def test_a_kind_of_a_later_version_keeps_what_all_have(self) -> None:
        unit: Any = goblins.read_unit([[1, 2], "dragon", 7, "red"])
        self.assertEqual(unit, goblins.OtherUnit(goblins.Cell(1, 2), "dragon"))

    def test_words_and_columns_of_a_later_version_are_no_problem(self) -> None:
        unit = breach.read_unit([[1, 2], "Z", 7, False, True, "a new column"])
        self.assertEqual(unit, ((1, 2), "Z", 7, False, True))

    def test_null_is_none(self) -> None:
        view = deepblue.read_view(samples.messages(deepblue)[1]["view"])
        self.assertIsNone(view.economies[1])
        self.assertEqual(view.elements[0].dest, None)


class Orders(unittest.TestCase):
    def test_what_is_left_out_is_not_sent(self) -> None:
        supply = deepblue.Supply(unit=5, target=12, fuel=-1)
        self.assertEqual(supply.as_json(), {"order": "supply", "unit": 5, "target": 12, "fuel": -1})

    def test_different_orders_are_different(self) -> None:
        step: object = goblins.Step("up")
        self.assertNotEqual(step, goblins.Fireball("up"))
        self.assertTrue(goblins.Done())


class Complaints(unittest.TestCase):
    def check(self, read: reading.Reader[Any], value: Any, complaint: str) -> None:
        with self.assertRaises(Unreadable) as raised:
            read(value)
        self.assertEqual(str(raised.exception), complaint)

    def test_the_place_is_named(self) -> None:
        view = samples.messages(breach)[1]["view"]
        view["units"][1][0][1] = "x"
        self.check(breach.read_view, view, 'units.1.cell.col: a whole number expected, not "x"')
        del view["phase"]
        self.check(breach.read_view, view, "phase: is missing")

    def test_the_kind_is_named(self) -> None:
        self.check(breach.read_unit, [[1, 2], "S"], "a row of 5 expected, not of 2")
        self.check(breach.read_unit, {"cell": 1}, "a row expected, not an object")
        self.check(breach.read_view, [1], "an object expected, not an array")
        self.check(reading.boolean, 1, "true or false expected, not 1")
        self.check(reading.integer, True, "a whole number expected, not true")
        self.check(reading.integer, "x" * 99, 'a whole number expected, not "' + "x" * 36 + "...")
        self.check(reading.array_of(reading.integer, 3), [1], "3 items expected, not 1")


if __name__ == "__main__":
    unittest.main()
