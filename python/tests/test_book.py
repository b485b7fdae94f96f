"""What the book's chapter shows is run."""

from __future__ import annotations

import contextlib
import io
import unittest
from pathlib import Path
from typing import Any

CHAPTER = Path(__file__).parents[2] / "docs/src/python.md"


class Book(unittest.TestCase):
    def test_the_chapter_runs(self) -> None:
        try:
            import gymnasium  # noqa: F401
        except ImportError:
            self.skipTest("there is no gymnasium")
        blocks = CHAPTER.read_text().split("```python\n")[1:]
        self.assertGreater(len(blocks), 2)
        names: dict[str, Any] = {}
        with contextlib.redirect_stdout(io.StringIO()):
            for block in blocks:
                exec(compile(block.split("```")[0], str(CHAPTER), "exec"), names)


if __name__ == "__main__":
    unittest.main()
