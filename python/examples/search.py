"""Looks for a win in goblins, breadth first: states as values, keys against repetitions."""

from __future__ import annotations

from collections import deque
from typing import Optional

from sandtable import State


def search(start: State, most: int) -> Optional[list[int]]:
    """The shortest list of actions that wins, among so many states."""
    queue: deque[tuple[State, list[int]]] = deque([(start, [])])
    seen = {start.key}
    while queue and len(seen) < most:
        state, line = queue.popleft()
        for action in state.legal_actions():
            after = state.clone()
            after.play(int(action))
            outcome = after.outcome
            if outcome is not None and outcome[0].score > 0:
                return [*line, int(action)]
            if outcome is None and after.key not in seen:
                seen.add(after.key)
                queue.append((after, [*line, int(action)]))
    return None


def main() -> None:
    """Searches the first map."""
    start = State("goblins", "spark")
    line = search(start, 200_000)
    if line is None:
        print("no win found")
        return
    state = start.clone()
    for action in line:
        print(state.order_of(action) or "end of turn")
        state.play(action)
    print("won")


if __name__ == "__main__":
    main()
