"""Trains a masked PPO on generated goblins maps, and says how many maps it wins that it has never seen.

    pip install '.[envs]' sb3-contrib
    python python/examples/train_goblins.py --curve curve.svg

One batch plays all games, in this process. Every 20 seconds of CPU time a line says how many unseen maps are won. With Debian's `python3-torch`
install `libopenblas0`, too: without it torch multiplies matrices fifteen times slower.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from goblin_features import MAGE, PATROL, TRACKER, Planes, features
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from sandtable import Batch, Map, Rewards, new_map
from sandtable.sb3 import BatchVecEnv

GAMES = 256
"""Games that are played at once."""
MAPS = 16_384
"""Maps to train on: seeds from 0."""
FIRST_UNSEEN = 1_000_000
"""The first seed of the maps to test on."""
MOST_STEPS = 120
"""Actions after which a game counts as not won."""
GAMMA = 0.98


def maps(first: int, count: int) -> list[Map]:
    """Generated maps of 8 x 8: two mages against two patrols and a tracker."""
    return [new_map("goblins", seed, rows=8, cols=8) for seed in range(first, first + count)]


def balance(planes: Planes) -> npt.NDArray[Any]:
    """The potential for shaping rewards: 0.2 for every mage, less 0.2 for every goblin."""
    mages = planes[..., MAGE].sum(axis=(1, 2), dtype=np.int64)
    goblins = planes[..., [*range(PATROL, PATROL + 4), TRACKER]].sum(axis=(1, 2, 3), dtype=np.int64)
    potential: npt.NDArray[Any] = 0.2 * mages - 0.2 * goblins
    return potential


def won(model: Any, count: int) -> float:
    """The part of unseen maps that is won; by random play if there is no model."""
    unseen = maps(FIRST_UNSEEN, count)
    batch = Batch("goblins", count, maps=unseen, auto_reset="never", max_steps=MOST_STEPS, seed=5)
    wins, over = np.zeros(count, bool), np.zeros(count, bool)
    while not over.all():
        if model is None:
            batch.step_random()
        else:
            actions, _ = model.predict(features(batch.planes), action_masks=batch.mask, deterministic=False)
            batch.step(actions)
        ended = (batch.terminated | batch.truncated) & ~over
        wins |= ended & (batch.rewards[:, 0] > 0)
        over |= ended
    return float(wins.mean())


class Curve(BaseCallback):
    """Tests the model every so often, and ends the training when its time is over. Time is CPU time of this process."""

    def __init__(self, minutes: float, unseen: int, every: float = 20.0) -> None:
        super().__init__()
        self.points: list[tuple[float, int, float]] = []
        """CPU seconds, steps, the part of unseen maps won."""
        self._seconds, self._every, self._unseen = minutes * 60, every, unseen
        self._began = time.process_time()
        self._next = every

    def _spent(self) -> float:
        return time.process_time() - self._began

    def _on_step(self) -> bool:
        return self._spent() < self._seconds

    def _on_rollout_end(self) -> None:
        if self._spent() >= self._next:
            self._next += self._every
            self.test()

    def test(self) -> None:
        """Tests the model now."""
        spent = self._spent()
        self.points.append((spent, self.num_timesteps, won(self.model, self._unseen)))
        print(f"{spent:5.0f} s  {self.num_timesteps:9,} steps  {self.points[-1][2]:6.1%} of unseen maps won", flush=True)


def train(minutes: float, unseen: int, steps: int, games: int = GAMES, seed: int = 0) -> tuple[MaskablePPO, Curve]:
    """Trains for so many steps, or until so many minutes of CPU time are over."""
    batch = Batch(
        "goblins", games, maps=maps(0, MAPS), max_steps=MOST_STEPS, seed=seed, rewards=Rewards(step=-0.005)
    )
    model = MaskablePPO(
        "MlpPolicy",
        BatchVecEnv(batch, features, potential=balance, gamma=GAMMA),
        n_steps=64,
        batch_size=2048,
        n_epochs=4,
        gamma=GAMMA,
        gae_lambda=0.95,
        learning_rate=lambda left: 1e-3 * max(left, 0.1),
        ent_coef=0.01,
        seed=seed,
        policy_kwargs={"net_arch": [128, 64]},
    )
    curve = Curve(minutes, unseen)
    model.learn(steps, callback=curve)
    curve.test()
    return model, curve


def drawn(curve: Curve, random: float) -> str:
    """The learning curve as an SVG: CPU time to the right, the part of unseen maps won upwards."""
    width, height, left, top = 640, 320, 48, 16
    longest = max(spent for spent, _, _ in curve.points)
    across, up = width - left - 16, height - top - 40

    def place(spent: float, part: float) -> str:
        return f"{left + across * spent / longest:.1f},{top + up * (1 - part):.1f}"

    def text(x: float, y: float, said: str, anchor: str) -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{said}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for tenth in range(0, 11, 2):
        y = top + up * (1 - tenth / 10)
        parts.append(f'<path d="M{left},{y:.1f}h{across}" stroke="#ddd"/>')
        parts.append(text(left - 6, y + 4, f"{10 * tenth} %", "end"))
    points = [(0.0, random), *((spent, part) for spent, _, part in curve.points)]
    line = " ".join(place(*point) for point in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1663b0" stroke-width="2"/>')
    parts += [text(left + across * share, height - 22, f"{longest * share:.0f} s", "middle") for share in (0.0, 0.5, 1.0)]
    parts.append(text(left + across / 2, height - 6, "CPU time; unseen maps won", "middle"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Trains, and says what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="CPU time after which training ends (default 10)")
    parser.add_argument("--steps", type=int, default=2_000_000, help="steps after which it ends (default 2,000,000)")
    parser.add_argument("--unseen", type=int, default=1000, help="on how many maps to test (default 1,000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the network and of all chance")
    parser.add_argument("--curve", type=Path, metavar="FILE", help="writes the learning curve there, as an SVG")
    parser.add_argument("--save", type=Path, metavar="FILE", help="writes the trained model there")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    random = won(None, arguments.unseen)
    print(f"random play: {random:6.1%} of unseen maps won", flush=True)
    model, curve = train(arguments.minutes, arguments.unseen, arguments.steps, seed=arguments.seed)
    if arguments.curve:
        arguments.curve.write_text(drawn(curve, random))
    if arguments.save:
        model.save(arguments.save)


if __name__ == "__main__":
    main()
