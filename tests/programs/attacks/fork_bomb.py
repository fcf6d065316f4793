"""Forks so often, and waits; from a thousand on each child does the same, until nobody may fork any more."""

import os
import sys
import time

most = int(sys.argv[1])
made = 0
while made < most:
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0 and most < 1000:
        time.sleep(30)
        os._exit(0)
    made = made + 1 if child else 0
os.write(1, f"{made}\n".encode())
time.sleep(30)
