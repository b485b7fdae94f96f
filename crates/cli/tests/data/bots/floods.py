from talk import play


def flood(turn):
    while True:
        print("all work and no play")


play(2, flood)
