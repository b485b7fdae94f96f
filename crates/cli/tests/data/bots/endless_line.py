import sys
from talk import play


def endless(turn):
    while True:
        sys.stdout.write("x" * 65536)


play(2, endless)
