"""Imports a module that somebody could have left in a folder of others."""

import sys

from attack import TARGETS, attempt


def load():
    with open(TARGETS["outside"] + "/foreign.py", "w") as module:
        module.write("ANSWER = 42\n")
    sys.path.append(TARGETS["outside"])
    import foreign

    return f"a module of others answers {foreign.ANSWER}"


attempt(load)
