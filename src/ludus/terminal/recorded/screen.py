"""A whole screen of a terminal, redrawn in place, and its keyboard, one key at a time."""

from __future__ import annotations

import os
import select
import shutil
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

GLANCE = 0.2
"""Seconds between two looks whether the window has another size."""
RESIZED = "resized"
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"
_HOME, _CLEAR_LINE, _CLEAR_REST = "\x1b[H", "\x1b[K", "\x1b[J"
_SEQUENCES = {
    b"[C": "right", b"OC": "right", b"[D": "left", b"OD": "left", b"[A": "left", b"OA": "left",
    b"[B": "right", b"OB": "right", b"[5~": "page-up", b"[6~": "page-down", b"[H": "home", b"OH": "home",
    b"[1~": "home", b"[7~": "home", b"[F": "end", b"OF": "end", b"[4~": "end", b"[8~": "end",
}  # fmt: skip
"""What follows an escape, by the habits of xterm, the console, tmux and rxvt."""


def is_terminal() -> bool:
    """Tell whether somebody sits at both ends: a keyboard and a screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


class Screen:
    """The terminal, while we have all of it."""

    def __init__(self) -> None:
        self._size = shutil.get_terminal_size()
        self._waiting = b""

    @property
    def size(self) -> os.terminal_size:
        """Its columns and lines now."""
        self._size = shutil.get_terminal_size()
        return self._size

    def show(self, lines: Sequence[str]) -> None:
        """Show these lines and nothing else; none is longer than the screen is wide."""
        text = "\r\n".join(f"{line}{_CLEAR_LINE}" for line in lines)
        sys.stdout.write(f"{_HOME}{text}{_CLEAR_REST}")
        sys.stdout.flush()

    def read_key(self) -> str:
        """Wait for a key: a letter, or a name like `right`; `resized` for another size, nothing at the end."""
        while not self._waiting:
            if select.select([sys.stdin.fileno()], [], [], GLANCE)[0]:
                self._waiting = os.read(sys.stdin.fileno(), 1024)
                if not self._waiting:
                    return ""
            elif shutil.get_terminal_size() != self._size:
                return RESIZED
        return self._take_key()

    def _take_key(self) -> str:
        first, rest = self._waiting[:1], self._waiting[1:]
        self._waiting = rest
        if first != b"\x1b":
            return first.decode("ascii", errors="replace")
        for sequence, name in _SEQUENCES.items():
            if rest.startswith(sequence):
                self._waiting = rest[len(sequence) :]
                return name
        # An unknown sequence is one key that means nothing; a bare escape is one that leaves.
        self._waiting = b""
        return "unknown" if rest else "escape"


@contextmanager
def take_screen() -> Iterator[Screen]:
    """Take the terminal, and give it back as it was, however we end."""
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        sys.stdout.write(_ENTER)
        yield Screen()
    finally:
        sys.stdout.write(_LEAVE)
        sys.stdout.flush()
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
