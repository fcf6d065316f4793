"""Every test that asks for a box is run in each one that this machine offers; what it does not offer is printed."""

from __future__ import annotations

import os
from functools import lru_cache

import pytest

from ludus.sandbox.box import BUBBLEWRAP, METERS, RLIMITS, Box
from tests.conftest import NOT_OFFERED
from tests.machines import MACHINE

NAMES = tuple(
    f"{tier}/{meter}"
    for tier, other in ((BUBBLEWRAP, "wait4"), (RLIMITS, "pid1"))
    for meter in METERS
    if meter != other
)


@lru_cache(maxsize=1)
def offered() -> dict[str, Box]:
    """Try out the boxes, by name; when the first test wants one, so that collecting costs nothing."""
    return {f"{box.tier}/{box.meter}": box for box in MACHINE.boxes}


@lru_cache(maxsize=1)
def not_offered() -> tuple[str, ...]:
    return tuple(map(str, MACHINE.list_missing()))


@lru_cache(maxsize=1)
def uncontained() -> str:
    return str(MACHINE.explain_no_containment() or "")


@pytest.fixture(params=NAMES, ids=lambda name: name.replace("/", "-"))
def box(request: pytest.FixtureRequest) -> Box:
    """Give every box."""
    best_of(request.param.partition("/")[0])
    if request.param not in offered():
        pytest.skip(f"{NOT_OFFERED}{request.param}")
    return note(request, request.param)


@pytest.fixture(params=[BUBBLEWRAP, RLIMITS])
def tier(request: pytest.FixtureRequest) -> Box:
    """Give the best box of each tier."""
    return note(request, best_of(request.param))


@pytest.fixture
def contained(request: pytest.FixtureRequest) -> Box:
    """Give the best box that keeps a program in."""
    return note(request, best_of(BUBBLEWRAP))


def best_of(tier: str) -> str:
    """Name the best box of a tier, or skip the test where programs cannot be contained."""
    if tier == BUBBLEWRAP and (missing := uncontained()):
        pytest.skip(missing)
    return next(name for name in offered() if name.startswith(tier))


def note(request: pytest.FixtureRequest, name: str) -> Box:
    """Leave word for the summary, which another process may write."""
    request.node.user_properties += [("box", name), *(("lacks", missing) for missing in not_offered())]
    return offered()[name]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell which boxes were tested and what this machine does not offer, as the tests have noted it."""
    noted = {
        note
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, [])
        for note in report.user_properties
    }
    tested = ", ".join(name for name in NAMES if ("box", name) in noted)
    if tested:
        user = "root, with a user for each program" if os.geteuid() == 0 else f"user {os.geteuid()}"
        terminalreporter.write_line(f"sandbox ({user}): {tested}")
    for missing in sorted(text for key, text in noted if key == "lacks"):
        terminalreporter.write_line(f"sandbox, not offered here: {missing}")
