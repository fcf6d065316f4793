"""Live progress: one line that changes on a terminal, a plain line now and then elsewhere, nothing if quiet.

What takes long without saying anything itself is watched by a thread that tells how long it has taken so far.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from ludus.terminal.table import shorten
from ludus.text import make_printable

QUICK, SLOW = 0.1, 10.0
"""Seconds between two updates: on a terminal, and in a file that somebody may read later."""
LONG, PULSE = 2.0, 1.0
"""Seconds after which a step is reported, and between two reports of it."""
_BACK, _CLEAR = "\r", "\x1b[K"


class Progress:
    """The progress of a long command."""

    def __init__(
        self, stream: TextIO, quiet: bool = False, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._quiet = quiet
        self._now = now
        self._live = not quiet and stream.isatty()
        self._due = now()
        self._shown = ""

    def show(self, text: str) -> None:
        """Show the progress, unless it was shown a moment ago."""
        if not self._quiet and self._now() >= self._due:
            self._due = self._now() + (QUICK if self._live else SLOW)
            self._write(text)

    def note(self, text: str) -> None:
        """Print a line that stays, such as a warning, even for quiet commands."""
        if self._live and self._shown:
            self._stream.write(f"{_BACK}{_CLEAR}")
        print(make_printable(text), file=self._stream)
        if self._live and self._shown:
            self._write(self._shown)

    def end(self, text: str = "") -> None:
        """Print a last line, or clear the line on a terminal."""
        if self._quiet:
            return
        if self._live:
            self._stream.write(f"{_BACK}{_CLEAR}")
        elif text and text != self._shown:
            print(make_printable(text), file=self._stream)
        self._stream.flush()
        self._shown = ""

    def _write(self, text: str) -> None:
        self._shown = text
        if not self._live:
            print(make_printable(text), file=self._stream, flush=True)
            return
        # A line that wraps could not be erased.
        width = shutil.get_terminal_size().columns - 1
        self._stream.write(f"{_BACK}{_CLEAR}{shorten(make_printable(text), width)}")
        self._stream.flush()


class LongSteps:
    """Reports each long step of a preparation, such as a build: for whom, what is done, for how long."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    @contextmanager
    def report(self, who: str, step: str) -> Iterator[None]:
        """Report one step from beginning to end, if it is long."""
        is_over = threading.Event()
        teller = threading.Thread(target=self._tell, args=(f"{who}: {step}", is_over), daemon=True)
        teller.start()
        try:
            yield
        finally:
            is_over.set()
            teller.join()

    def _tell(self, what: str, is_over: threading.Event) -> None:
        began, has_told = time.monotonic(), False
        while not is_over.wait(PULSE if has_told else LONG):
            self._progress.show(f"{what}, {time.monotonic() - began:.0f} s so far")
            has_told = True
        if has_told:
            self._progress.end()
