"""Starts children that want to outlive it."""
import os, sys, time
from talk import play


def leave(turn):
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(1e6)
            os._exit(0)
    sys.exit(0)


play(2, leave)
