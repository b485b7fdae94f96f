"""Environments: what Gymnasium and PettingZoo check, and what their users do."""

from __future__ import annotations

import copy
import pickle
import unittest
import warnings
from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, parallel_api_test, seed_test
    from pettingzoo.test.seed_test import parallel_seed_test
except ImportError as missing:
    raise unittest.SkipTest(f"skipped: {missing}") from None

from sandtable import Rewards, new_map
from sandtable.envs import deepblue_v0, fc18_v0
from sandtable.register import register

register()
SOLO = ["sandtable/Breach-v0", "sandtable/Goblins-v0"]


def play(env: Any, steps: int, seed: int) -> list[Any]:
    """Random legal play, written down."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    seen: list[Any] = [observation.copy()]
    for _ in range(steps):
        action = random.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        seen += [observation.copy(), reward]
        if terminated or truncated:
            observation, info = env.reset()
    return seen


def same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other)) and len(one) == len(other)


class Solo(unittest.TestCase):
    def test_gymnasium_is_content(self) -> None:
        for name in SOLO:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                # Its own random actions are not all legal.
                check_env(gymnasium.make(name, on_illegal="noop", render_mode="ansi").unwrapped, skip_render_check=False)

    def test_seeds_repeat(self) -> None:
        for name in SOLO:
            env, other = gymnasium.make(name).unwrapped, gymnasium.make(name).unwrapped
            self.assertTrue(same(play(env, 200, 5), play(other, 200, 5)))

    def test_an_illegal_action_is_an_error(self) -> None:
        for name in SOLO:
            env = gymnasium.make(name).unwrapped
            _, info = env.reset(seed=0)
            with self.assertRaisesRegex(ValueError, "illegal"):
                env.step(10**6)
            np.testing.assert_array_equal(info["action_mask"].astype(bool), env.action_masks())  # type: ignore[attr-defined]

    def test_copies_go_on_alike(self) -> None:
        for name in SOLO:
            env = gymnasium.make(name, record=True).unwrapped
            play(env, 37, 1)
            for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                mask = env.action_masks()  # type: ignore[attr-defined]
                np.testing.assert_array_equal(mask, other.action_masks())
                action = int(np.flatnonzero(mask)[-1])
                one = copy.deepcopy(env).step(action)
                np.testing.assert_array_equal(one[0], other.step(action)[0])

    def test_rendering(self) -> None:
        for name in SOLO:
            env = gymnasium.make(name, render_mode="rgb_array")
            env.reset(seed=0)
            image: Any = env.render()
            self.assertEqual((image.dtype, image.ndim, image.shape[2]), (np.uint8, 3, 3))
            self.assertGreater(len(np.unique(image.reshape(-1, 3), axis=0)), 3)
            env = gymnasium.make(name, render_mode="ansi")
            env.reset(seed=0)
            self.assertIn("\n", str(env.render()))
        with self.assertRaisesRegex(ValueError, "render_mode='film'"):
            gymnasium.make(SOLO[0], render_mode="film", disable_env_checker=True)

    def test_maps_by_list_and_by_generator(self) -> None:
        def maker(random: np.random.Generator) -> Any:
            return new_map("goblins", int(random.integers(2**32)), rows=8, cols=8)

        env = gymnasium.make("sandtable/Goblins-v0", map=maker).unwrapped
        names = {env.reset(seed=seed)[1]["map"] for seed in range(10)}
        self.assertEqual(len(names), 10)
        maps = [new_map("goblins", seed) for seed in range(3)]
        env = gymnasium.make("sandtable/Goblins-v0", map=maps).unwrapped
        self.assertEqual(len({env.reset()[1]["map"] for _ in range(40)}), 3)
        other = gymnasium.make("sandtable/Goblins-v0", map=[maps[0], new_map("goblins", 0, rows=9)]).unwrapped
        with self.assertRaisesRegex(ValueError, "other sizes"):
            for _ in range(40):
                other.reset()

    def test_replays(self) -> None:
        env = gymnasium.make("sandtable/Goblins-v0", record=True).unwrapped
        play(env, 30, 2)
        self.assertTrue(env.replay().startswith('{"replay":2'))  # type: ignore[attr-defined]


class Turns(unittest.TestCase):
    def test_pettingzoo_is_content(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(fc18_v0.env(), num_cycles=200, verbose_progress=False)
            seed_test(fc18_v0.env, num_cycles=50)

    def test_opponents_take_seats(self) -> None:
        def first_legal(observation: Any, mask: Any) -> int:
            return int(np.flatnonzero(mask)[-1])

        env = fc18_v0.env(opponents={1: "random", 2: "greedy", 3: first_legal}, max_turns=10, rewards=Rewards(turn=1))
        self.assertEqual(env.possible_agents, ["seat_0"])
        env.reset(seed=1)
        steps = 0
        while env.agents:
            observation, _, terminated, truncated, _ = env.last()
            done = terminated or truncated
            env.step(None if done else int(np.flatnonzero(observation["action_mask"])[-1]))
            steps += 1
        # Ten turns of the game, two or three of them the agent's, and the step of the end.
        self.assertIn(steps, (3, 4))

    def test_copies(self) -> None:
        env = fc18_v0.env()
        env.reset(seed=3)
        copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
        action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
        env.step(action)
        for other in copies:
            other.step(action)
            for name, array in env.last()[0].items():
                np.testing.assert_array_equal(array, other.last()[0][name])


class Rounds(unittest.TestCase):
    def test_pettingzoo_is_content(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # Their own random actions are not all legal.
            parallel_api_test(deepblue_v0.parallel_env(on_illegal="noop"), num_cycles=30)
            parallel_seed_test(lambda: deepblue_v0.parallel_env(on_illegal="noop"), num_cycles=10)

    def test_legal_choices_are_no_error(self) -> None:
        env = deepblue_v0.parallel_env(record=True)
        _, infos = env.reset(seed=1)
        for _ in range(10):
            actions = {agent: env.action_space(agent).sample(mask=infos[agent]["action_mask"]) for agent in env.agents}
            _, _, _, _, infos = env.step(actions)
        self.assertTrue(env.replay().startswith('{"replay":2'))
        worst = np.array(env.action_space("seat_0").nvec) - 1  # type: ignore[attr-defined]
        with self.assertRaisesRegex(ValueError, "illegal"):
            env.step({"seat_0": worst, "seat_1": worst})
        with self.assertRaisesRegex(ValueError, "no action for seat_1"):
            env.step({"seat_0": np.zeros_like(worst)})

    def test_functions_take_seats(self) -> None:
        asked = []

        def first_choices(observation: Any, masks: Any) -> Any:
            asked.append(sorted(observation))
            return np.array([np.flatnonzero(mask)[-1] for mask in masks])

        env = deepblue_v0.parallel_env(opponents={1: first_choices}, record=True)
        self.assertEqual(env.possible_agents, ["seat_0"])
        env.reset(seed=1)
        for _ in range(3):
            env.step({"seat_0": np.zeros(env.action_space("seat_0").shape or 0, np.int64)})
        self.assertEqual(asked, [["planes", "scalars", "table"]] * 3)
        self.assertIn('"seat":1,"orders":[{', env.replay().replace(" ", ""))
        env = deepblue_v0.parallel_env(opponents={1: lambda observation, masks: np.zeros(3)})
        env.reset(seed=1)
        with self.assertRaisesRegex(ValueError, "the action of seat_1 has shape"):
            env.step({"seat_0": np.zeros(env.action_space("seat_0").shape or 0, np.int64)})

    def test_copies_go_on_alike(self) -> None:
        env = deepblue_v0.parallel_env()
        _, infos = env.reset(seed=3)
        copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
        actions = {agent: env.action_space(agent).sample(mask=infos[agent]["action_mask"]) for agent in env.agents}
        seen = env.step(actions)[0]
        for other in copies:
            for agent, observation in other.step(actions)[0].items():
                for name, array in observation.items():
                    np.testing.assert_array_equal(array, seen[agent][name])

    def test_an_illegal_choice_can_lose(self) -> None:
        env = deepblue_v0.parallel_env(on_illegal="loss")
        env.reset(seed=1)
        worst = np.array(env.action_space("seat_0").nvec) - 1  # type: ignore[attr-defined]
        _, rewards, terminated, _, _ = env.step({"seat_0": worst, "seat_1": np.zeros_like(worst)})
        self.assertEqual((rewards, env.agents), ({"seat_0": -1.0, "seat_1": 0.0}, []))
        self.assertTrue(all(terminated.values()))


if __name__ == "__main__":
    unittest.main()
