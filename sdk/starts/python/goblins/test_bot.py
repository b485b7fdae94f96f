"""The bot's own test: `python3 -m unittest`."""

from __future__ import annotations

import unittest
from pathlib import Path

import bot
from sandtable_bot import goblins

SAMPLE = Path(__file__).with_name("sample.jsonl")
"""A real start and a real first turn, as the bot gets them on the first map."""


class FirstTurn(unittest.TestCase):
    def test_the_goblin_is_burnt(self) -> None:
        orders = goblins.rehearse(bot.turn, SAMPLE)
        self.assertIsInstance(orders[-1], goblins.Fireball)

    def test_a_mage_makes_no_more_steps_than_it_has(self) -> None:
        orders = goblins.rehearse(bot.turn, SAMPLE)
        steps = [order for order in orders if isinstance(order, goblins.Step)]
        self.assertLessEqual(len(steps), 3)


if __name__ == "__main__":
    unittest.main()
