"""Trains a masked PPO on generated maps of goblins until it wins most maps that it has never seen.

    pip install '.[envs]' sb3-contrib
    python python/examples/train_goblins.py --minutes 10

The games run in a batch, the network is small, and one machine with two cores is enough. A line a minute says how many unseen maps are won; the
last one is the result. `--curve FILE` writes them as a table.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from sandtable import Batch, Map, Rewards, new_map
from sandtable.sb3 import BatchVecEnv

GAMES = 128
"""Games that are played at once."""
MOST_STEPS = 120
"""Actions after which a game is given up."""
FIRST_UNSEEN = 1_000_000
"""The seeds of maps for tests begin here; those for training end before."""


def maps(first: int, count: int) -> list[Map]:
    """Generated maps of 8 x 8."""
    return [new_map("goblins", seed, rows=8, cols=8) for seed in range(first, first + count)]


def goblins_left(planes: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
    """A potential: every goblin that is left costs."""
    patrols = planes[..., 5:9].sum(axis=(1, 2, 3), dtype=np.int64)
    trackers = planes[..., 10].sum(axis=(1, 2), dtype=np.int64)
    mages = planes[..., 2].sum(axis=(1, 2), dtype=np.int64)
    potential: npt.NDArray[Any] = 0.2 * mages - 0.2 * (patrols + trackers)
    return potential


def around_the_mage(planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """The board as the mage to move sees it, who stands in the middle of 15 x 15 squares; the last channel is the board itself."""
    games, side, _, _ = planes.shape
    wide = np.zeros((games, 3 * side - 2, 3 * side - 2, KEPT.sum() + 1), np.float32)
    inner = slice(side - 1, 2 * side - 1)
    wide[:, inner, inner, :-1] = planes[..., KEPT]
    wide[:, inner, inner, -1] = 1
    at = planes[..., TO_MOVE].reshape(games, -1).argmax(axis=1)
    window = np.arange(2 * side - 1)
    rows, cols = (at // side)[:, None] + window, (at % side)[:, None] + window
    seen = wide[np.arange(games)[:, None, None], rows[:, :, None], cols[:, None, :]]
    flat: npt.NDArray[np.float32] = np.minimum(seen.reshape(games, -1), 3)
    return flat


TO_MOVE = 3
"""The channel that says which mage is to move."""
KEPT = np.array([channel != TO_MOVE for channel in range(12)])
"""The channels that a mage who looks around does not know already."""


def won(model: Any, count: int, greedy: bool = True) -> float:
    """The part of unseen maps that is won; by random play without a model."""
    batch = Batch("goblins", count, maps=maps(FIRST_UNSEEN, count), auto_reset="never", max_steps=MOST_STEPS, seed=5)
    wins, over = np.zeros(count, bool), np.zeros(count, bool)
    while not over.all():
        if model is None:
            batch.step_random()
        else:
            actions, _ = model.predict(around_the_mage(batch.planes), action_masks=batch.mask, deterministic=greedy)
            batch.step(actions)
        ended = (batch.terminated | batch.truncated) & ~over
        wins |= ended & (batch.rewards[:, 0] > 0)
        over |= ended
    return float(wins.mean())


class Curve(BaseCallback):
    """Tests the model every so often, and ends the training when its time is over."""

    def __init__(self, minutes: float, every: float, count: int) -> None:
        super().__init__()
        self.points: list[tuple[float, int, float]] = []
        self._seconds, self._every, self._count = minutes * 60, every, count
        self._began = self._next = time.monotonic()
        self._next += every

    def _on_step(self) -> bool:
        return time.monotonic() - self._began < self._seconds

    def _on_rollout_end(self) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + self._every
            self.point()

    def point(self) -> None:
        """Tests the model now."""
        spent = time.monotonic() - self._began
        self.points.append((spent, self.num_timesteps, won(self.model, self._count)))
        print(f"{spent:5.0f} s  {self.num_timesteps:9,} steps  {self.points[-1][2]:6.1%} of unseen maps won", flush=True)


def train(minutes: float, unseen: int, steps: int = 100_000_000, every: float = 60.0, seed: int = 0) -> Curve:
    """Trains for so many minutes or steps."""
    torch.manual_seed(seed)
    batch = Batch(
        "goblins",
        GAMES,
        maps=maps(0, 8 * GAMES * 16),
        max_steps=MOST_STEPS,
        seed=seed,
        rewards=Rewards(step=-0.005),
    )
    model = MaskablePPO(
        "MlpPolicy",
        BatchVecEnv(batch, goblins_left, gamma=0.98, features=around_the_mage),
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        gamma=0.98,
        gae_lambda=0.95,
        learning_rate=7e-4,
        ent_coef=0.01,
        seed=seed,
        policy_kwargs={"net_arch": [128, 64]},
    )
    curve = Curve(minutes, every, unseen)
    model.learn(steps, callback=curve)
    curve.point()
    return curve


def main() -> None:
    """Trains, and says what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to train")
    parser.add_argument("--unseen", type=int, default=500, help="on how many maps to test")
    parser.add_argument("--curve", type=Path, help="where to write the learning curve")
    arguments = parser.parse_args()
    print(f"random play: {won(None, arguments.unseen):6.1%} of unseen maps won", flush=True)
    curve = train(arguments.minutes, arguments.unseen)
    if arguments.curve:
        lines = [f"{spent:.0f}\t{steps}\t{part:.3f}" for spent, steps, part in curve.points]
        arguments.curve.write_text("\n".join(["seconds\tsteps\twon", *lines]) + "\n")


if __name__ == "__main__":
    main()
