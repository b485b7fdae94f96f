from talk import play, reply

blank = ["\n" * (1 << 20)]


def skip_a_million_lines(turn):
    if blank:
        print(blank.pop(), end="")
    reply(turn)


play(2, skip_a_million_lines)
