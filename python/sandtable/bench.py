"""How many steps a second: `python -m sandtable.bench`.

Every load plays a fixed number of steps from a fixed seed and knows the answer, a hash of all games at its end: a fast result that is wrong
does not count. Times are CPU time of one thread. `--compare` also plays connect four in OpenSpiel and Pgx, which must be installed:
`pip install open_spiel pgx`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from dataclasses import dataclass
from typing import Any, Callable

import numpy as np

from .batch import Batch
from .catalogue import Map, MapLike, new_map


@dataclass(frozen=True)
class Load:
    """A batch that is stepped, and what comes of it."""

    name: str
    open: Callable[[], Batch]
    step: Callable[[Batch, int], None]
    """Plays so many steps or rounds in every game."""
    warm_up: int
    times: int
    answer: int
    unit: str = "steps"


def in_rust(batch: Batch, times: int) -> None:
    """Random legal actions, chosen in Rust."""
    batch.step_random(times)


def in_numpy(batch: Batch, times: int) -> None:
    """Random legal actions, chosen in numpy from the list of legal ones."""
    chance = np.random.default_rng(1)
    for _ in range(times):
        batch.step(batch.choose(chance))


def in_rounds(batch: Batch, times: int) -> None:
    """A random legal number for every own element of both seats, chosen in Rust."""
    batch.round_random(times)


def opened(game: str, games: int, maps: Callable[[], list[MapLike]], painting: str, **more: object) -> Callable[[], Batch]:
    """Opens a batch with observations and masks, in one thread."""
    return lambda: Batch(game, games, maps=maps(), painting=painting, seed=21, final=False, **more)  # type: ignore[arg-type]


def generated(game: str, **sizes: int) -> Callable[[], list[MapLike]]:
    """Sixteen new maps."""
    return lambda: [new_map(game, seed, **sizes) for seed in range(16)]  # type: ignore[arg-type]


def named(game: str, name: str) -> Callable[[], list[MapLike]]:
    """A map that comes with the game."""
    return lambda: [Map.named(game, name)]


def fleets(own: int, side: int) -> Callable[[], list[MapLike]]:
    """An open sea of so many rows and columns for deepblue, with so many elements a side: a base, and units of all kinds in turn."""
    return lambda: [Map(f"fleets-{own}", _fleets_text(own, side))]


def _fleets_text(own: int, side: int) -> str:
    def element(kind: str, team: int, x: int, y: int, z: int) -> dict[str, Any]:
        return {"__class__": kind, "__module__": _BASIC, "team": team, "pos": _position(x, y, z)}

    chance = random.Random(own)
    land = [[0] * side for _ in range(side)]
    elements: list[dict[str, Any]] = []
    for team, corner in enumerate((2, side - 5)):
        for x in range(corner, corner + 3):
            land[x][corner : corner + 3] = [1] * 3
        area = {"upper_left": _position(corner, corner, 1), "lower_right": _position(corner + 2, corner + 2, 1)}
        rectangle = {"__class__": "Rectangle", "__module__": _BASIC, **area}
        elements.append({"__class__": "Base", "__module__": _BASIC, "team": team, "pos": rectangle})
    taken = set()
    for number in range(2 * (own - 1)):
        kind, z = _FLEET[number // 2 % len(_FLEET)]
        while True:
            x, y = chance.randrange(side), chance.randrange(side)
            if (x, y, z) not in taken and not land[x][y]:
                break
        taken.add((x, y, z))
        elements.append(element(kind, number % 2, x, y, z))
    for index, one in enumerate(elements):
        one["index"] = index
    about = {"x_max": side, "y_max": side, "weather": 0, "max_round": 200, "max_population": 250}
    pace = {"record_interval": 1, "time_per_round": 1.0}
    numbered = {str(one["index"]): one for one in elements}
    head = {"__class__": "MapInfo", "__module__": "deep_blue.logic.map_info"}
    return json.dumps({**head, **about, **pace, "types": land, "elements": numbered})


_BASIC = "deep_blue.logic.basic"
_FLEET = [("Submarine", 0), ("Destroyer", 1), ("Carrier", 1), ("Cargo", 1), ("Fighter", 2), ("Scout", 2)]


def _position(x: int, y: int, z: int) -> dict[str, Any]:
    return {"__class__": "Position", "__module__": _BASIC, "x": x, "y": y, "z": z}


def _loads() -> list[Load]:
    loads = []
    breach, goblins = named("breach", "harbour"), generated("goblins", rows=16, cols=16)
    fc18 = named("fc18", "campus")
    for name, game, maps, painting, games, warm_up, times in [
        ("breach", "breach", breach, "changes", 1024, 16, 512),
        ("breach-full", "breach", breach, "full", 1024, 16, 512),
        ("goblins-16x16", "goblins", goblins, "changes", 1024, 16, 512),
        ("goblins-16x16-full", "goblins", goblins, "full", 1024, 16, 512),
        ("fc18-middle", "fc18", fc18, "changes", 1024, 1500, 128),
        ("fc18-middle-full", "fc18", fc18, "full", 1024, 1500, 128),
    ]:
        rows = {"rows": "seats"} if painting == "changes" and game == "fc18" else {}
        loads.append(Load(name, opened(game, games, maps, painting, **rows), in_rust, warm_up, times, ANSWERS.get(name, 0)))
        if not rows:
            in_list = opened(game, games, maps, painting, masks=["list"])
            listed = f"{name}-numpy"
            loads.append(Load(listed, in_list, in_numpy, warm_up, times, ANSWERS.get(listed, 0)))
    for own, side in [(31, 30), (63, 45)]:
        name = f"deepblue-{own}"
        # Fleets shrink: games begin again after twenty rounds.
        options = {"rows": "seats", "masks": ["bits"], "max_steps": 20}
        rounds = opened("deepblue", 64, fleets(own, side), "changes", **options)
        loads.append(Load(name, rounds, in_rounds, 0, 160, ANSWERS.get(name, 0), "rounds"))
    return loads


ANSWERS = {
    "breach": 0xB0FAAD83F6073655,
    "breach-numpy": 0xBE87E7E386D6B044,
    "breach-full": 0xB0FAAD83F6073655,
    "breach-full-numpy": 0xBE87E7E386D6B044,
    "goblins-16x16": 0x0935D4AFF784483C,
    "goblins-16x16-numpy": 0xDE993D756E29CF0F,
    "goblins-16x16-full": 0x0935D4AFF784483C,
    "goblins-16x16-full-numpy": 0xDE993D756E29CF0F,
    "fc18-middle": 0xB48E698D483E8D9F,
    "fc18-middle-full": 0xB48E698D483E8D9F,
    "fc18-middle-full-numpy": 0x00C3A1A797892362,
    "deepblue-31": 0xBA0E3920BCBDEF4A,
    "deepblue-63": 0xC07CA932999F887D,
}
"""What the games of each load come to. They change only if a rule, a map or a load does."""


def answer_of(batch: Batch) -> int:
    """A hash of all games."""
    total = 0
    for game in range(batch.games):
        total = (total * 31 + int(batch.facts(game)["digest"])) & (2**64 - 1)
    return total


def measure(load: Load) -> tuple[float, int]:
    """Steps a CPU second, and the answer."""
    batch = load.open()
    load.step(batch, load.warm_up) if load.warm_up else None
    began = time.process_time()
    load.step(batch, load.times)
    took = time.process_time() - began
    return load.times * batch.games / took, answer_of(batch)


def openspiel(seconds: float = 2.0) -> float:
    """Steps a CPU second of connect four in OpenSpiel, with observations and legal actions, random play."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    chance = np.random.default_rng(1)
    steps, state = 0, game.new_initial_state()
    began = time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(1000):
            if state.is_terminal():
                state = game.new_initial_state()
            legal = state.legal_actions()
            state.apply_action(legal[int(chance.random() * len(legal))])
            state.observation_tensor(0)
            steps += 1
    return steps / (time.process_time() - began)


