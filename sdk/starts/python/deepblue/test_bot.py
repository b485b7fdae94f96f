"""The bot's own test: `python3 -m unittest`."""

from __future__ import annotations

import unittest
from pathlib import Path

import bot
from sandtable_bot import deepblue

SAMPLE = Path(__file__).with_name("sample.jsonl")
"""A real start and a real first turn, as the bot gets them on the first map."""


class FirstTurn(unittest.TestCase):
    def test_a_fleet_is_begun(self) -> None:
        orders = deepblue.rehearse(bot.turn, SAMPLE)
        built = [order.kind for order in orders if isinstance(order, deepblue.Produce)]
        self.assertEqual(built, bot.FLEET)

    def test_nothing_else_can_be_ordered_yet(self) -> None:
        orders = deepblue.rehearse(bot.turn, SAMPLE)
        self.assertTrue(all(isinstance(order, deepblue.Produce) for order in orders))


if __name__ == "__main__":
    unittest.main()
