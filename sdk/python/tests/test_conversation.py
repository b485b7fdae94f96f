"""The conversation with a match, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any, List

import samples
from samples import Message
from sandtable_bot import goblins

PACKAGE = Path(__file__).resolve().parent.parent

BOT = """
from sandtable_bot import goblins

def turn(view, table):
    print("turn", table.turn, "refused:", [answer.reason for answer in table.answers if answer.refused])
    print("events:", table.events, "died:", table.died, "time:", table.time.turn_ms)
    if table.turn == 1:
        table.want_events()
        return [goblins.Step("up")]
    table.note("looking")
    answers, view = table.submit([goblins.Step("left")])
    return [goblins.Done()] if answers[0].refused else [goblins.Fireball("left")]

goblins.play(turn, on_end=lambda outcome: print("place", outcome[0].place))
"""


def play(messages: List[Any], bot: str = BOT) -> subprocess.CompletedProcess[str]:
    """Feeds messages, or texts as they are, to a bot."""
    sent = "".join(message if isinstance(message, str) else json.dumps(message) + "\n" for message in messages)
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    command = [sys.executable, "-c", bot]
    return subprocess.run(command, input=sent, capture_output=True, text=True, timeout=120, env=environment)


class Conversation(unittest.TestCase):
    def setUp(self) -> None:
        self.start, first = samples.messages(goblins)
        self.turns: List[Message] = [{**first, "turn": number} for number in (1, 2, 3)]
        self.end = {"type": "end", "outcome": [{"place": 1, "score": 1}], "answers": []}

    def answers(self, answer: Any) -> Message:
        return {"type": "answers", "turn": 2, "answers": [answer], "view": self.turns[0]["view"]}

    def assert_done(self, played: subprocess.CompletedProcess[str], replies: List[Message]) -> None:
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual([json.loads(line) for line in played.stdout.splitlines()], replies)

    def test_a_whole_game(self) -> None:
        self.turns[1]["answers"] = ["done", "taken", {"refused": "a wall"}]
        self.turns[1]["events"] = [{"event": "step"}]
        self.turns[1]["died"] = [{"event": "slain"}]
        played = play([self.start, self.turns[0], self.turns[1], self.answers("done"), self.end])
        self.assert_done(
            played,
            [
                {"turn": 1, "orders": [{"order": "step", "direction": "up"}], "events": True},
                {"turn": 2, "orders": [{"order": "step", "direction": "left"}], "note": "looking", "more": True},
                {"turn": 2, "orders": [{"order": "fireball", "direction": "left"}]},
            ],
        )
        self.assertIn("turn 2 refused: ['a wall']", played.stderr)
        self.assertIn("events: [{'event': 'step'}] died: [{'event': 'slain'}]", played.stderr)
        self.assertIn("place 1", played.stderr)

    def test_a_refused_order_of_a_step(self) -> None:
        played = play([self.start, self.turns[1], self.answers({"refused": "a wall"}), self.end])
        self.assertEqual(json.loads(played.stdout.splitlines()[-1]), {"turn": 2, "orders": [{"order": "done"}]})

    def test_what_is_not_known_is_ignored(self) -> None:
        self.start["weather"] = self.turns[0]["view"]["weather"] = {"rain": [1]}
        self.start["briefing"]["moon"] = self.turns[0]["moon"] = None
        played = play([self.start, {"type": "advert", "text": "Buy!"}, self.turns[0], self.end])
        self.assertEqual((played.returncode, played.stdout.count("\n")), (0, 1), played.stderr)

    def test_the_end_of_the_input_is_an_end(self) -> None:
        cases: List[List[Message]] = [[], [self.start], [self.start, self.turns[0]], [self.start, self.turns[1]]]
        for messages in cases:
            played = play(messages)
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertNotIn("Traceback", played.stderr)

    def test_a_turn_that_passed_during_a_step_is_given_up(self) -> None:
        played = play([self.start, self.turns[1], self.turns[0], self.end])
        self.assertEqual([json.loads(line)["turn"] for line in played.stdout.splitlines()], [2, 1], played.stderr)
        played = play([self.start, self.turns[1], self.end])
        self.assertEqual(played.returncode, 0)
        self.assertIn("place 1", played.stderr)

    def test_what_cannot_be_read_is_said_in_one_line(self) -> None:
        def refused(messages: List[Any], complaint: str) -> None:
            played = play(messages)
            self.assertEqual(played.returncode, 1)
            self.assertEqual(played.stderr.splitlines()[-1], f"cannot understand the match: {complaint}")
            self.assertNotIn("Traceback", played.stderr)

        del self.turns[2]["view"]["points"]
        refused([self.start, self.turns[2]], "message 2: turn.view.points: is missing")
        refused(["{}\n"], "message 1: type: is missing")
        refused(["[" * 100000 + "\n"], "message 1: not JSON: it is nested too deeply")
        refused([self.end], "the first message is not `start`")
        refused([{**self.start, "game": "chess"}], "this bot plays goblins, not chess")
        other = "the match speaks version 1 of the bot protocol, and this bot's SDK version 2: "
        refused([{**self.start, "protocol": 1}], other + "`sandtable new-bot` writes the SDK that fits")
        self.start["seat"] = "0"
        refused([self.start], 'message 1: start.seat: a whole number expected, not "0"')

    def test_a_mistake_in_the_bot_shows_its_trace(self) -> None:
        bot = BOT.replace("table.want_events()", "self.destruct()")
        played = play([self.start, self.turns[0]], bot)
        self.assertEqual((played.returncode, played.stdout), (1, ""))
        self.assertIn("NameError: name 'self' is not defined", played.stderr)

    def test_forgotten_orders_are_noticed(self) -> None:
        played = play([self.start, self.turns[0]], BOT.replace('return [goblins.Step("up")]', "return"))
        self.assertEqual(played.returncode, 1)
        self.assertIn("it returns a list of orders", played.stderr)
        played = play([self.start, self.turns[0]], BOT.replace('[goblins.Step("up")]', "[object()]"))
        self.assertIn("TypeError: not an order", played.stderr)

    def test_a_match_that_does_not_listen_any_more(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
        command = [sys.executable, "-c", BOT]
        reads, writes = os.pipe()
        os.close(reads)
        sent = "".join(json.dumps(message) + "\n" for message in (self.start, self.turns[0], self.turns[1]))
        played = subprocess.run(
            command, input=sent, stdout=writes, stderr=subprocess.PIPE, text=True, timeout=120, env=environment
        )
        os.close(writes)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertNotIn("Traceback", played.stderr)


if __name__ == "__main__":
    unittest.main()
