#!/usr/bin/env -S python3 -I -S
"""Measures the machine for the Pente agent; ludus/entries/pente.py does the work."""

import sys
from posix import _exit, readlink

if sys.version_info < (3, 11):
    sys.exit("error: Ludus needs Python 3.11 or newer, this is " + sys.version.split()[0])
here = __file__.rpartition("/")[0]
try:
    link = readlink(__file__)
    here = (link if link[0] == "/" else here + "/" + link).rpartition("/")[0]
except OSError:
    pass  # not a link, so the package is where this file is
sys.path.insert(0, here + "/../../src")
try:
    from ludus.entries.pente import calibrate
except ImportError as error:
    sys.exit(f"error: {__file__}: expected the folder ludus where this file looks for it: {error}")

# Without the interpreter's last rites: they are CPU time, and the contest charges it.
_exit(calibrate())
