"""States as values."""

from __future__ import annotations

import copy
import pickle
import unittest

import sandtable
from sandtable import Map, Refused, State

GAMES = list(sandtable.games())
WON = Map("won", "3 3 0 1 1\n1 0\n1 2 PG W 0\n")


class States(unittest.TestCase):
    def test_copies_are_values(self) -> None:
        for game in GAMES:
            state = State(game, seed=4)
            before = state.digest
            copies = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
            state.play(int(state.legal_actions()[0]))
            self.assertNotEqual(state.digest, before)
            for one in copies:
                self.assertEqual((one.digest, hash(one)), (before, hash(copies[0])))
                self.assertEqual(one, copies[0])
            self.assertEqual(state.load(copies[0].save()), copies[0])

    def test_orders_and_actions_are_two_names_for_one_thing(self) -> None:
        for game in GAMES:
            state = State(game, seed=4)
            for action in state.legal_actions()[:20]:
                order = state.order_of(int(action))
                if order is None:
                    self.assertEqual(action, state.actions - 1)
                    continue
                self.assertEqual(state.action_of(order), action)
                one, other = state.clone(), state.clone()
                one.play(order)
                other.play(int(action))
                self.assertEqual(one.digest, other.digest)

    def test_everything_listed_is_accepted(self) -> None:
        for game in GAMES:
            state = State(game)
            for order in state.legal()[:50]:
                state.clone().play(order)

    def test_a_game_is_won(self) -> None:
        state = State("goblins", WON)
        self.assertTrue(state.preview({"order": "fireball", "direction": "right"}))
        self.assertEqual(state.digest, State("goblins", WON).digest)
        state.play({"order": "fireball", "direction": "right"})
        state.end_turn()
        self.assertTrue(state.is_over)
        outcome = state.outcome
        assert outcome is not None
        self.assertEqual((outcome[0].place, outcome[0].score), (1, 1))
        with self.assertRaisesRegex(Refused, "the game is over"):
            state.end_turn()

    def test_what_is_refused_changes_nothing(self) -> None:
        for game in GAMES:
            state = State(game)
            before = state.digest
            for bad in [{"order": "dance"}, {}, state.actions, 2**31]:
                with self.assertRaises(Refused):
                    state.play(bad)  # type: ignore[arg-type]
            for act in (lambda: state.play(2**40), lambda: state.play(-1), lambda: state.legal(9), lambda: state.load(b"x")):
                with self.assertRaises((ValueError, OverflowError)):
                    act()
            self.assertEqual(state.digest, before)

    def test_views_are_plain_data(self) -> None:
        for game in GAMES:
            state = State(game)
            self.assertIsInstance(state.to_dict(), dict)
            self.assertIsInstance(state.to_dict(0), dict)
            self.assertIsInstance(state.briefing(), dict)
            self.assertIsInstance(str(state), str)

    def test_bots_have_another_package(self) -> None:
        with self.assertRaisesRegex(ImportError, "from sandtable_bot import goblins"):
            from sandtable import goblins  # type: ignore[attr-defined]  # noqa: F401


if __name__ == "__main__":
    unittest.main()
