"""Makes a system call by its number, behind the back of every library."""

import ctypes
import os

from attack import attempt

AF_INET, SOCK_STREAM, SYS_SOCKET = 2, 1, 41


def call():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(SYS_SOCKET, AF_INET, SOCK_STREAM, 0) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "a socket"


attempt(call)
