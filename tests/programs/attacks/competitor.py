"""Lets many processes compete for one core, so that each of them waits for a long time, and then sleeps."""

import os
import sys
import time

PROCESSES, SECONDS = int(sys.argv[1]), float(sys.argv[2])

for _ in range(PROCESSES):
    if os.fork() == 0:
        while time.process_time() < SECONDS:
            pass
        # Where it can be seen what it has waited.
        time.sleep(60)
time.sleep(60)
