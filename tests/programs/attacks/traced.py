"""Has its parent trace it and stops: whoever waits for its end is told of a stop instead."""

import ctypes
import os
import signal

_TRACE_ME = 0

answered = ctypes.CDLL(None).ptrace(_TRACE_ME, 0, None, None)
print("traced" if answered == 0 else "not traced", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
