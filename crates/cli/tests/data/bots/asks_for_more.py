from talk import play


def flood(turn):
    while True:
        print('{"turn": %d, "more": true}' % turn)


play(2, flood)
