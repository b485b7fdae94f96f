"""How many steps a second: `python -m sandtable.bench`.

Every load plays a fixed number of steps from a fixed seed and knows the answer, a hash of all games at its end: a fast result that is wrong
does not count. Times are CPU time of one thread. `--compare` also plays connect four in OpenSpiel and Pgx, where they are installed.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from typing import Callable, Optional

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
    random = np.random.default_rng(1)
    for _ in range(times):
        batch.step(batch.choose(random))


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


def _loads() -> list[Load]:
    loads = []
    breach, goblins = named("breach", "harbour"), generated("goblins", rows=16, cols=16)
    fc18, deepblue = named("fc18", "campus"), named("deepblue", "fleet-action")
    for name, game, maps, painting, games, warm_up, times in [
        ("breach", "breach", breach, "full", 1024, 16, 512),
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
    name = "deepblue-rounds"
    rounds = opened("deepblue", 64, deepblue, "changes", rows="seats", masks=["bits"])
    loads.append(Load(name, rounds, in_rounds, 0, 64, ANSWERS.get(name, 0), "rounds"))
    return loads


ANSWERS = {
    "breach": 0xB0FAAD83F6073655,
    "breach-numpy": 0xBE87E7E386D6B044,
    "goblins-16x16": 0x0935D4AFF784483C,
    "goblins-16x16-numpy": 0xDE993D756E29CF0F,
    "goblins-16x16-full": 0x0935D4AFF784483C,
    "goblins-16x16-full-numpy": 0xDE993D756E29CF0F,
    "fc18-middle": 0xB48E698D483E8D9F,
    "fc18-middle-full": 0xB48E698D483E8D9F,
    "fc18-middle-full-numpy": 0x00C3A1A797892362,
    "deepblue-rounds": 0xC8C60E67C20262C2,
}
"""What the games of each load come to. They change only if a rule, a map or a load does."""


def answer_of(batch: Batch) -> int:
    """A hash of all games."""
    total = 0
    for game in range(batch.games):
        total = (total * 31 + int(batch.facts(game)["digest"])) & (2**64 - 1)
    return total


def measure(load: Load, times: Optional[int] = None) -> tuple[float, int]:
    """Steps a CPU second, and the answer."""
    batch = load.open()
    load.step(batch, load.warm_up) if load.warm_up else None
    times = times or load.times
    began = time.process_time()
    load.step(batch, times)
    took = time.process_time() - began
    return times * batch.games / took, answer_of(batch)


def openspiel(seconds: float = 2.0) -> Optional[float]:
    """Steps a CPU second of connect four in OpenSpiel, with observations and legal actions, random play."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("connect_four")
    random = np.random.default_rng(1)
    steps, state = 0, game.new_initial_state()
    began = time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(1000):
            if state.is_terminal():
                state = game.new_initial_state()
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            state.observation_tensor(0)
            steps += 1
    return steps / (time.process_time() - began)


def pgx(batch: int = 1024, times: int = 200) -> Optional[float]:
    """Steps a CPU second of connect four in Pgx, in batches, random play."""
    try:
        import jax
        import pgx as games
    except ImportError:
        return None
    env = games.make("connect_four")
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    @jax.jit
    def act(key: "jax.Array", mask: "jax.Array") -> "jax.Array":
        return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9), axis=1)

    key = jax.random.PRNGKey(1)
    state = init(jax.random.split(key, batch))
    state = step(state, act(key, state.legal_action_mask))
    began = time.process_time()
    for _ in range(times):
        key, own = jax.random.split(key)
        state = step(state, act(own, state.legal_action_mask))
        state.observation.block_until_ready()
    return batch * times / (time.process_time() - began)


def main() -> int:
    """Measures what is asked for; 1 if an answer is wrong."""
    parser = argparse.ArgumentParser(prog="python -m sandtable.bench", description=__doc__)
    parser.add_argument("loads", nargs="*", metavar="LOAD", help="loads to measure; all if none is named")
    parser.add_argument("--list", action="store_true", help="name the loads and measure nothing")
    parser.add_argument("--compare", action="store_true", help="also measure OpenSpiel and Pgx, where they are installed")
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
    if arguments.compare:
        for name, found in [("OpenSpiel connect four", openspiel()), ("Pgx connect four x 1024", pgx())]:
            print(f"{name:26} " + ("not installed" if found is None else f"{found:14,.0f} steps a second"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
