import sys, time
from talk import play


def half(turn):
    sys.stdout.write('{"turn": 1, "ord')
    sys.stdout.flush()
    time.sleep(1e6)


play(1, half)
