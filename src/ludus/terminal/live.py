"""Shows how a tournament goes: a few lines that change on a terminal, one plain line now and then elsewhere."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from typing import TextIO

from ludus.terminal.board import wants_colour
from ludus.terminal.table import measure, shorten
from ludus.text import describe_seconds, make_printable
from ludus.tournaments.progress import TournamentProgress

QUICK, SLOW = 0.3, 30.0
"""Seconds between two updates: on a terminal, and in a file that somebody may read later."""
TOP = 10
"""The number of lines of the table that are shown."""
_UP, _CLEAR, _WARN, _PLAIN = "\x1b[{}F", "\x1b[J", "\x1b[1;33m", "\x1b[0m"


class LiveView:
    """The progress of a tournament, on standard error."""

    def __init__(
        self, stream: TextIO, title: str, quiet: bool = False, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._stream = stream
        self._title = title
        self._quiet = quiet
        self._now = now
        self._is_live = not quiet and stream.isatty()
        self._colour = wants_colour(stream)
        self._due = now()
        self._shown: list[str] = []
        self._warned = self._told = ""

    def show(self, progress: TournamentProgress) -> None:
        """Show the progress, unless it was shown a moment ago."""
        if self._quiet or self._now() < self._due:
            return
        self._due = self._now() + (QUICK if self._is_live else SLOW)
        if self._is_live:
            self._redraw(self._make_lines(progress))
            return
        self._warn(progress.warning)
        self._tell(progress)

    def note(self, text: str) -> None:
        """Print a line that stays, such as a warning, even for quiet commands."""
        shown = self._shown
        self._erase()
        self._print(text)
        if shown:
            self._draw(shown)

    def end(self, progress: TournamentProgress) -> None:
        """Leave the last state in plain lines."""
        self._erase()
        self._warn(progress.warning)
        if not self._quiet:
            self._tell(progress)

    def _tell(self, progress: TournamentProgress) -> None:
        """Print the progress as a plain line, unless it is the last one again."""
        text = describe_progress(progress)
        if text != self._told:
            self._print(text)
        self._told = text

    def _warn(self, warning: str) -> None:
        """Print what is wrong with the whole tournament, when it has become known."""
        if warning and not self._warned:
            self._print(f"warning: {warning}")
        self._warned = warning

    def _make_lines(self, progress: TournamentProgress) -> list[str]:
        warning = [f"WARNING: {progress.warning}"] if progress.warning else []
        best = [(make_printable(line.name), line) for line in progress.list_best(TOP)]
        width = max(len(name) for name, _ in best)
        table = [
            f"{place:3}. {name:{width}}  {line.points:g} of {line.games}"
            for place, (name, line) in enumerate(best, 1)
        ]
        return [*warning, self._title, describe_progress(progress), *table]

    def _redraw(self, lines: Sequence[str]) -> None:
        self._erase()
        self._draw(lines)

    def _draw(self, lines: Sequence[str]) -> None:
        size = shutil.get_terminal_size()
        # A line that wraps, or scrolls out of sight, could not be erased.
        self._shown = [
            shorten(make_printable(line), size.columns - 1) for line in lines[: max(1, size.lines - 1)]
        ]
        for line in self._shown:
            is_warning = self._colour and line.startswith("WARNING")
            self._stream.write(f"{_WARN}{line}{_PLAIN}\n" if is_warning else f"{line}\n")
        self._stream.flush()

    def _erase(self) -> None:
        if not self._shown:
            return
        # In a window that was made narrower meanwhile, the terminal has wrapped what was shown.
        columns = max(1, shutil.get_terminal_size().columns)
        rows = sum(max(1, -(-measure(line) // columns)) for line in self._shown)
        self._stream.write(_UP.format(rows) + _CLEAR)
        self._stream.flush()
        self._shown = []

    def _print(self, text: str) -> None:
        for line in text.splitlines():
            print(make_printable(line), file=self._stream, flush=True)


def describe_progress(progress: TournamentProgress) -> str:
    """Describe the progress in one line."""
    least, most = progress.count.least, progress.count.most
    total = "" if most is None else f" of {most}" if most == least else f" of {least} to {most}"
    words = [f"{progress.done}{total} games done, {progress.running} running"]
    if progress.voided:
        words.append(f"{progress.voided} void, {progress.failed} of them to be decided")
    left = progress.estimate_seconds_left()
    if left and (progress.running or progress.done < least):
        words.append(
            f"{describe_seconds(left)} left" if most == least else f"at most {describe_seconds(left)} left"
        )
    return ", ".join(words)
