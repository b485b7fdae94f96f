"""The calculators of states."""

from __future__ import annotations

import unittest
from typing import Any, Callable

from sandtable import Map, State, Unanswered
from sandtable.calculators import Calculators

GOBLINS = Map("small", "4 4 0 1 1\n0 0\n3 3 PG W 0\n")


class Answers(unittest.TestCase):
    def test_a_move_is_possible_to_each_cell_in_reach_and_to_no_other(self) -> None:
        state = State("breach")
        moves = [order for order in state.legal() if order["order"] == "move"]
        for unit in {tuple(order["unit"]) for order in moves}:
            legal = {tuple(order["to"]) for order in moves if tuple(order["unit"]) == unit}
            self.assertEqual({tuple(cell) for cell in state.reach(unit)} - {unit}, legal - {unit})
            self.assertIsInstance(state.targets(unit), list)

    def test_a_mage_reaches_what_its_steps_allow(self) -> None:
        self.assertEqual(len(State("goblins", GOBLINS).reach()), 10)

    def test_fleets(self) -> None:
        state = State("deepblue", "fleet-action")
        units = [row[0] for row in state.to_dict(0)["elements"] if row[2] == 0]
        answered = 0
        for unit in units:
            try:
                cells = state.reach(unit, seat=0)
            except Unanswered:
                continue
            answered += 1
            way = state.way(unit, cells[-1], seat=0)
            self.assertEqual(way[0], cells[0])
            self.assertIn(unit, state.watchers(cells[0], 1, seat=0) + state.watchers(cells[0], 0, seat=0) + state.watchers(cells[0], 2, seat=0))
        self.assertGreater(answered, 0)
        self.assertEqual(state.births(seat=0), [])

    def test_towers_and_corps(self) -> None:
        state = State("fc18", seed=1)
        produce = [order for order in state.legal() if order["order"] == "produce"]
        tower = produce[0]["tower"]
        turns = state.turns_until(tower, produce[0]["task"])
        self.assertGreater(turns, 0)
        self.assertGreater(len(state.territory((7, 7))), 0)
        moves = [order for order in state.legal() if order["order"] == "move"]
        for order in moves[:5]:
            self.assertGreaterEqual(state.step_cost(order["corps"], order["direction"]), 0)
            self.assertEqual(set(state.reach_points(order["corps"])), {tuple(cell) for cell in state.reach(order["corps"])})

    def test_what_has_no_answer_says_why(self) -> None:
        questions: list[tuple[str, Callable[[Calculators], Any], str]] = [
            ("breach", lambda state: state.reach((200, 0)), "no unit"),
            ("breach", lambda state: state.way(1, (0, 0)), "cannot be asked"),
            ("goblins", lambda state: state.births(), "cannot be asked"),
            ("deepblue", lambda state: state.reach(10**6), "1000000"),
            ("deepblue", lambda state: state.reach(10**12), "cannot be asked"),
            ("deepblue", lambda state: state.watchers((0, 0), 9), "levels"),
            ("deepblue", lambda state: state.forecast(unit=1, target=2, origin=[255, 255]), "not on the map"),
            ("fc18", lambda state: state.territory((255, 255)), "not on the board"),
            ("fc18", lambda state: state.turns_until(-1, "upgrade"), "no tower"),
            ("fc18", lambda state: state.forecast({"order": "end"}), "cannot be asked"),
            ("fc18", lambda state: state.reach(0, seat=9), "no seat 9"),
        ]
        for game, ask, why in questions:
            with self.assertRaisesRegex(Unanswered, why):
                ask(State(game))


if __name__ == "__main__":
    unittest.main()
