"""Fills memory in several processes, each of which has little: so many, of so many MiB."""

import os
import sys
import time

count, size = int(sys.argv[1]), int(sys.argv[2]) << 20
for _ in range(count):
    if os.fork() == 0:
        room = bytearray(size)
        room[::4096] = b"x" * len(room[::4096])
        time.sleep(0.7)
        os._exit(0)
failed = sum(os.wait()[1] != 0 for _ in range(count))
print("full" if not failed else f"{failed} failed")
