import sys
from talk import play


def odd(turn):
    sys.stdout.buffer.write(b'{"turn": \xff}\n')
    sys.stdout.buffer.flush()


play(2, odd)
