"""The training example, shortened."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import unittest
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


class Training(unittest.TestCase):
    def test_a_short_training_runs_to_its_end(self) -> None:
        if importlib.util.find_spec("sb3_contrib") is None:
            print("skipped: there is no sb3_contrib, or no torch")
            self.skipTest("there is no sb3_contrib, or no torch")
        sys.path.insert(0, str(EXAMPLES))
        self.addCleanup(sys.path.remove, str(EXAMPLES))
        import train_goblins as example

        steps = 4 * 64 * 64
        _, curve = example.train(minutes=5, unseen=64, steps=steps, games=64)
        spent, played, part = curve.points[-1]
        self.assertEqual(played, steps)
        self.assertTrue(0 <= part <= 1)
        drawing = example.drawn(curve, 0.04)
        self.assertIn("</svg>", drawing)
        self.assertIn(f"{spent:.0f} s", drawing)

    def test_the_notebook_runs(self) -> None:
        if importlib.util.find_spec("sb3_contrib") is None:
            self.skipTest("there is no sb3_contrib, or no torch")
        checked = subprocess.run(
            [sys.executable, "python/notebooks/render.py", "--check", "train_goblins"],
            cwd=EXAMPLES.parents[1],
            env={**os.environ, "SANDTABLE_SHORT": "1"},
            capture_output=True,
            text=True,
        )
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


if __name__ == "__main__":
    unittest.main()
