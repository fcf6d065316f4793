"""Reads what is typed line by line, or comes from a script, and stops waiting when nobody wants it any more."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from typing import TextIO

GLANCE = 0.1
"""Seconds between two looks whether a line is still wanted."""
LONGEST = 10_000_000
_CHUNK = 1 << 16


class LineReader:
    """Reads the descriptor of a stream past its buffers, which cannot tell whether a line is there yet."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._has_descriptor = _has_descriptor(stream)
        self._begun = b""

    def ask(self, prompt: str, is_cancelled: Callable[[], bool]) -> str:
        """Read a line; nothing comes back where that is cancelled. Raise `EOFError` at the end.

        The prompt is left out where nobody reads it.
        """
        if self._is_terminal:
            print(prompt, end="", flush=True)
        line = self.read(is_cancelled)
        if not line and self._is_terminal:
            print()
        if not line and not is_cancelled():
            raise EOFError
        return line

    def read(self, is_cancelled: Callable[[], bool] = lambda: False) -> str:
        """Read a line without a prompt; nothing comes back at the end, either."""
        if not self._has_descriptor:
            return self._stream.readline(LONGEST)
        return self._read_descriptor(is_cancelled).decode(errors="replace")

    def _read_descriptor(self, is_cancelled: Callable[[], bool]) -> bytes:
        descriptor = self._stream.fileno()
        while b"\n" not in self._begun and len(self._begun) < LONGEST:
            while not select.select([descriptor], [], [], GLANCE)[0]:
                if is_cancelled():
                    return b""
            data = os.read(descriptor, _CHUNK)
            if not data:
                break
            self._begun += data
        line, newline, self._begun = self._begun.partition(b"\n")
        return line + newline


def _has_descriptor(stream: TextIO) -> bool:
    try:
        stream.fileno()
    except OSError:
        return False
    return True
