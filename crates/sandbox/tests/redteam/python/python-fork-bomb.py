"""Starts processes until somebody says no, or there are two hundred."""

import os
import signal
import time

from attack import TARGETS, attempt


def swarm():
    children = []
    try:
        for _ in range(200):
            child = os.fork()
            if child == 0:
                signal.alarm(8)
                time.sleep(8)
                os._exit(0)
            children.append(child)
        time.sleep(0.1 if "stand-in" in TARGETS else 6)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
    return f"{len(children)} processes"


attempt(swarm)
