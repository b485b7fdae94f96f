from talk import play


def spin(turn):
    while True:
        pass


play(2, spin)
