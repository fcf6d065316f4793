#!/usr/bin/env -S python3 -I -S
"""Measures the machine for the Pente agent; ludus/entries/pente.py does the work."""

import sys
from posix import _exit

here = __file__.rpartition("/")[0]
sys.path.insert(0, here + "/../../src")
try:
    from ludus.entries.pente import calibrate
except ImportError as error:
    sys.exit(f"error: {__file__}: expected the folder ludus where this file looks for it: {error}")

# Without the interpreter's last rites: they are CPU time, and the contest charges it.
_exit(calibrate())
