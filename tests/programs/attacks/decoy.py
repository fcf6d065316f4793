"""Leaves the waiting for a core to a child that yields to everybody, and sleeps meanwhile."""

import os
import time

if os.fork() == 0:
    os.nice(19)
    while True:
        pass
time.sleep(60)
