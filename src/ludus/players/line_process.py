"""Exchanges lines with a running program, which cannot block us, flood us or outlive us.

- Nothing blocks: what the program does not read is buffered on our side, and receiving has a deadline.
- A line and an answer have a greatest length; the end of its standard error is kept for the report.
- It runs in a session of its own. At the end it is asked to quit, then terminated, then killed with its process group,
  and reaped; the pipes are closed.
- Its CPU time is that of the program itself (the kernel's process clock) and of the children that it has waited for
  (/proc/PID/stat, in hundredths of a second). Children that it never waits for are not counted: that needs a sandbox.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from ludus.players.base import BadForm, Crash
from ludus.text import quote

LONGEST_LINE = 1 << 16
LONGEST_ANSWER = 1 << 20
"""Bytes that may be received between two of our lines."""
TAIL = 2000
"""Bytes of standard error that are kept."""
PARTING = 0.5
"""Seconds to end after being asked to quit, and again after SIGTERM."""
_CHUNK = 1 << 16
_TICKS = os.sysconf("SC_CLK_TCK")


class LineProcess:
    """A running program, the lines received from it and those still to be sent."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise Crash(f"{quote(command[0])} cannot be started: {error.strerror}") from error
        self._in, self._out, self._err = (
            _unblock(pipe) for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        # As in the sandbox: what epoll watches can be used up by another program of the same user.
        self._selector = selectors.PollSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._unsent = b""
        self._lines: deque[bytes] = deque()
        self._partial = b""
        self._received_bytes = 0
        self._tail = b""
        self._has_ended = False

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, line: str) -> None:
        """Send a line, without waiting until the program reads it."""
        if not self._unsent:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        self._unsent += line.encode() + b"\n"
        self._received_bytes = 0

    def receive(self, deadline: float) -> str | None:
        """Wait for a line until `time.monotonic()` reaches the deadline; None if there is none by then."""
        while not self._lines:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            for key, _ in self._selector.select(left):
                self._serve(key.fd)
        return self._lines.popleft().decode("utf-8", "replace")

    def read_cpu_seconds(self) -> float | None:
        """Read the CPU time that it has used so far; None where the system does not report it."""
        try:
            # The clock id of another process, as clock_getcpuclockid(3) makes it.
            own = time.clock_gettime((~self.pid << 3) | 2)
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except (OSError, AttributeError):
            return None
        return own + (int(fields[13]) + int(fields[14])) / _TICKS

    def end(self, farewell: str) -> str:
        """End the program and say how it ended."""
        if not self._has_ended:
            self._has_ended = True
            self._terminate(farewell)
            self._selector.close()
            for pipe in (self._in, self._out, self._err):
                pipe.close()
        return _describe_exit(self._process.returncode)

    def quote_last_error(self) -> str:
        """Quote the last line of its standard error; nothing where there is none."""
        lines = self._tail.decode("utf-8", "replace").strip().splitlines()
        return quote(lines[-1]) if lines else ""

    def _serve(self, fd: int) -> None:
        """Do what a pipe is ready for."""
        if fd == self._in.fileno():
            self._write()
        elif fd == self._err.fileno():
            data = os.read(fd, _CHUNK)
            self._tail = (self._tail + data)[-TAIL:]
            if not data:
                self._selector.unregister(self._err)
        else:
            self._take(os.read(fd, _CHUNK))

    def _take(self, data: bytes) -> None:
        if not data:
            raise self._make_crash()
        self._received_bytes += len(data)
        *lines, self._partial = (self._partial + data).split(b"\n")
        self._lines.extend(lines)
        if len(self._partial) > LONGEST_LINE:
            raise BadForm(f"a line of more than {LONGEST_LINE} bytes")
        if self._received_bytes > LONGEST_ANSWER:
            raise BadForm(f"more than {LONGEST_ANSWER} bytes in answer to one request")

    def _write(self) -> None:
        try:
            written = os.write(self._in.fileno(), self._unsent[:_CHUNK])
        except BrokenPipeError:
            # It has closed its input, but its earlier output may still be in the pipe.
            written = len(self._unsent)
        self._unsent = self._unsent[written:]
        if not self._unsent:
            self._selector.unregister(self._in)

    def _make_crash(self) -> Crash:
        """Make the error for a program that has closed its output."""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._err.fileno(), _CHUNK):
                self._tail = (self._tail + data)[-TAIL:]
        how = self.end("")
        words = self.quote_last_error()
        return Crash(f"the program has {how}" + (f", saying {words}" if words else ""))

    def _terminate(self, farewell: str) -> None:
        with contextlib.suppress(OSError):
            if farewell:
                os.write(self._in.fileno(), f"{farewell}\n".encode())
        self._in.close()
        if not self._wait_briefly():
            self._signal(signal.SIGTERM)
            self._wait_briefly()
        # Also when it has ended by itself: it may have left children behind. It is reaped only afterwards, because
        # until then its process id is not reused.
        self._signal(signal.SIGKILL)
        self._process.wait()

    def _wait_briefly(self) -> bool:
        """Wait for its end for a moment; tell whether it has ended."""
        deadline = time.monotonic() + PARTING
        while time.monotonic() < deadline:
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return True
            time.sleep(0.002)
        return False

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


def _unblock(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _describe_exit(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"been ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"been ended by signal {-code}"
