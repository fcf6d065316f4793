"""Fills so many MiB of memory."""

import sys

room = bytearray(int(sys.argv[1]) << 20)
room[::4096] = b"x" * len(room[::4096])
print("full")
