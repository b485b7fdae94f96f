from talk import play, reply

slips = ["let me see"]


def slip(turn):
    if slips:
        print(slips.pop(), flush=True)
        for _ in range(4):
            print('{"turn": %d, "more": true}' % turn, flush=True)
    reply(turn)


play(2, slip)
