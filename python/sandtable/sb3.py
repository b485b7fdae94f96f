"""A batch as a vectorised environment of Stable-Baselines3, with masks for sb3-contrib. For games of one seat."""

from __future__ import annotations

from typing import Any, Callable, Optional, Sequence

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from .batch import Batch

Potential = Callable[[npt.NDArray[np.uint8]], npt.NDArray[Any]]
"""A number for each game, made of its planes: what a step adds to it is paid. The best play stays the best."""

Features = Callable[[npt.NDArray[np.uint8]], npt.NDArray[np.float32]]
"""What the network gets of the planes of so many games."""

Stepped = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]


def channels_first(planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """The planes as networks of convolutions take them."""
    return np.moveaxis(planes, -1, 1).astype(np.float32)


class BatchVecEnv(VecEnv):
    """A batch of games of one seat, as Stable-Baselines3 wants environments.

    Games begin again by themselves; `infos` has their last observation, `episode` for the log, and `is_success`.

    Args:
        batch: Opened with `auto_reset="same_step"`, as is usual, and with `final`.
        features: Makes observations of planes; `channels_first` if none is given. They are floats: bytes would be taken for photographs.
        potential: Added to rewards as `gamma * potential(after) - potential(before)`; the end of a game has none.
        gamma: The discount of the learner.
    """

    def __init__(
        self,
        batch: Batch,
        features: Features = channels_first,
        *,
        potential: Optional[Potential] = None,
        gamma: float = 0.99,
    ) -> None:
        if batch.seats != 1:
            raise ValueError(f"{batch.game} has {batch.seats} seats; this is for games of one")
        self._features = features
        space = spaces.Box(0, 255, features(batch.planes[:1]).shape[1:], np.float32)
        super().__init__(batch.games, space, spaces.Discrete(batch.actions))
        self.batch = batch
        self._potential, self._gamma = potential, gamma
        self._before = self._potentials()
        self._returns, self._lengths = np.zeros(batch.games), np.zeros(batch.games, np.int64)
        self._actions = np.zeros(batch.games, np.int64)

    def reset(self) -> npt.NDArray[np.float32]:
        """Begins all games again."""
        self.batch.reset()
        self._before = self._potentials()
        self._returns[:], self._lengths[:] = 0, 0
        return self._features(self.batch.planes)

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Takes the actions of a step."""
        self._actions = actions

    def step_wait(self) -> Stepped:
        """Plays them."""
        self.batch.step(self._actions)
        paid = self.batch.rewards[:, 0].copy()
        done = self.batch.terminated | self.batch.truncated
        self._returns += paid
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(done):
            infos[game] = self._ended(int(game), bool(paid[game] > 0))
        self._returns[done], self._lengths[done] = 0, 0
        after = self._potentials()
        shaped = paid + np.where(done, -self._before, self._gamma * after - self._before)
        self._before = after
        return self._features(self.batch.planes), shaped.astype(np.float32), done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, game by game."""
        return self.batch.mask.copy()

    def close(self) -> None:
        """Nothing is held that has to be given back."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same for all games."""
        return [getattr(self, attr_name, None)] * len(self._games(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """The same for all games."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Masks, game by game: sb3-contrib asks for them so."""
        if method_name != "action_masks":
            raise ValueError(f"the games of a batch have no method {method_name}")
        masks = self.action_masks()
        return [masks[game] for game in self._games(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False] * len(self._games(indices))

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have it."""
        return hasattr(self, attr_name)

    def _ended(self, game: int, is_won: bool) -> dict[str, Any]:
        return {
            "terminal_observation": self._features(self.batch.final_planes[game : game + 1])[0],
            "TimeLimit.truncated": bool(self.batch.truncated[game]),
            "episode": {"r": float(self._returns[game]), "l": int(self._lengths[game]), "t": 0.0},
            "is_success": is_won,
        }

    def _games(self, indices: Any) -> Sequence[int]:
        return list(self._get_indices(indices))

    def _potentials(self) -> npt.NDArray[Any]:
        return np.zeros(self.batch.games) if self._potential is None else self._potential(self.batch.planes)
