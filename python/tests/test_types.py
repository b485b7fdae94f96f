"""Types: the stubs say what the module is, and typed programs pass `mypy --strict`."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples/search.py"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=folder)


@unittest.skipIf(importlib.util.find_spec("mypy") is None, "there is no mypy")
class Types(unittest.TestCase):
    def test_an_example_passes(self) -> None:
        checked = run("mypy", "--strict", str(EXAMPLE))
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_the_stubs_are_true(self) -> None:
        checked = run("mypy.stubtest", "sandtable._core", "--ignore-missing-stub")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_the_example_wins(self) -> None:
        played = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True)
        self.assertIn("won", played.stdout, played.stderr)


if __name__ == "__main__":
    unittest.main()
