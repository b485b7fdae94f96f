"""What the network of `train_goblins.py` is shown of boards: made with numpy of the planes of a batch."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

Array = npt.NDArray[Any]
Planes = npt.NDArray[np.uint8]
Squares = npt.NDArray[np.bool_]
"""Squares of many boards: boards × rows × columns."""

WATER, MOUNTAIN, MAGE, TO_MOVE, POINTS, PATROL, PATROL_STEPS, TRACKER, TRACKER_SIGHT = 0, 1, 2, 3, 4, 5, 9, 10, 11
"""Channels of the planes. Patrols have four, one for each direction: up, down, left, right."""

NEAR = 3
"""How far a mage walks in a turn at most."""


class Boards:
    """Boards taken apart: what is where."""

    def __init__(self, planes: Planes) -> None:
        channels = np.ascontiguousarray(np.moveaxis(planes, -1, 0))
        self.steps, self.sight, self.points = channels[PATROL_STEPS], channels[TRACKER_SIGHT], channels[POINTS]
        self.patrols: Squares = channels[PATROL : PATROL + 4] > 0
        self.trackers: Squares = channels[TRACKER] > 0
        self.goblins: Squares = self.patrols.any(axis=0) | self.trackers
        self.active: Squares = channels[TO_MOVE] > 0
        self.mates: Squares = (channels[MAGE] > 0) & ~self.active
        self.mountains: Squares = channels[MOUNTAIN] > 0
        self.free: Squares = ~self.mountains & (channels[WATER] == 0) & ~self.goblins & ~self.mates


def turned(ways: Sequence[Array]) -> Array:
    """Four arrays of boards turned so that up, down, left and right, each in its own array, become up."""
    up, down, left, right = ways
    return np.stack([up, down[:, ::-1], left.transpose(0, 2, 1), right.transpose(0, 2, 1)[:, ::-1]])


def turned_back(ways: Sequence[Array]) -> Array:
    """Undoes `turned`."""
    up, down, left, right = ways
    return np.stack([up, down[:, ::-1], left.transpose(0, 2, 1), right[:, ::-1].transpose(0, 2, 1)])


def lines_of_fire(boards: Boards) -> tuple[Squares, Squares]:
    """From which squares a fireball up, down, left or right would hit a goblin, and from which the other mage."""
    goblins, mates = turned([boards.goblins] * 4), turned([boards.mates] * 4)
    is_open = ~(turned([boards.mountains] * 4) | goblins | mates)
    goblin_hit, mate_hit = np.zeros_like(goblins), np.zeros_like(mates)
    for row in range(goblins.shape[2] - 1):
        goblin_hit[:, :, row + 1] = goblins[:, :, row] | goblin_hit[:, :, row] & is_open[:, :, row]
        mate_hit[:, :, row + 1] = mates[:, :, row] | mate_hit[:, :, row] & is_open[:, :, row]
    return turned_back(goblin_hit), turned_back(mate_hit)


def in_danger(boards: Boards) -> Squares:
    """The squares that goblins may strike at in their next turn: around the ways of patrols, and in the sight of trackers."""
    left = turned([np.where(own, boards.steps + 1, 0).astype(np.int16) for own in boards.patrols])
    free, walked = turned([boards.free] * 4), left > 0
    while left.any():
        left[:, :, :-1], left[:, :, -1] = np.maximum(left[:, :, 1:] - 1, 0), 0
        left *= free
        walked |= left > 0
    struck = near(turned_back(walked).any(axis=0).astype(np.int16))
    return struck | near(np.where(boards.trackers, boards.sight, 0).astype(np.int16))


def near(reach: npt.NDArray[np.int16]) -> Squares:
    """The squares that are at most as many steps away from a square as `reach` says there."""
    left = np.where(reach > 0, reach + 1, 0)
    for _ in range(int(left.max(initial=1)) - 1):
        before = left.copy()
        left[:, 1:] = np.maximum(left[:, 1:], before[:, :-1] - 1)
        left[:, :-1] = np.maximum(left[:, :-1], before[:, 1:] - 1)
        left[:, :, 1:] = np.maximum(left[:, :, 1:], before[:, :, :-1] - 1)
        left[:, :, :-1] = np.maximum(left[:, :, :-1], before[:, :, 1:] - 1)
    return left > 0


def around(squares: Sequence[Squares], at: tuple[Array, Array], radius: int) -> Array:
    """Cuts the square around a square out of boards; what lies beyond their edges is 0."""
    wide = np.pad(np.stack(squares, axis=1), [(0, 0), (0, 0), (radius, radius), (radius, radius)])
    side = 2 * radius + 1
    windows = sliding_window_view(wide, (side, side), axis=(2, 3))
    cut = windows[np.arange(len(wide)), :, at[0], at[1]]
    return cut.reshape(len(wide), -1)


def features(planes: Planes) -> npt.NDArray[np.float32]:
    """What the mage to move should know, who stands in the middle of everything."""
    boards = Boards(planes)
    games, rows, cols = boards.active.shape
    middle = boards.active.reshape(games, -1).argmax(axis=1)
    at = (middle // cols, middle % cols)
    goblin_hit, mate_hit = lines_of_fire(boards)
    danger = in_danger(boards)
    here = (slice(None), np.arange(games), *at)
    close = [boards.free, boards.mates, goblin_hit.any(axis=0) & boards.free, danger]
    once = [
        *goblin_hit[here],
        *mate_hit[here],
        *(boards.points.max(axis=(1, 2)) == points for points in range(NEAR + 1)),
        *(boards.goblins.sum(axis=(1, 2)) == count for count in range(1, 4)),
        boards.mates.any(axis=(1, 2)),
    ]
    parts = [around(close, at, NEAR), around([boards.goblins], at, max(rows, cols) - 1), np.stack(once, axis=1)]
    return np.concatenate(parts, axis=1, dtype=np.float32)
