"""Games whose seats move at once as Parallel environments of PettingZoo."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence, Union

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import ParallelEnv

from ..batch import Rewards
from ..catalogue import MapLike
from .table import RENDER_MODES, MapMaker, Opponent, Table, check_render_mode
from .turns import observation_boxes

Choice = npt.NDArray[np.int64]


class RoundsEnv(ParallelEnv[str, dict[str, Any], Choice]):
    """A game whose seats give all orders of a round at once: agents `seat_0` and `seat_1`.

    An action is a row of choices: for each own element one of every sort in `parts` (in deepblue a goal and an act), then what belongs to no element
    (production). 0 is nothing, `n` is the n-th number of that sort. `infos[agent]["action_mask"]` has a mask for each choice, as
    `MultiDiscrete.sample` wants them.

    A choice that is not in its mask is a `ValueError` by default. With `on_illegal="noop"` it does nothing, which is what becomes of such an order in
    the game, with `"loss"` the seat has lost. A choice that is in its mask, but that an earlier one of the same action has made impossible, does nothing.

    Opponents are names of built-in bots, or functions of an observation and its masks that return an action.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        parts: Optional[Sequence[int]] = None,
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
        check_render_mode(render_mode)
        if on_illegal not in ("error", "noop", "loss"):
            raise ValueError(f"on_illegal={on_illegal!r} is not one of error, noop, loss")
        self._table = Table(
            game,
            map=map,
            rules=rules,
            opponents=opponents,
            rewards=rewards,
            on_illegal="noop",
            max_turns=max_turns,
            max_steps=max_steps,
            record=record,
        )
        self._on_illegal, self._loss = on_illegal, rewards.loss
        self.metadata = {**self.metadata, "name": f"{game}_v0"}
        self.render_mode = render_mode
        self._seats = {f"seat_{seat}": seat for seat in self._table.learners}
        self.possible_agents = list(self._seats)
        self.agents: list[str] = []
        self._firsts, self._sizes = _choices(self._table.spaces, parts)
        self._observation_spaces = {agent: spaces.Dict(observation_boxes(self._table)) for agent in self._seats}
        self._action_spaces = {agent: spaces.MultiDiscrete(self._sizes + 1) for agent in self._seats}
        self._random, _ = seeding.np_random(0)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent sees."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """What an agent can do."""
        return self._action_spaces[agent]

    def reset(
        self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begins a game. `options` is not used."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._table.begin(self._random)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Choice]) -> tuple[dict[str, Any], ...]:
        """Plays a round."""
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        longest = len(self._sizes)
        numbers = np.full((1, self._table.spaces["seats"], longest), -1, np.int64)
        lost = None
        for agent in self.agents:
            if agent not in actions:
                raise ValueError(f"there is no action for {agent}")
            chosen, is_legal = self._numbers(self._seats[agent], actions[agent])
            numbers[0, self._seats[agent], : len(chosen)] = chosen
            lost = lost or (None if is_legal else agent)
        for seat, policy in self._table.policies.items():
            chosen, _ = self._numbers(seat, policy(self._table.observation(seat), self._masks(seat)))
            numbers[0, seat, : len(chosen)] = chosen
        if lost is not None and self._on_illegal == "loss":
            return self._forfeit(lost)
        self._table.round(numbers)
        agents, over = self.agents, self._table.is_over
        result = (
            self._observations(),
            {agent: self._table.reward(self._seats[agent]) for agent in agents},
            dict.fromkeys(agents, self._table.terminated),
            dict.fromkeys(agents, self._table.truncated),
            self._infos(),
        )
        self.agents = [] if over else agents
        return result

    def replay(self) -> str:
        """The game so far as a replay; needs `record=True`."""
        return self._table.replay()

    def render(self) -> Any:
        """The board as text, with everything on it, or as a picture, as the first agent sees it."""
        return self._table.render(self.render_mode, self._table.learners[0] if self.render_mode == "rgb_array" else None)

    def close(self) -> None:
        """Nothing is open."""

    def _numbers(self, seat: int, given: Any) -> tuple[Choice, bool]:
        """The numbers of a seat's action that are legal, and whether all were."""
        action = np.asarray(given)
        if action.shape != self._sizes.shape or action.dtype.kind not in "iu":
            raise ValueError(
                f"the action of seat_{seat} has shape {action.shape} and dtype {action.dtype}; "
                f"it must have shape {self._sizes.shape} and whole numbers"
            )
        at = np.flatnonzero(action)
        chosen = action[at].astype(np.int64)
        mask = self._table.arrays["mask"][0, seat]
        fits = (chosen > 0) & (chosen <= self._sizes[at])
        numbers: Choice = self._firsts[at] + chosen - 1
        legal = fits & (mask[np.where(fits, numbers, 0)] != 0)
        if not legal.all() and self._on_illegal == "error":
            wrong = int(np.flatnonzero(~legal)[0])
            raise ValueError(
                f"choice {int(at[wrong])} of seat_{seat} is {int(chosen[wrong])}, which is illegal; see infos[agent]['action_mask']"
            )
        return numbers[legal], bool(legal.all())

    def _forfeit(self, lost: str) -> tuple[dict[str, Any], ...]:
        agents, self.agents = self.agents, []
        rewards = {agent: float(self._loss) if agent == lost else 0.0 for agent in agents}
        over, not_cut = dict.fromkeys(agents, True), dict.fromkeys(agents, False)
        return self._observations(agents), rewards, over, not_cut, self._infos(agents)

    def _observations(self, agents: Optional[Sequence[str]] = None) -> dict[str, Any]:
        return {agent: self._table.observation(self._seats[agent]) for agent in agents or self.agents}

    def _infos(self, agents: Optional[Sequence[str]] = None) -> dict[str, Any]:
        return {agent: {"action_mask": self._masks(self._seats[agent]), **self._table.info()} for agent in agents or self.agents}

    def _masks(self, seat: int) -> tuple[npt.NDArray[np.int8], ...]:
        mask = self._table.mask(seat)
        nothing = np.ones(1, np.int8)
        return tuple(
            np.concatenate([nothing, mask[first : first + size]])
            for first, size in zip(self._firsts.tolist(), self._sizes.tolist())
        )


def _choices(sizes: Mapping[str, Any], parts: Optional[Sequence[int]]) -> tuple[Choice, Choice]:
    """The first number and how many there are, for each choice of an action."""
    each, actors, others = sizes["each"], sizes["actors"], sizes["others"]
    parts = [each] if parts is None else list(parts)
    if sum(parts) != each:
        raise ValueError(f"the parts of an actor's numbers are {parts}, and there are {each} of them")
    inner = np.cumsum([0, *parts[:-1]])
    firsts = (np.arange(actors)[:, None] * each + inner[None, :]).reshape(-1)
    lengths = np.tile(np.array(parts), actors)
    if others:
        firsts, lengths = np.append(firsts, actors * each), np.append(lengths, others)
    return firsts.astype(np.int64), lengths.astype(np.int64)
