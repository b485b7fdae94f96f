from talk import play


def crash(turn):
    raise RuntimeError("I fell over my own feet")


play(3, crash)
