"""The doctor finds what is there, and says what follows from what is not."""

from __future__ import annotations

import pytest

from ludus.cli import main
from ludus.exams.doctor import GOOD, LIMITED, MISSING, examine
from ludus.sandbox.capabilities import Machine
from tests.machines import MACHINE


def test_everything_is_looked_at_once() -> None:
    topics = [finding.topic for finding in examine(MACHINE)]
    assert topics == ["python", "cores", "native core", "compiler", "sandbox", "cpu meter", "limits", "user"]


def test_what_is_not_well_has_a_meaning() -> None:
    for finding in examine(MACHINE):
        assert finding.state in (GOOD, LIMITED, MISSING)
        assert finding.found
        assert bool(finding.meaning) == (finding.state != GOOD)


@pytest.mark.usefixtures("no_tools")
def test_a_missing_tool_is_reported() -> None:
    findings = {finding.topic: finding for finding in examine(Machine())}
    assert findings["compiler"].state == MISSING
    assert findings["sandbox"].state == LIMITED
    assert "Debian's package bubblewrap" in findings["sandbox"].meaning


def test_the_command_prints_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "native core: kernels for" in printed
    assert "\x1b" not in printed
