"""Bots that answer for states, and the solver."""

from __future__ import annotations

import signal
import threading
import unittest

import sandtable
from sandtable import Bot, Refused, State, solve

GAMES = list(sandtable.games())


class Bots(unittest.TestCase):
    def test_every_bot_orders_what_is_accepted(self) -> None:
        for game in GAMES:
            for name in sandtable.bots():
                bot = Bot(f"{name}:20" if name in ("hard", "strong") else name, seed=1)
                state = State(game, seed=2)
                before = state.digest
                orders = bot.orders(state)
                self.assertEqual(state.digest, before)
                again = Bot(bot.name, seed=1)
                self.assertEqual(again.play(state), orders, f"{game}: {name}")
                self.assertNotEqual(state.digest, before)

    def test_greedy_plays_whole_games(self) -> None:
        for game, turns in [("goblins", 400), ("fc18", 40), ("deepblue", 12)]:
            state = State(game, seed=4)
            bots = [Bot("greedy", seed=seat) for seat in range(state.seats)]
            while not state.is_over and state.turn < turns:
                for seat in list(state.to_move):
                    bots[seat].play(state, seat)
            self.assertTrue(state.is_over or state.turn >= turns)

    def test_what_is_wrong_is_said(self) -> None:
        with self.assertRaisesRegex(ValueError, "there is no bot `nobody`; there are idle, random"):
            Bot("nobody")
        with self.assertRaisesRegex(ValueError, "strong:many"):
            Bot("strong:many")
        bot = Bot("greedy")
        bot.orders(State("breach"))
        with self.assertRaisesRegex(ValueError, "has begun to play breach: make another for goblins"):
            bot.orders(State("goblins"))
        with self.assertRaisesRegex(Refused, "it is not your turn"):
            Bot("greedy").orders(State("fc18"), 2)
        with self.assertRaisesRegex(ValueError, "there is no seat 7"):
            Bot("greedy").orders(State("fc18"), 7)


class Solver(unittest.TestCase):
    def test_the_line_of_play_wins(self) -> None:
        for game, name in [("breach", "first-contact"), ("goblins", "spark")]:
            found = solve(game, name, turns=12)
            self.assertTrue(found.proven, found.verdict)
            line = found.line
            assert line is not None and found.turns is not None
            self.assertEqual((len(line), found.no_win_within), (found.turns, found.turns - 1))
            state = State(game, name)
            for orders in line:
                for order in orders:
                    state.play(order)
                state.end_turn()
            outcome = state.outcome
            assert outcome is not None
            self.assertGreater(outcome[0].score, 0)

    def test_bounds_are_proven_too(self) -> None:
        won = solve("breach", "harbour", turns=12)
        assert won.turns is not None
        fewer = solve(State("breach", "harbour"), turns=won.turns - 1)
        self.assertEqual((fewer.turns, fewer.no_win_within, fewer.proven), (None, won.turns - 1, True))
        nothing = solve("breach", "harbour", time=0.0)
        self.assertIn("the time is up", nothing.verdict)

    def test_what_is_wrong_is_said(self) -> None:
        with self.assertRaisesRegex(ValueError, "fc18 cannot be solved"):
            solve("fc18")
        with self.assertRaisesRegex(ValueError, "`turns` is 0 and must be from 1 to"):
            solve("breach", turns=0)
        with self.assertRaisesRegex(ValueError, "`time` is -1"):
            solve("breach", time=-1)
        with self.assertRaisesRegex(TypeError, "a state has its map"):
            solve(State("breach"), "harbour")

    def test_other_threads_run_and_signals_interrupt(self) -> None:
        if not hasattr(signal, "pthread_kill"):
            self.skipTest("there are no signals")

        class Enough(Exception):
            pass

        def enough(*_: object) -> None:
            raise Enough

        before = signal.signal(signal.SIGUSR1, enough)
        self.addCleanup(signal.signal, signal.SIGUSR1, before)
        main = threading.main_thread().ident
        assert main is not None
        ready = threading.Event()
        # The signal comes whenever the other thread gets to run: that it does is what is tested.
        sender = threading.Thread(target=lambda: (ready.wait(), signal.pthread_kill(main, signal.SIGUSR1)))
        sender.start()
        with self.assertRaises(Enough):
            ready.set()
            solve("goblins", "citadel", turns=20, time=120.0)
        sender.join()


if __name__ == "__main__":
    unittest.main()
