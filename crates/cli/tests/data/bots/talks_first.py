from talk import play, reply

play(2, lambda turn: (print("let me see", flush=True), reply(turn)))
