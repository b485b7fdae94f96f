import time
from talk import play

play(2, lambda turn: time.sleep(1e6))
