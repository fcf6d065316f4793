"""The machine that the tests run on: its facts are found once for all tests of a process."""

from __future__ import annotations

import atexit
from pathlib import Path

from ludus.sandbox.capabilities import Machine

ROOT = Path(__file__).resolve().parent.parent

MACHINE = Machine(unsafe=True)
OPEN = Machine(unsafe=True, shown=(str(ROOT),))
"""With the repository in sight: the tiny programs speak by means of Ludus itself."""

for _machine in (MACHINE, OPEN):
    atexit.register(_machine.close)
