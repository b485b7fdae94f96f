"""Plays 100,000 games of fc18 on a Ray cluster, and says what came of them.

    pip install . ray                  in the root of the repository
    python ray_selfplay.py             on a cluster of this machine alone
    python ray_selfplay.py --one       in this process, without Ray
    python ray_selfplay.py --address auto       on the cluster that this machine belongs to

The games are cut into parts. What comes of a part follows from its number and the seed, whoever plays it and beside
whatever: the digest at the end is the same for every number of machines, and for one process.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Iterable, Iterator, Optional

import sandtable

SEATS = 4
ROUNDS_AT_ONCE = 32


@dataclass(frozen=True)
class Plan:
    """What is played."""

    games: int = 100_000
    games_in_a_part: int = 250
    max_turns: int = 500
    seed: int = 1

    def parts(self) -> int:
        return -(-self.games // self.games_in_a_part)


@dataclass
class Result:
    """What came of a part, or of all."""

    games: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    """Games that each seat won alone."""
    digests: dict[int, str] = field(default_factory=dict)
    """Of each part: a hash of the last states and outcomes of its games."""

    def add(self, other: Result) -> None:
        self.games += other.games
        self.wins += other.wins
        self.digests |= other.digests

    def digest(self) -> str:
        parts = "\n".join(f"{part} {self.digests[part]}" for part in sorted(self.digests))
        return hashlib.sha256(parts.encode()).hexdigest()[:16]


def play_part(plan: Plan, part: int) -> Result:
    """Plays a part: every seat plays random legal actions. Put your own players here, seeded by `plan.seed` and `part`."""
    count = min(plan.games_in_a_part, plan.games - part * plan.games_in_a_part)
    batch = sandtable.Batch(
        "fc18",
        count,
        seed=plan.seed * 1_000_003 + part,
        rows="seats",
        auto_reset="never",
        max_turns=plan.max_turns,
        masks=["list"],
        final=False,
    )
    while not (batch.terminated | batch.truncated).all():
        batch.round_random(ROUNDS_AT_ONCE)
    result = Result(games=count)
    whole = hashlib.sha256()
    for game in range(count):
        facts = batch.facts(game)
        outcome = facts["outcome"] or []
        first = [seat for seat, (place, _) in enumerate(outcome) if place == 1]
        if len(first) == 1:
            result.wins[first[0]] += 1
        whole.update(f"{facts['seed']} {facts['turn']} {facts['digest']} {outcome}\n".encode())
    result.digests[part] = whole.hexdigest()
    return result


def in_one_process(plan: Plan) -> Iterator[Result]:
    """All parts, one after the other."""
    return (play_part(plan, part) for part in range(plan.parts()))


def on_a_cluster(plan: Plan, address: Optional[str]) -> Iterator[Result]:
    """All parts, as the processors of a Ray cluster come to them. A part whose machine dies is played elsewhere."""
    import ray

    ray.init(address=address, include_dashboard=False, log_to_driver=False)
    try:
        # Random play has no chance of its own to lose: a part that is played twice comes to the same.
        play = ray.remote(num_cpus=1, max_retries=3)(play_part)
        waiting = [play.remote(plan, part) for part in range(plan.parts())]
        while waiting:
            done, waiting = ray.wait(waiting, num_returns=1)
            yield ray.get(done[0])
    finally:
        ray.shutdown()


def gathered(results: Iterable[Result], plan: Plan) -> Result:
    """All results together, with a line now and then."""
    total, began, told = Result(), time.monotonic(), time.monotonic()
    for result in results:
        total.add(result)
        if time.monotonic() - told > 5:
            told = time.monotonic()
            print(f"{total.games} of {plan.games} games, {total.games / (told - began):.0f} a second", flush=True)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=Plan.games)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--one", action="store_true", help="play in this process, without Ray")
    parser.add_argument("--address", help="the cluster: auto, or ray://HEAD:10001; by default one of this machine alone")
    options = parser.parse_args()
    plan = Plan(games=options.games, seed=options.seed)
    began = time.monotonic()
    results = in_one_process(plan) if options.one else on_a_cluster(plan, options.address)
    total = gathered(results, plan)
    seconds = time.monotonic() - began
    print(f"{total.games} games in {seconds:.0f} s, {total.games / seconds:.0f} a second")
    for seat in range(SEATS):
        print(f"  seat {seat} won {100 * total.wins[seat] / max(total.games, 1):.1f} %")
    print(f"digest {total.digest()}")


if __name__ == "__main__":
    main()
