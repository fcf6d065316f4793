"""The standard streams of a running program, and the socket over which its sandbox reports."""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import time
from collections.abc import Callable

from ludus.sandbox.allowance import STDERR_LIMIT, STDOUT_LIMIT
from ludus.sandbox.launcher_socket import LauncherSocket

_CHUNK = 1 << 16


class Streams:
    """Feeds a program, hears it, and has somebody look at it now and then."""

    def __init__(self, process: subprocess.Popen[bytes], wire: LauncherSocket) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        self._pid = process.pid
        self._wire = wire
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.reports: dict[str, str] = {}
        """What the sandbox has said: the first word of each message, and the rest."""
        self.on_begun: Callable[[int], None] = lambda _: None
        """Called when the sandbox stands, with the process that will start the program."""
        self.counter: int | None = None
        """The descriptor of a counter of CPU time, once it has been handed over."""

    def serve(self, data: bytes, look: Callable[[float], tuple[str, float]]) -> str:
        """Feed and read until the program ends, or until `look` gives a reason to end it.

        `look` is told the time; with no reason, it says when it wants to look again.
        """
        ended = os.pidfd_open(self._pid)
        try:
            # What epoll watches is counted for all processes of a user, and a program that runs as we do can use that up.
            with selectors.PollSelector() as selector:
                for stream in (ended, self._out, self._err, self._wire):
                    selector.register(stream, selectors.EVENT_READ)
                for stream in (self._in, self._out, self._err):
                    os.set_blocking(stream.fileno(), False)
                selector.register(self._in, selectors.EVENT_WRITE)
                rest = memoryview(data)
                again = 0.0
                while True:
                    now = time.monotonic()
                    if now >= again:
                        reason, again = look(now)
                        if reason:
                            return reason
                    for key, _ in selector.select(again - now):
                        if key.fd == ended:
                            return ""
                        if key.fileobj is self._in:
                            rest = self._feed(rest)
                            if not rest:
                                selector.unregister(self._in)
                                self._in.close()
                        elif not self._take_ready(key.fd):
                            selector.unregister(key.fileobj)
        finally:
            os.close(ended)

    def ask_to_end(self) -> None:
        """Have the sandbox kill all that is in it."""
        self._wire.end()

    def drain(self) -> None:
        """Take what a dead program has left; one that slipped away may still write, so not for ever."""
        # A sandbox that was killed the moment it stood begins nothing any more.
        self.on_begun = lambda _: None
        self._wire.set_blocking(is_blocking=False)
        for stream in (self._out.fileno(), self._err.fileno(), self._wire.fileno()):
            with contextlib.suppress(BlockingIOError):
                for _ in range(2 * STDOUT_LIMIT // _CHUNK):
                    if not self._take(stream):
                        break

    def close(self) -> None:
        """Close what is not a stream of the process."""
        self._wire.close()
        if self.counter is not None:
            os.close(self.counter)

    def _feed(self, data: memoryview) -> memoryview:
        """Write what the pipe takes and give the rest; nothing is left for a program that does not listen."""
        try:
            return data[os.write(self._in.fileno(), data[:_CHUNK]) :] if data else data
        except BlockingIOError:
            return data
        except BrokenPipeError:
            return data[:0]

    def _take_ready(self, descriptor: int) -> bool:
        """Read a piece, if it is still there: a program that runs as we do can open our end and be quicker."""
        try:
            return self._take(descriptor)
        except BlockingIOError:
            return True

    def _take(self, descriptor: int) -> bool:
        """Read a piece of what is said; False at its end."""
        if descriptor == self._wire.fileno():
            return self._hear()
        part = os.read(descriptor, _CHUNK)
        if descriptor == self._out.fileno():
            self.stdout += part[: STDOUT_LIMIT - len(self.stdout)]
        else:
            self.stderr += part
            del self.stderr[:-STDERR_LIMIT]
        return bool(part)

    def _hear(self) -> bool:
        said = self._wire.hear()
        if said is None:
            return False
        if said.handed is not None:
            self.counter = said.handed
        if said.word:
            self.reports[said.word] = said.rest
        if said.word == "begun":
            self.on_begun(said.process)
            self._wire.go()
        return True
