"""The training example, shortened."""

from __future__ import annotations

import importlib.util
import sys
import unittest
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples/train_goblins.py"


@unittest.skipIf(importlib.util.find_spec("sb3_contrib") is None, "there is no sb3_contrib")
class Training(unittest.TestCase):
    def test_a_short_training_runs(self) -> None:
        spec = importlib.util.spec_from_file_location("train_goblins", EXAMPLE)
        assert spec is not None and spec.loader is not None
        example = importlib.util.module_from_spec(spec)
        sys.modules["train_goblins"] = example
        spec.loader.exec_module(example)
        curve = example.train(minutes=5, unseen=32, steps=2 * 64 * example.GAMES)
        self.assertEqual(curve.points[-1][1], 2 * 64 * example.GAMES)
        self.assertTrue(0 <= curve.points[-1][2] <= 1)


if __name__ == "__main__":
    unittest.main()
