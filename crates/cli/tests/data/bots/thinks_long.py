import time
from talk import play, reply

to_think = [0.7]


def think(turn):
    if to_think:
        until = time.process_time() + to_think.pop()
        while time.process_time() < until:
            pass
    reply(turn)


play(2, think)
