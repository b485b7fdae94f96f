"""Games of one seat as environments of Gymnasium."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..batch import Rewards
from ..catalogue import MapLike
from .table import RENDER_MODES, MapMaker, Table, check_render_mode

Frame = npt.NDArray[np.uint8]


class SoloEnv(gymnasium.Env[Frame, np.int64]):
    """A game of one seat against its rules.

    Observations are `planes`, height × width × channels; `info["action_mask"]` and `action_masks()` say which actions are legal.

    Args:
        game: Its name.
        map: A map, a list of maps, of which every game gets one, or a function that makes the next one of a random generator. All must have
            the same sizes.
        rewards: What is paid; 1 for a win and -1 for a loss by default.
        on_illegal: `"error"`, `"noop"` or `"loss"`.
        max_turns: Turns after which a game is cut off; 0 for 1,000.
        max_steps: Actions after which a game is cut off; 0 for no such limit.
        record: Whether `replay()` is wanted.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        map: Union[MapLike, Sequence[MapLike], MapMaker] = None,
        rules: str = "",
        rewards: Rewards = Rewards(),
        on_illegal: str = "error",
        max_turns: int = 0,
        max_steps: int = 0,
        record: bool = False,
        render_mode: Optional[str] = None,
    ) -> None:
        check_render_mode(render_mode)
        self._table = Table(
            game,
            map=map,
            rules=rules,
            rewards=rewards,
            on_illegal=on_illegal,
            max_turns=max_turns,
            max_steps=max_steps,
            record=record,
        )
        if self._table.spaces["seats"] != 1:
            raise ValueError(f"{game} has {self._table.spaces['seats']} seats: see sandtable.envs for its environment")
        sizes = self._table.spaces
        shape = (sizes["height"], sizes["width"], len(sizes["channels"]))
        self.observation_space = spaces.Box(0, 255, shape, np.uint8)
        self.action_space = spaces.Discrete(sizes["actions"])
        self.channels: list[str] = sizes["channels"]
        """What each channel of an observation says."""
        self.render_mode = render_mode

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Frame, dict[str, Any]]:
        """Begins a game. `options` is not used."""
        super().reset(seed=seed)
        self._table.begin(self.np_random)
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Frame, float, bool, bool, dict[str, Any]]:
        """Plays an action."""
        if self._table.is_over:
            raise RuntimeError("the game is over: call reset()")
        self._table.step(int(action))
        return (
            self._observation(),
            self._table.reward(0),
            self._table.terminated,
            self._table.truncated,
            self._info(),
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, for sb3-contrib."""
        return self._table.mask(0).astype(np.bool_)

    def replay(self) -> str:
        """The game so far as a replay; needs `record=True`."""
        return self._table.replay()

    def render(self) -> Any:
        """The board as text or as a picture."""
        return self._table.render(self.render_mode)

    def _observation(self) -> Frame:
        return self._table.observation(0)["planes"]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._table.mask(0), **self._table.info()}
