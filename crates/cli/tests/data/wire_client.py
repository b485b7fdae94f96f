"""A client of the old deepblue contest, by the book: `wire_client.py HOST PORT`.

It takes a seat over TCP, reads the server's protobuf messages, has its base build and its units sail, and says at the end what it saw.
"""
import json
import os
import socket
import sys


def connect(host, port):
    """The server may not be listening yet."""
    while True:
        try:
            return socket.create_connection((host, port))
        except ConnectionRefusedError:
            os.sched_yield()


def payloads(stream):
    """Messages: the length in decimal digits, a newline, so many bytes."""
    reader = stream.makefile("rb")
    while head := reader.readline():
        yield reader.read(int(head))


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The fields of a protobuf message: number and value, one after the other."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, at = varint(data, at)
            yield number, value - (1 << 64) if value >> 63 else value
        elif kind == 2:
            length, at = varint(data, at)
            yield number, data[at : at + length]
            at += length
        else:
            at += {1: 8, 5: 4}[kind]


def main(host, port):
    stream = connect(host, int(port))
    stream.sendall(b"by the book\n")
    messages = payloads(stream)
    stable = dict(fields(next(messages)))
    board, team = dict(fields(stable[1])), stable[2]
    rounds, seen = [], 0
    for message in messages:
        parts = list(fields(message))
        rounds.append(dict(parts)[1])
        elements = [dict(fields(value)) for number, value in parts if number == 4]
        own = [element for element in elements if element.get(6) == team]
        seen = max(seen, len(elements))
        # A destroyer from the base, and everybody to the middle of the map.
        orders = ["pd5"] + [f"cd{element[1]} {board[1] // 2} {board[2] // 2} 1" for element in own if 11 in element]
        try:
            stream.sendall("".join(order + "," for order in orders).encode())
        except OSError:
            break  # The server does not listen after the last round.
    print(json.dumps({"team": team, "rounds": rounds, "round_limit": stable[5], "elements": seen, "width": board[1]}))


main(*sys.argv[1:])
