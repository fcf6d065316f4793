"""Every test that asks for a box is run in each one that this machine offers; what it does not offer is printed."""

from __future__ import annotations

import os

import pytest

from ludus.sandbox.box import BUBBLEWRAP, RLIMITS
from ludus.sandbox.capabilities import all_boxes, lacks, no_containment


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the boxes: `box` every one, `tier` the best of each tier, `contained` the best that keeps a program in."""
    best = {box.tier: box for box in reversed(all_boxes())}
    missing = pytest.param(None, marks=pytest.mark.skip(reason=str(no_containment())), id="none")
    contained = best.get(BUBBLEWRAP, missing)
    boxes: dict[str, list[object]] = {
        "box": [*all_boxes(), *([] if BUBBLEWRAP in best else [missing])],
        "tier": [contained, best[RLIMITS]],
        "contained": [contained],
    }
    for name, choice in boxes.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, choice, ids=lambda box: f"{box.tier}-{box.meter}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which boxes were tested and what this machine does not offer."""
    user = "root, with a user for each program" if os.geteuid() == 0 else f"user {os.geteuid()}"
    offered = ", ".join(f"{box.tier}/{box.meter}" for box in all_boxes())
    terminalreporter.write_line(f"sandbox ({user}): {offered}")
    for missing in lacks():
        terminalreporter.write_line(f"sandbox, not offered here: {missing}")
