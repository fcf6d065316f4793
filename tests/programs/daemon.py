"""Answers well and leaves a daemon: forked twice, in a session of its own, without the streams."""

import os
import sys
import time

from tests.programs.contest import answer, asked, give

reply = answer(asked())
sys.stdout.flush()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        time.sleep(20)
    os._exit(0)
os.wait()
give(reply)
