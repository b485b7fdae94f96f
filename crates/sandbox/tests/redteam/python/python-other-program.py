"""Lets another program read the secret."""

import subprocess

from attack import TARGETS, attempt


def ask():
    result = subprocess.run(["/bin/cat", TARGETS["secret"]], capture_output=True, text=True)
    return TARGETS["token"] in result.stdout and "another program read the secret"


attempt(ask)
