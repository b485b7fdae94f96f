import sys
from talk import play


def leave(turn):
    print("goodbye", file=sys.stderr)
    sys.exit(7)


play(2, leave)
