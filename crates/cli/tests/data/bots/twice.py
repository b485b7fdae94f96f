from talk import play, reply


def twice(turn):
    reply(turn)
    reply(turn)


play(1, twice)
