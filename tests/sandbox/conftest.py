"""Every test that asks for a box is run in each one that this machine offers; what it does not offer is printed."""

from __future__ import annotations

import os

import pytest

from ludus.sandbox.box import BUBBLEWRAP, all_boxes, lacks, no_containment


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give the boxes: `box` is any, `contained` one that keeps a program in."""
    boxes = list(all_boxes())
    if "box" in metafunc.fixturenames:
        metafunc.parametrize("box", boxes, ids=lambda box: f"{box.tier}-{box.meter}")
    if "contained" in metafunc.fixturenames:
        walls = [box for box in boxes if box.tier == BUBBLEWRAP]
        missing = pytest.param(None, marks=pytest.mark.skip(reason=str(no_containment())), id="none")
        metafunc.parametrize("contained", walls or [missing], ids=lambda box: box.meter if box else None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which boxes were tested and what this machine does not offer."""
    user = "root, with a user for each program" if os.geteuid() == 0 else f"user {os.geteuid()}"
    offered = ", ".join(f"{box.tier}/{box.meter}" for box in all_boxes())
    terminalreporter.write_line(f"sandbox ({user}): {offered}")
    for missing in lacks():
        terminalreporter.write_line(f"sandbox, not offered here: {missing}")
