"""Takes four hundred megabytes."""

from attack import attempt

attempt(lambda: f"{len(bytearray(b'x') * (400 << 20)) >> 20} MB")
