"""The example on Ray, with few games."""

from __future__ import annotations

import importlib.util
import os
import sys
import unittest
from pathlib import Path
from unittest.mock import patch

EXAMPLES = Path(__file__).parents[1] / "examples"


class RaySelfPlay(unittest.TestCase):
    def setUp(self) -> None:
        sys.path.insert(0, str(EXAMPLES))
        self.addCleanup(sys.path.remove, str(EXAMPLES))

    def test_one_process_plays_the_same_in_any_order(self) -> None:
        import ray_selfplay as example

        plan = example.Plan(games=20, games_in_a_part=8, max_turns=60)
        parts = [example.play_part(plan, part) for part in range(plan.parts())]
        self.assertEqual([part.games for part in parts], [8, 8, 4])
        forth, back = example.gathered(parts, plan), example.gathered(reversed(parts), plan)
        self.assertEqual(forth.digest(), back.digest())
        other = example.Plan(games=20, games_in_a_part=8, max_turns=60, seed=2)
        self.assertNotEqual(example.gathered(example.in_one_process(other), other).digest(), forth.digest())

    def test_a_cluster_plays_what_one_process_plays(self) -> None:
        if importlib.util.find_spec("ray") is None:
            print("skipped: there is no ray")
            self.skipTest("there is no ray")
        import ray_selfplay as example

        plan = example.Plan(games=40, games_in_a_part=8, max_turns=60)
        here = example.gathered(example.in_one_process(plan), plan)
        # The cluster's own processes import the example, too.
        with patch.dict(os.environ, {"PYTHONPATH": str(EXAMPLES)}):
            there = example.gathered(example.on_a_cluster(plan, None), plan)
        self.assertEqual(there.games, 40)
        self.assertEqual(there.digest(), here.digest())
        self.assertEqual(there.wins, here.wins)


if __name__ == "__main__":
    unittest.main()
