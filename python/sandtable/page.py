"""Replays as pages."""

from __future__ import annotations

import html
import os
from pathlib import Path
from typing import Union

from . import _core


class Page:
    """A replay as one HTML page, which needs nothing else and shows itself in notebooks.

    Args:
        replay: What `Batch.replay` or an environment's `replay` gives, or the contents of a replay file.
        height: Of its frame in a notebook, in pixels.
    """

    def __init__(self, replay: Union[str, bytes], *, height: int = 640) -> None:
        self.html = _core.replay_page(replay.encode() if isinstance(replay, str) else replay)
        """The page."""
        self.height = height

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it into a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        source = html.escape(self.html, quote=True)
        return f'<iframe style="width: 100%; height: {self.height}px; border: 0" srcdoc="{source}"></iframe>'
