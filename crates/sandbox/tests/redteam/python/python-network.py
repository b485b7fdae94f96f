"""Asks a server on this machine for the secret."""

import socket

from attack import TARGETS, attempt


def ask():
    with socket.create_connection(("127.0.0.1", int(TARGETS["tcp4"])), timeout=2) as server:
        server.sendall(b"hello\n")
        return TARGETS["token"] in server.recv(1000).decode() and "a server answered"


attempt(ask)
