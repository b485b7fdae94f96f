"""Makes rankings.json: ratings of the package `choix` that ours are compared with.

    python3 -m venv venv && venv/bin/pip install choix==0.4.1 && venv/bin/python make.py > rankings.json
"""

import json
import random

import choix


def draw(strengths, group, rng):
    """An order of the group, the best first, drawn from the Plackett-Luce model."""
    rest, order = list(group), []
    while rest:
        at = rng.random() * sum(strengths[one] for one in rest)
        for one in rest:
            at -= strengths[one]
            if at <= 0:
                break
        rest.remove(one)
        order.append(one)
    return order


def case(name, entrants, seats, games, seed):
    rng = random.Random(seed)
    strengths = [2.0 ** rng.uniform(-2, 2) for _ in range(entrants)]
    rankings = [draw(strengths, rng.sample(range(entrants), seats), rng) for _ in range(games)]
    if seats == 2:
        ratings = choix.opt_pairwise(entrants, rankings, alpha=0.0, method="Newton-CG", tol=1e-12)
        ratings = choix.mm_pairwise(entrants, rankings, initial_params=ratings, alpha=0.0, tol=1e-13, max_iter=100000)
    else:
        ratings = choix.mm_rankings(entrants, rankings, alpha=0.0, tol=1e-13, max_iter=100000)
    mean = sum(ratings) / entrants
    return {"name": name, "entrants": entrants, "rankings": rankings, "ratings": [r - mean for r in ratings]}


print(json.dumps([
    case("two seats", 5, 2, 120, 1),
    case("two seats, many", 12, 2, 400, 2),
    case("four seats", 6, 4, 80, 3),
    case("four seats, many", 15, 4, 300, 4),
], separators=(",", ":")))
