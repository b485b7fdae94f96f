"""The bot's own test: `python3 -m unittest`."""

from __future__ import annotations

import unittest
from pathlib import Path

import bot
from sandtable_bot import breach

SAMPLE = Path(__file__).with_name("sample.jsonl")
"""A real start and a real first turn, as the bot gets them on the first map."""


class FirstTurn(unittest.TestCase):
    def test_the_enemy_in_the_line_of_fire_is_shot(self) -> None:
        orders = breach.rehearse(bot.turn, SAMPLE)
        attacks = [order for order in orders if isinstance(order, breach.Attack)]
        self.assertEqual([attack.target for attack in attacks], [breach.Cell(2, 3)])

    def test_every_order_is_for_the_tank(self) -> None:
        # After its move the tank is where it went.
        orders = breach.rehearse(bot.turn, SAMPLE)
        self.assertIsInstance(orders[0], breach.Move)
        self.assertEqual(orders[0].unit, breach.Cell(5, 3))


if __name__ == "__main__":
    unittest.main()
