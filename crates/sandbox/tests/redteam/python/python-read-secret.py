"""Reads a file that is none of its business."""

from attack import TARGETS, attempt

attempt(lambda: TARGETS["token"] in open(TARGETS["secret"]).read() and "the secret")