def pgx(batch: int = 1024, times: int = 500) -> float:
    """Steps a CPU second of connect four in Pgx, with observations and masks, random play: all steps in one compiled loop."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    import jax
    import pgx as games
    from pgx.experimental.wrappers import auto_reset

    env = games.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def act(state: Any, key: Any) -> tuple[Any, Any]:
        chosen, reset = jax.random.split(key)
        action = jax.random.categorical(chosen, jax.numpy.where(state.legal_action_mask, 0.0, -1e9), axis=1)
        state = step(state, action, jax.random.split(reset, batch))
        return state, state.observation.sum()

    loop = jax.jit(lambda state, keys: jax.lax.scan(act, state, keys))
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), batch))
    keys = jax.random.split(jax.random.PRNGKey(2), times)
    state, seen = loop(state, keys)
    seen.block_until_ready()
    began = time.process_time()
    _, seen = loop(state, keys)
    seen.block_until_ready()
    return batch * times / (time.process_time() - began)


OTHERS: dict[str, tuple[str, Callable[[], float]]] = {
    "OpenSpiel connect four": ("open_spiel", openspiel),
    "Pgx connect four x 1024": ("pgx", pgx),
}
"""What is compared with: the name of its package, and how it is measured."""


def compare() -> int:
    """Measures the others; how many could not be."""
    missing = 0
    for name, (package, speed) in OTHERS.items():
        try:
            said = f"{speed():14,.0f} steps a second"
        except ImportError as error:
            said, missing = f"not measured: {error}; pip install {package}", missing + 1
        print(f"{name:26} {said}", flush=True)
    return missing


def main() -> int:
    """Measures what is asked for; 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(prog="python -m sandtable.bench", description=__doc__)
    parser.add_argument("loads", nargs="*", metavar="LOAD", help="loads to measure; all if none is named")
    parser.add_argument("--list", action="store_true", help="name the loads and measure nothing")
    parser.add_argument("--compare", action="store_true", help="also measure OpenSpiel and Pgx; 1 if one is not installed")
    arguments = parser.parse_args()
    loads = _loads()
    known = [load.name for load in loads]
    unknown = [name for name in arguments.loads if name not in known]
    if unknown:
        parser.error(f"there is no load {unknown[0]}; there are {', '.join(known)}")
    wrong = 0
    for load in loads:
        if arguments.list:
            print(load.name)
        elif not arguments.loads or load.name in arguments.loads:
            speed, answer = measure(load)
            is_right = answer == load.answer
            wrong += not is_right
            said = "" if is_right else f"  WRONG: the answer is {answer:#018x}, and must be {load.answer:#018x}"
            print(f"{load.name:26} {speed:14,.0f} {load.unit} a second{said}", flush=True)
    missing = compare() if arguments.compare else 0
    return 1 if wrong or missing else 0


if __name__ == "__main__":
    sys.exit(main())
