"""Random arguments to every function of the package: an exception, never a panic. A panic is no `Exception`, so it would end the test."""

from __future__ import annotations

import gc
import random
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

import numpy as np

import sandtable
from sandtable import _core

ROUNDS = 400
GAMES = list(sandtable.games())
ODD_NUMBERS = [0, 1, -1, 2, 7, 255, 256, 2**31 - 1, 2**31, 2**63 - 1, 2**63, 2**64, -(2**63), 2**70, 1.5, float("nan"), float("inf")]
ODD_WORDS = ["", "x", "\0", "\ud7ff\uffff", "breach", "goblins", "error", "full", "seats", "first-contact", "{}", "[]", "null", '{"ask": "reach"}']
ORDERS = [
    '{"ask": "forecast", "unit": 1, "target": 2147483647}',
    '{"ask": "reach", "unit": -2147483648}',
    '{"ask": "way", "unit": 0, "to": [2147483647, -2147483648]}',
    '{"ask": "territory", "at": [255, 0]}',
    '{"order": "produce", "tower": -1, "task": "upgrade"}',
    '{"order": "move", "unit": [255, 255], "to": [0, 0]}',
    '{"order": "attack_pos", "unit": 0, "row": 2147483647, "col": 0, "level": 0}',
]
DTYPES = ["u1", "i1", "i2", "i4", "i8", "u8", "f4", "f8", "?", "c8", "U3", "O"]


def array(chance: random.Random) -> Any:
    shape = tuple(chance.choice([0, 1, 2, 3, 64]) for _ in range(chance.randrange(4)))
    made = np.zeros(shape, chance.choice(DTYPES))
    if chance.random() < 0.2:
        made = made[..., ::-1] if made.ndim else made
    if chance.random() < 0.2:
        made.flags.writeable = False
    return made


def value(chance: random.Random) -> Any:
    kinds: list[Callable[[], Any]] = [
        lambda: chance.choice(ODD_NUMBERS),
        lambda: chance.choice(ODD_WORDS),
        lambda: chance.choice(ORDERS),
        lambda: chance.randbytes(chance.randrange(64)),
        lambda: array(chance),
        lambda: None,
        lambda: [value(chance) for _ in range(chance.randrange(3))],
        lambda: {chance.choice(ODD_WORDS): value(chance)},
        object,
    ]
    return chance.choice(kinds)()


def likely(chance: random.Random, batch: sandtable.Batch) -> Any:
    """What would fit somewhere, with parts of it spoilt."""
    if chance.random() < 0.5:
        return value(chance)
    arrays: dict[str, Any] = dict(batch._out)
    for name in chance.sample(sorted(arrays), 2):
        if chance.random() < 0.5:
            arrays[name] = array(chance)
    actions = np.array([chance.choice([-(2**63), -1, 0, 1, 2**31, 2**63 - 1]) for _ in range(chance.choice([0, 2, 3, 4]))], np.int64)
    return chance.choice([arrays, actions, chance.randrange(4), 0, batch._core.save(0)[: chance.randrange(200)]])


def methods(of: Any) -> list[Any]:
    return [getattr(of, name) for name in dir(of) if not name.startswith("_") and callable(getattr(of, name))]


def attempt(act: Callable[..., Any], *arguments: Any, **named: Any) -> None:
    try:
        act(*arguments, **named)
    except Exception:
        pass


