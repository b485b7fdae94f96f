"""Runs the notebooks and writes their pages into the book: `python python/notebooks/render.py`.

A notebook is a Python program in cells, as Jupytext's percent format has it, so editors can run it cell by cell. `--check` runs them and writes
nothing: it fails if a page is not what would be written. What cells marked `varies` print depends on the machine, and is not compared.

Cells begin with one of these lines:

    # %%                  code; what it prints, and the value of its last line, is shown below it
    # %% varies           the same, with output that is not compared
    # %% fixture          code that is not shown
    # %% [markdown]       English text
    # %% [markdown] zh    Chinese text
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.util
import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
BOOKS = {"en": ROOT / "docs/src/notebooks", "zh": ROOT / "docs/zh-CN/src/notebooks"}
NEEDS = {"first_steps": ["gymnasium"], "train_goblins": ["sb3_contrib"]}
"""What must be installed for a notebook besides the package."""


@dataclass(frozen=True)
class Cell:
    """A part of a notebook."""

    marks: frozenset[str]
    text: str


def cells(source: str) -> list[Cell]:
    """The cells of a notebook."""
    found = []
    for part in re.split(r"(?m)^# %%", source)[1:]:
        marks, _, text = part.partition("\n")
        found.append(Cell(frozenset(marks.split()), text.strip("\n")))
    return found


def run(code: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Runs a cell: what it prints, and the value of its last line."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "notebook", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
    return printed.getvalue(), value


@dataclass
class Pages:
    """The pages of a notebook: Markdown by language, and files that they show."""

    texts: dict[str, list[str]]
    files: dict[str, str]

    def add(self, text: str, language: str | None = None) -> None:
        """Adds a part to one language, or to all."""
        for one in [language] if language else self.texts:
            self.texts[one].append(text)


def render(name: str) -> Pages:
    """Runs a notebook."""
    pages = Pages({language: [] for language in BOOKS}, {})
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells((FOLDER / f"{name}.py").read_text(encoding="utf-8")):
        if "[markdown]" in cell.marks:
            text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in cell.text.splitlines())
            pages.add(text, "zh" if "zh" in cell.marks else "en")
            continue
        printed, value = run(cell.text, names)
        if "fixture" in cell.marks:
            continue
        pages.add(f"```python\n{cell.text}\n```")
        shown = getattr(value, "html", None)
        if shown is not None:
            pages.files[f"{page_name(name)}.html"] = shown
            pages.add(f'<iframe src="{page_name(name)}.html" style="width: 100%; height: {value.height}px; border: 0"></iframe>')
        elif value is not None:
            printed += repr(value)
        if printed.strip():
            varies = "<!-- varies -->\n" if "varies" in cell.marks else ""
            pages.add(f"{varies}```text\n{printed.rstrip()}\n```")
    return pages


def page_name(name: str) -> str:
    """The name of a notebook's page."""
    return name.replace("_", "-")


def without_varying(text: str) -> str:
    """A page without what depends on the machine."""
    return re.sub(r"(?s)<!-- varies -->\n```text\n.*?\n```", "", text)


def missing(name: str) -> list[str]:
    """What a notebook needs and is not installed."""
    return [need for need in NEEDS.get(name, []) if importlib.util.find_spec(need) is None]


def main() -> int:
    """Writes the pages, or compares them; 1 if one is not up to date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "render")
    parser.add_argument("notebooks", nargs="*", metavar="NAME", help=f"which: {', '.join(known)}; all if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a page is not up to date")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.notebooks if name not in known]
    if unknown:
        parser.error(f"there is no notebook {unknown[0]}; there are {', '.join(known)}")
    stale = 0
    for name in arguments.notebooks or known:
        needs = missing(name)
        if needs:
            print(f"skipped: {name}: there is no {', '.join(needs)}")
            continue
        pages = render(name)
        for language, parts in pages.texts.items():
            path = BOOKS[language] / f"{page_name(name)}.md"
            text = "\n\n".join(parts) + "\n"
            if not arguments.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                for file, contents in pages.files.items():
                    (path.parent / file).write_text(contents, encoding="utf-8")
            elif not path.is_file() or without_varying(path.read_text(encoding="utf-8")) != without_varying(text):
                stale += 1
                print(f"{path.relative_to(ROOT)} is not up to date: run python python/notebooks/render.py {name}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
