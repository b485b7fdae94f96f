"""Batches: the same bytes with any number of threads, masks in all forms, branches, replays, and nonsense."""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

import numpy as np

import sandtable
from sandtable import Batch, Map, Rewards

GAMES = list(sandtable.games())
ALL_MASKS = ["bytes", "bits", "list"]


def arrays(batch: Batch) -> dict[str, np.ndarray]:
    return {name: array.copy() for name, array in batch._out.items()}


class Batches(unittest.TestCase):
    def test_any_number_of_threads_gives_the_same_bytes(self) -> None:
        for game in GAMES:
            found = []
            for threads in (1, 2, 8):
                batch = Batch(game, 16, threads=threads, seed=3, masks=ALL_MASKS)
                batch.step_random(60)
                found.append(arrays(batch))
            for other in found[1:]:
                for name, array in found[0].items():
                    np.testing.assert_array_equal(array, other[name], f"{game}: {name}")

    def test_masks_say_the_same_in_all_forms(self) -> None:
        for game in GAMES:
            batch = Batch(game, 4, masks=ALL_MASKS)
            batch.step_random(10)
            for row in range(4):
                listed = batch.legal[batch.starts[row] : batch.starts[row + 1]]
                np.testing.assert_array_equal(listed, np.flatnonzero(batch.mask[row]))
                unpacked = np.unpackbits(batch.bits[row].view(np.uint8), bitorder="little")[: batch.actions]
                np.testing.assert_array_equal(unpacked.astype(bool), batch.mask[row])

    def test_numpy_chooses_from_the_list(self) -> None:
        for game in GAMES:
            batch = Batch(game, 8, masks=["list"])
            generator = np.random.default_rng(5)
            for _ in range(100):
                batch.step(batch.choose(generator))

    def test_states_of_a_batch_and_single_states_agree(self) -> None:
        for game in GAMES:
            batch = Batch(game, 1, masks=["list"], auto_reset="never", max_turns=100)
            state = sandtable.State(game, seed=batch.facts()["seed"])
            generator = np.random.default_rng(7)
            for _ in range(40):
                if batch.seat[0] < 0:
                    break
                np.testing.assert_array_equal(state.legal_actions(), batch.legal[: batch.starts[1]])
                action = int(batch.choose(generator)[0])
                batch.step([action])
                state.play(action)
                self.assertEqual(state.digest, batch.facts()["digest"], game)
                if not state.is_over:
                    for name, array in state.observe().items():
                        np.testing.assert_array_equal(array, getattr(batch, name)[0], f"{game}: {name}")

    def test_games_are_branched_saved_and_loaded(self) -> None:
        for game in GAMES:
            batch = Batch(game, 6, seed=1)
            batch.step_random(20)
            saved = batch.save(0)
            batch.copy(0, [1, 2])
            batch.load(3, saved)
            self.assertEqual(len({batch.facts(place)["digest"] for place in range(4)}), 1)
            np.testing.assert_array_equal(batch.planes[0], batch.planes[3])
            other = Batch(game, 1)
            other.load(0, saved)
            self.assertEqual(other.facts()["digest"], batch.facts()["digest"])

    def test_replays_verify(self) -> None:
        program = os.environ.get("SANDTABLE_PROGRAM")
        if program is None:
            self.skipTest("SANDTABLE_PROGRAM does not name a built sandtable")
        for game in GAMES:
            seats = Batch(game).seats
            opponents = {seat: "random" for seat in range(1, seats)}
            batch = Batch(game, 2, record=True, opponents=opponents, max_turns=20)
            batch.step_random(300)
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "game.jsonl")
                for finished in (False, True):
                    try:
                        path.write_text(batch.replay(1, finished=finished))
                    except ValueError as none:
                        self.assertIn("no game has been finished", str(none))
                        continue
                    run = subprocess.run([program, "replay", "verify", path], capture_output=True, text=True)
                    self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_pythons_lock_is_free_while_games_are_stepped(self) -> None:
        batch = Batch("breach", 512)
        done = threading.Event()
        stepping = threading.Thread(target=lambda: (batch.step_random(2000), done.set()))
        stepping.start()
        counted = 0
        while not done.is_set():
            counted += 1
        stepping.join()
        # With the lock held, this loop would turn a handful of times.
        self.assertGreater(counted, 1000)

    def test_arrays_can_be_given(self) -> None:
        shape = Batch("goblins", 4).planes.shape
        planes, mask = np.zeros(shape, np.uint8), np.zeros((4, 11), bool)
        batch = Batch("goblins", 4, out={"planes": planes, "mask": mask})
        self.assertTrue(planes.any() and mask.any())
        batch.step_random(5)
        self.assertTrue(np.shares_memory(planes, batch.planes) and np.shares_memory(mask, batch.mask))
        np.testing.assert_array_equal(planes[0], batch.planes[0])

    def test_rewards(self) -> None:
        won = Map("won", "3 3 0 1 1\n1 0\n1 2 PG W 0\n")
        batch = Batch("goblins", 1, map=won, rewards=Rewards(win=5, step=-0.5, turn=0.25))
        batch.step([7])
        self.assertEqual(batch.rewards[0, 0], -0.5)
        batch.step([10])
        self.assertEqual((batch.rewards[0, 0], bool(batch.terminated[0])), (5 - 0.5 + 0.25, True))

    def test_games_begin_again_in_both_ways(self) -> None:
        same = Batch("goblins", 1, max_steps=2)
        later = Batch("goblins", 1, max_steps=2, auto_reset="next_step")
        for batch in (same, later):
            batch.step([10])
            batch.step([10])
            self.assertTrue(batch.truncated[0])
        self.assertEqual(same.facts()["steps"], 0)
        np.testing.assert_array_equal(later.planes, same.final_planes)
        later.step([0])
        self.assertFalse(later.truncated[0])
        self.assertEqual(later.facts()["steps"], 0)


