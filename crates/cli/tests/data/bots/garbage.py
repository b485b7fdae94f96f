from talk import play

play(2, lambda turn: print("move the tank to the left", flush=True))
