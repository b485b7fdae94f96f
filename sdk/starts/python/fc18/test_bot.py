"""The bot's own test: `python3 -m unittest`."""

from __future__ import annotations

import unittest
from pathlib import Path

import bot
from sandtable_bot import fc18

SAMPLE = Path(__file__).with_name("sample.jsonl")
"""A real start and a real first turn, as the bot gets them on the first map."""


class FirstTurn(unittest.TestCase):
    def test_the_first_tower_makes_an_extender(self) -> None:
        orders = fc18.rehearse(bot.turn, SAMPLE)
        self.assertEqual(orders, [fc18.Produce(tower=0, task="extender")])

    def test_no_more_is_ordered_than_is_looked_at(self) -> None:
        self.assertLessEqual(len(fc18.rehearse(bot.turn, SAMPLE)), 50)


if __name__ == "__main__":
    unittest.main()
