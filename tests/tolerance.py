"""How exactly a time is known on a machine that others use, too: enough to tell what is charged from what is hidden.

How exact a meter is on an idle machine, `bench/arena.py` measures.
"""

from __future__ import annotations

import pytest

AGAINST_HANGING = 30.0
"""Seconds within which a machine under load does what takes an idle one a moment."""

LITTLE = 0.2
"""Seconds of CPU time above which a program has done something, however slow the machine is."""


def near(seconds: float) -> object:
    """Compare a metered time with the true one: within a quarter and 50 ms."""
    return pytest.approx(seconds, rel=0, abs=0.05 + seconds / 4)
