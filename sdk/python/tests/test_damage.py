"""Damaged messages: each is understood or refused, and nothing else happens."""

from __future__ import annotations

import copy
import json
import random
import tempfile
import unittest
from pathlib import Path
from typing import Any, List

import samples
from sandtable_bot import Unreadable

ROUNDS = 200
STRAY: List[Any] = [None, True, -1, 2**70, 0.5, "", "x", [], [1], {}, {"a": 1}]


def places(value: Any, found: List[Any]) -> List[Any]:
    """Every place in a piece of JSON, as the container and the key."""
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            places(value[key], found)
    return found


def with_a_stray_value(message: Any, chance: random.Random) -> bytes:
    message = copy.deepcopy(message)
    container, key = chance.choice(places(message, []))
    if chance.random() < 0.3:
        del container[key]
    else:
        container[key] = chance.choice(STRAY)
    return json.dumps(message).encode() + b"\n"


def with_other_bytes(line: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(line)
    for _ in range(chance.randint(1, 8)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged[: chance.randint(1, len(damaged))])


class Damage(unittest.TestCase):
    def try_out(self, game: Any, lines: List[bytes]) -> bool:
        """Whether these messages are understood; they must be or be refused."""
        with tempfile.TemporaryDirectory() as folder:
            recording = Path(folder, "damaged.jsonl")
            recording.write_bytes(b"".join(lines))
            try:
                game.rehearse(lambda view, table: [], recording)
            except Unreadable as refused:
                self.assertNotIn("\n", str(refused))
                return False
        return True

    def test_stray_values_and_missing_fields(self) -> None:
        for game in samples.GAMES:
            chance = random.Random(game.GAME.name)
            refused = 0
            for _ in range(ROUNDS):
                messages = samples.messages(game)
                damaged = chance.randrange(2)
                lines = samples.lines(game)
                lines[damaged] = with_a_stray_value(messages[damaged], chance)
                refused += not self.try_out(game, lines)
            self.assertGreater(refused, ROUNDS // 3, game)

    def test_stray_bytes_and_messages_cut_off(self) -> None:
        for game in samples.GAMES:
            chance = random.Random(game.GAME.name)
            for _ in range(ROUNDS):
                lines = samples.lines(game)
                damaged = chance.randrange(2)
                lines[damaged] = with_other_bytes(lines[damaged], chance)
                self.try_out(game, lines)

    def test_noise(self) -> None:
        chance = random.Random("noise")
        for _ in range(ROUNDS):
            noise = bytes(chance.randrange(256) for _ in range(chance.randrange(400)))
            self.try_out(chance.choice(samples.GAMES), [noise])


if __name__ == "__main__":
    unittest.main()
