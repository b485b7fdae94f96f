"""What the hostile Python programs share: their targets, and how they report."""

import errno
import sys

TARGETS = dict(word.split("=", 1) for word in sys.argv[1:])


def attempt(attack):
    """Runs an attack that returns what it achieved, and reports what came of it in the words of the other programs."""
    try:
        achieved = attack()
    except OSError as refusal:
        print(f"STOPPED {errno.errorcode.get(refusal.errno, 'EUNKNOWN')}: {refusal.strerror}")
    except MemoryError:
        print("STOPPED ENOMEM: memory")
    else:
        print(f"SUCCEEDED: {achieved}" if achieved else "STOPPED no-effect: nothing was achieved")