class BadInput(unittest.TestCase):
    def test_functions_and_classes(self) -> None:
        chance = random.Random(1)
        for make in methods(_core):
            for _ in range(ROUNDS):
                attempt(make, *(value(chance) for _ in range(chance.randrange(6))))
        for _ in range(ROUNDS):
            options = ["rules", "seed", "opponents", "rewards", "on_illegal", "auto_reset", "max_turns", "max_steps", "record", "rows", "painting"]
            named = {name: value(chance) for name in chance.sample(options, 2)}
            game = chance.choice(GAMES)
            attempt(sandtable.Batch, game, chance.choice([0, 1, 3, -1]), **named)
            attempt(sandtable.State, game, **{chance.choice(["rules", "seed", "map"]): value(chance)})

    def test_states(self) -> None:
        chance = random.Random(2)
        for game in GAMES:
            state = sandtable.State(game)
            others = [sandtable.State(other) for other in GAMES]
            for act in methods(state._core) + methods(state):
                if act.__name__ == "solve":
                    continue
                for _ in range(ROUNDS // 8):
                    attempt(act, *(value(chance) for _ in range(chance.randrange(4))))
                    attempt(act, chance.randrange(3), *(value(chance) for _ in range(chance.randrange(3))))
            for other in others:
                saved = bytearray(other.save())
                for _ in range(ROUNDS // 8):
                    saved[chance.randrange(len(saved))] ^= 1 << chance.randrange(8)
                    attempt(state.load, bytes(saved))
            attempt(state.solve if hasattr(state, "solve") else sandtable.solve, state, turns=0)
            self.assertIsInstance(str(state), str)

    def test_batches(self) -> None:
        chance = random.Random(3)
        for game in GAMES:
            rows = chance.choice(["acting", "seats"])
            batch = sandtable.Batch(game, 3, masks=["bytes", "bits", "list"], rows=rows, record=True, on_illegal=chance.choice(["error", "noop", "loss"]))
            for act in methods(batch._core) + methods(batch):
                counts = act.__name__ in ("step_random", "round_random")
                for _ in range(ROUNDS // 8):
                    if counts:
                        attempt(act, likely(chance, batch), chance.choice([0, 1, -1, "x", None]))
                    else:
                        attempt(act, *(likely(chance, batch) for _ in range(chance.randrange(4))))
            for _ in range(ROUNDS // 4):
                shape = (3, batch.seats, chance.randrange(5))
                attempt(batch.round, np.random.default_rng(chance.randrange(9)).integers(-3, batch.actions + 3, shape))
                attempt(batch.step, np.random.default_rng(chance.randrange(9)).integers(-3, batch.actions + 3, 3))
            batch.reset()
            batch.step_random()

    def test_arrays_do_not_share_memory(self) -> None:
        batch = sandtable.Batch("breach", 2)
        buffer = bytearray(64)
        # Arrays of one buffer are no views of each other: numpy alone does not know that they overlap.
        given = {"terminated": np.frombuffer(buffer, np.uint8, 2), "truncated": np.frombuffer(buffer, np.uint8, 2, 1)}
        with self.assertRaisesRegex(ValueError, "`terminated` and `truncated` share memory"):
            sandtable.Batch("breach", 2, out=given)
        actions = np.frombuffer(buffer, np.int64, 2)
        with self.assertRaisesRegex(ValueError, "`actions` and `rewards` share memory"):
            batch._core.step(actions, {"rewards": np.frombuffer(buffer, np.float32, 2).reshape(2, 1)})
        apart = {"terminated": np.frombuffer(buffer, np.uint8, 2), "truncated": np.frombuffer(buffer, np.uint8, 2, 2)}
        sandtable.Batch("breach", 2, out=apart).step_random()

    def test_actions_may_lie_anywhere(self) -> None:
        batch = sandtable.Batch("breach", 2)
        end = np.array([batch.actions - 1] * 2, ">i4")
        batch.step(end)
        shifted = np.empty(17, np.uint8)[1:].view(np.int64)
        shifted[:] = end
        batch.step(shifted)
        self.assertEqual(batch.facts(0)["steps"], 2)
        rewards = np.zeros(9, np.uint8)[1:].view(np.float32).reshape(2, 1)
        with self.assertRaisesRegex(ValueError, "aligned"):
            sandtable.Batch("breach", 2, out={"rewards": rewards})

    def test_garbage_may_ask_for_the_state(self) -> None:
        state = sandtable.State("breach")._core
        asked = []

        class Curious:
            def __init__(self) -> None:
                self.itself = self

            def __del__(self) -> None:
                asked.append(state.turn)

        often = gc.get_threshold()
        self.addCleanup(gc.set_threshold, *often)
        for _ in range(50):
            gc.set_threshold(0)
            Curious()
            gc.set_threshold(1)
            state.observe(0)
            state.legal_actions(0)
        gc.collect()
        self.assertEqual(len(asked), 50)

    def test_threads_share_batches_and_states(self) -> None:
        batch = sandtable.Batch("goblins", 4, masks=["bytes", "list"], record=True)
        state = sandtable.State("goblins")

        def work(seed: int) -> None:
            chance = random.Random(seed)
            for _ in range(50):
                attempt(
                    chance.choice(
                        [
                            lambda: batch.step_random(3),
                            # The list belongs to the batch, which may be writing into it.
                            lambda: batch.step(batch.starts[:4]),
                            lambda: batch.load(0, batch.save(1)),
                            lambda: batch.copy(0, [1, 2]),
                            lambda: batch.replay(0),
                            lambda: sandtable.Bot("greedy").orders(state),
                            lambda: state.load(state.save()).observe(),
                            lambda: state.play(int(chance.choice(state.legal_actions().tolist()))),
                        ]
                    )
                )

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, range(4)))
        batch.reset()
        batch.step_random()


if __name__ == "__main__":
    unittest.main()
