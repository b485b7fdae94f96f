"""The notebooks run, and their pages in the book are what they give."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Notebooks(unittest.TestCase):
    def test_they_run_and_their_pages_are_up_to_date(self) -> None:
        checked = subprocess.run(
            [sys.executable, "python/notebooks/render.py", "--check"],
            cwd=ROOT,
            env={**os.environ, "SANDTABLE_SHORT": "1"},
            capture_output=True,
            text=True,
        )
        print(checked.stdout, end="")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)


if __name__ == "__main__":
    unittest.main()