class Nonsense(unittest.TestCase):
    def test_illegal_actions(self) -> None:
        batch = Batch("breach", 2)
        before = batch.facts(0)
        legal = int(np.flatnonzero(batch.mask[0])[0])
        illegal = int(np.flatnonzero(~batch.mask[1])[0])
        with self.assertRaisesRegex(ValueError, rf"action {illegal} of seat 0 in game 1 is illegal: "):
            batch.step([legal, illegal])
        with self.assertRaisesRegex(ValueError, "there are .* actions, from 0 to"):
            batch.step([batch.actions, 0])
        self.assertEqual(batch.facts(0), before)
        batch = Batch("breach", 1, on_illegal="noop")
        batch.step([-5])
        self.assertEqual(batch.facts()["turn"], 1)
        batch = Batch("breach", 1, on_illegal="loss")
        batch.step([-5])
        self.assertEqual((batch.rewards[0, 0], bool(batch.terminated[0])), (-1, True))

    def test_what_is_wrong_is_said(self) -> None:
        batch = Batch("goblins", 2)
        planes = np.zeros((2, 3), np.uint8)
        wrong: list[tuple[Any, str]] = [
            (lambda: batch.step([1]), r"`actions` has shape \(1,\) and must have \(2,\)"),
            (lambda: batch.step([0.5, 1.0]), "whole numbers, not of float64"),
            (lambda: batch.step(None), "whole numbers, not of object"),
            (lambda: batch.step("ab"), "whole numbers"),
            (lambda: batch.round([[0], [0]]), "must have"),
            (lambda: batch.reset([True]), "`which` has 1 elements and must have 2"),
            (lambda: batch.load(0, b"nonsense"), "no saved game"),
            (lambda: batch.load(5, b""), "there is no game 5"),
            (lambda: batch.copy(0, 9), "there is no game 9"),
            (lambda: batch.draw(0, 3), "there is no seat 3"),
            (lambda: batch.replay(), "record=True"),
            (lambda: batch.choose(np.random.default_rng()), "masks="),
            (lambda: Batch("chess"), "there is no game `chess`"),
            (lambda: Batch("goblins", 0), "`games` is 0"),
            (lambda: Batch("goblins", -1), "negative"),
            (lambda: Batch("goblins", 1, map="nowhere"), "no map `nowhere`"),
            (lambda: Batch("goblins", 1, map="x\ny"), "not valid"),
            (lambda: Batch("goblins", 1, map=3), "a map is"),  # type: ignore[arg-type]
            (lambda: Batch("goblins", 1, map="maze", maps=["maze"]), "not both"),
            (lambda: Batch("goblins", 1, maps=[]), "needs a map"),
            (lambda: Batch("goblins", 1, on_illegal="cry"), "on_illegal=\"cry\" is not one of error, noop, loss"),
            (lambda: Batch("goblins", 1, masks=["words"]), "'words' is not one of"),
            (lambda: Batch("goblins", 2, out={"planes": planes}), r"out\['planes'\] has shape \(2, 3\)"),
            (lambda: Batch("goblins", 2, out={"seat": np.zeros(2)}), "has dtype float64 and must have int8"),
            (lambda: Batch("goblins", 2, out={"pixels": planes}), "out has pixels"),
            (lambda: Batch("fc18", 1, opponents={9: "random"}), "the game has 4 seats"),
            (lambda: Batch("fc18", 1, opponents={1: "nobody"}), "there is no bot `nobody`"),
        ]
        for number, (act, said) in enumerate(wrong):
            with self.subTest(number=number, said=said):
                with self.assertRaisesRegex((ValueError, TypeError, OverflowError), said):
                    act()

    def test_arrays_of_all_kinds_into_the_core(self) -> None:
        core = Batch("goblins", 2)._core
        good = np.zeros(2, np.int64)
        view = np.zeros(4, np.int8)[::2]
        frozen = np.zeros(2, np.int8)
        frozen.flags.writeable = False
        shared = np.zeros(2, np.uint8)
        outs: list[dict[str, Any]] = [
            {"seat": view},
            {"seat": frozen},
            {"seat": [1, 2]},
            {"seat": None},
            {"seat": np.zeros(3, np.int8)},
            {"mask": np.zeros((2, 11), np.float32)},
            {"terminated": shared, "truncated": shared},
            {"legal": np.zeros(22, np.int32)},
        ]
        for out in outs:
            with self.subTest(out=str(out)):
                with self.assertRaises((ValueError, TypeError)):
                    core.step(good, out)

    def test_any_bytes_are_refused_or_playable(self) -> None:
        for game in GAMES:
            batch = Batch(game, 1, record=True)
            batch.step_random(15)
            good = batch.save()
            chance = random.Random(4)
            for _ in range(100):
                damaged = bytearray(good[: chance.randrange(len(good) + 1)])
                for _ in range(chance.randrange(3)):
                    if damaged:
                        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
                try:
                    batch.load(0, bytes(damaged))
                except ValueError:
                    continue
                batch.step_random()


if __name__ == "__main__":
    unittest.main()
