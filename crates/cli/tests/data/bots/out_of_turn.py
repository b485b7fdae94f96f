from talk import play, reply

play(2, lambda turn: (reply(turn + 1000), reply(turn)))
