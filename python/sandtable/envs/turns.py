"""Games whose seats move in turn as AEC environments of PettingZoo."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from ..batch import Rewards
from ..catalogue import MapLike
from .table import RENDER_MODES, MapMaker, Opponent, Table, check_render_mode


class TurnsEnv(AECEnv[str, dict[str, Any], int]):
    """A game whose seats move in turn: agent `seat_0` and so on, as many actions in a row as it likes, the last of which ends its turn.

    An observation has `observation` (the planes), `table` and `scalars`, as far as the game has them, and `action_mask`.

    Args:
        game: Its name.
        map: A map, a list of maps, or a function that makes the next one of a random generator. All must have the same sizes.
        opponents: Who plays seats that are no agents: names of built-in bots, or functions of an observation and a mask.
    """

    metadata = {"render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        map: Union[MapLike, Sequence[MapLike], MapMaker] = None,
        rules: str = "",
        opponents: Optional[Mapping[int, Opponent]] = None,
        rewards: Rewards = Rewards(),
        on_illegal: str = "error",
        max_turns: int = 0,
        max_steps: int = 0,
        record: bool = False,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self._table = Table(
            game,
            map=map,
            rules=rules,
            opponents=opponents,
            rewards=rewards,
            on_illegal=on_illegal,
            max_turns=max_turns,
            max_steps=max_steps,
            record=record,
        )
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self.render_mode = render_mode
        self._seats = {f"seat_{seat}": seat for seat in self._table.learners}
        self.possible_agents = list(self._seats)
        self.observation_spaces = {agent: self._space() for agent in self._seats}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(self._table.spaces["actions"]) for agent in self._seats
        }
        self._random, _ = seeding.np_random(0)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game. `options` is not used."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._table.begin(self._random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._table.info() for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._let_policies_play()
        self._select()

    def step(self, action: Optional[int]) -> None:
        """Plays an action of the selected agent."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{self.agent_selection} is to move: None is no action")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._table.step(int(action))
        self._collect()
        self._let_policies_play()
        self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. Only the agent whose turn it is has anything to choose."""
        seat = self._seats[agent]
        seen = self._table.observation(seat)
        return {"observation": seen.pop("planes"), **seen, "action_mask": self._table.mask(seat)}

    def replay(self) -> str:
        """The game so far as a replay; needs `record=True`."""
        return self._table.replay()

    def render(self) -> Any:
        """The board as text or as a picture, as the agent whose turn it is sees it."""
        return self._table.render(self.render_mode, self._seats.get(self.agent_selection))

    def close(self) -> None:
        """Nothing is open."""

    def _let_policies_play(self) -> None:
        while not self._table.is_over and self._table.seat in self._table.policies:
            seat = self._table.seat
            action = self._table.policies[seat](self._table.observation(seat), self._table.mask(seat))
            self._table.step(int(action))
            self._collect()

    def _collect(self) -> None:
        for agent in self.agents:
            self.rewards[agent] += self._table.reward(self._seats[agent])

    def _select(self) -> None:
        info = self._table.info()
        for agent in self.agents:
            self.terminations[agent] = self._table.terminated
            self.truncations[agent] = self._table.truncated
            self.infos[agent] = info
        if not self._table.is_over:
            self.agent_selection = f"seat_{self._table.seat}"

    def _space(self) -> spaces.Dict:
        boxes = observation_boxes(self._table)
        mask = spaces.Box(0, 1, (self._table.spaces["actions"],), np.int8)
        return spaces.Dict({"observation": boxes.pop("planes"), **boxes, "action_mask": mask})


def observation_boxes(table: Table) -> dict[str, spaces.Space[Any]]:
    """What a seat sees: `planes`, `table` and `scalars`, as far as the game has them."""
    bounds = {"planes": (0, 255), "table": (-(2**15), 2**15 - 1), "scalars": (-(2**31), 2**31 - 1)}
    seen = table.observation(0)
    return {
        name: spaces.Box(bounds[name][0], bounds[name][1], array.shape, array.dtype.type) for name, array in seen.items()
    }
