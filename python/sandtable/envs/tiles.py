"""Boards as pictures: a plain tile for each cell."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
import numpy.typing as npt

TILE = 16
"""Pixels of a tile's side."""

_GROUND = (222, 214, 186)
_TERRAIN = {
    "water": (88, 140, 200),
    "ocean": (88, 140, 200),
    "mountain": (122, 110, 100),
    "forest": (96, 150, 92),
    "swamp": (120, 130, 90),
    "road": (200, 190, 150),
    "land": (190, 170, 120),
}
_UNITS = {
    "mage": (40, 70, 200),
    "soldier": (40, 70, 200),
    "tank": (30, 110, 180),
    "fighter": (90, 60, 200),
    "bee": (210, 120, 30),
    "hydralisk": (200, 40, 50),
    "tracker": (180, 30, 60),
}
_PREFIXES = {"patrol_": (210, 90, 30), "own": (40, 70, 200), "next": (200, 60, 50), "opposite": (60, 150, 60), "previous": (190, 140, 30)}


def tiles(planes: npt.NDArray[np.uint8], channels: Sequence[str]) -> npt.NDArray[np.uint8]:
    """The board that these planes say, as an image of height × width × 3."""
    height, width, _ = planes.shape
    image = np.empty((height, TILE, width, TILE, 3), np.uint8)
    image[:] = _GROUND
    for channel, name in enumerate(channels):
        if name in _TERRAIN:
            _fill(image, planes[:, :, channel] > 0, _TERRAIN[name], 0)
    for channel, name in enumerate(channels):
        colour = _UNITS.get(name) or next((c for prefix, c in _PREFIXES.items() if name.startswith(prefix)), None)
        if colour and name not in _TERRAIN and not name.endswith(("_steps", "_sight")):
            _fill(image, planes[:, :, channel] > 0, colour, TILE // 4)
    image[:, 0] = image[:, 0] // 2 + 64
    image[:, :, :, 0] = image[:, :, :, 0] // 2 + 64
    picture: npt.NDArray[np.uint8] = image.reshape(height * TILE, width * TILE, 3)
    return picture


def _fill(image: npt.NDArray[np.uint8], where: npt.NDArray[Any], colour: tuple[int, int, int], margin: int) -> None:
    rows, cols = np.nonzero(where)
    image[rows, margin : TILE - margin, cols, margin : TILE - margin] = colour
