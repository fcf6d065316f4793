"""Live progress: one changing line on a terminal, plain lines elsewhere, nothing when quiet."""

from __future__ import annotations

import io
import re
import time

import pytest

from ludus.terminal import progress as module
from ludus.terminal.progress import LongSteps, Progress
from ludus.terminal.table import measure
from tests.tolerance import PATIENCE


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


class Watch:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_terminal_shows_one_line_that_changes() -> None:
    screen, watch = Screen(), Watch()
    progress = Progress(screen, now=watch)
    progress.show("game 1")
    watch.time = 1
    progress.show("game 2")
    assert screen.getvalue() == "\r\x1b[Kgame 1\r\x1b[Kgame 2"
    progress.end("game 3")
    assert screen.getvalue().endswith("game 2\r\x1b[K")


def test_a_file_gets_plain_lines_now_and_then_and_the_last_one() -> None:
    file, watch = io.StringIO(), Watch()
    progress = Progress(file, now=watch)
    for second in range(25):
        watch.time = second
        progress.show(f"game {second}")
    progress.end("game 25")
    assert file.getvalue() == "game 0\ngame 10\ngame 20\ngame 25\n"


def test_the_last_line_is_not_said_twice() -> None:
    file = io.StringIO()
    progress = Progress(file, now=Watch())
    progress.show("game 1")
    progress.end("game 1")
    assert file.getvalue() == "game 1\n"


def test_quiet_shows_no_progress_but_warnings() -> None:
    for stream in (Screen(), io.StringIO()):
        progress = Progress(stream, quiet=True, now=Watch())
        progress.show("game 1")
        progress.note("warning: a worker died")
        progress.end("game 2")
        assert stream.getvalue() == "warning: a worker died\n"


def test_a_warning_stays_and_the_line_goes_on_below() -> None:
    screen = Screen()
    progress = Progress(screen, now=Watch())
    progress.show("game 1")
    progress.note("warning: a worker died")
    assert screen.getvalue() == "\r\x1b[Kgame 1\r\x1b[Kwarning: a worker died\n\r\x1b[Kgame 1"


def test_a_line_never_wraps() -> None:
    screen = Screen()
    Progress(screen, now=Watch()).show("x" * 10_000)
    assert len(screen.getvalue()) < 1000


def test_a_line_of_wide_letters_never_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    screen = Screen()
    Progress(screen, now=Watch()).show("日本語" * 30)
    assert measure(screen.getvalue().removeprefix("\r\x1b[K")) < 40


def test_foreign_text_does_nothing_to_the_terminal() -> None:
    screen = Screen()
    progress = Progress(screen, now=Watch())
    progress.note("\x1b[2Jname\n")
    assert screen.getvalue() == "\\x1b[2Jname\\n\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything count as long."""
    monkeypatch.setattr(module, "LONG", 0.01)
    monkeypatch.setattr(module, "PULSE", 0.01)
    monkeypatch.setattr(module, "QUICK", 0.0)


@pytest.mark.usefixtures("impatient")
def test_a_long_step_says_whose_it_is_what_is_done_and_for_how_long() -> None:
    screen = Screen()
    with LongSteps(Progress(screen)).report("Zeno", "building, make"):
        _wait_for(screen, times=2)
    assert re.fullmatch(r"(\r\x1b\[KZeno: building, make, \d+ s so far){2,}\r\x1b\[K", screen.getvalue())


@pytest.mark.usefixtures("impatient")
def test_a_long_step_is_a_plain_line_in_a_file_and_nothing_when_quiet() -> None:
    file, nothing = io.StringIO(), io.StringIO()
    quiet, plain = LongSteps(Progress(nothing, quiet=True)), LongSteps(Progress(file))
    with quiet.report("Zeno", "building, make"), plain.report("Zeno", "building, make"):
        _wait_for(file, times=1)
    assert re.fullmatch(r"(Zeno: building, make, \d+ s so far\n)+", file.getvalue())
    assert nothing.getvalue() == ""


def test_a_short_step_is_not_worth_a_word() -> None:
    screen = Screen()
    with LongSteps(Progress(screen)).report("Zeno", "building, make"):
        pass
    assert screen.getvalue() == ""


def _wait_for(stream: io.StringIO, times: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while stream.getvalue().count("so far") < times:
        assert time.monotonic() < deadline
        time.sleep(0.01)
