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
    """Feeds a program, reads its output and reports, and has it checked now and then."""

    def __init__(self, process: subprocess.Popen[bytes], socket: LauncherSocket) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        self._pid = process.pid
        self._socket = socket
        self.stdout = bytearray()
        self.stderr = bytearray()
        self.reports: dict[str, str] = {}
        """What the sandbox has reported: the first word of each message, and the rest."""
        self.on_ready: Callable[[int], None] = lambda _: None
        """Called when the sandbox is set up, with the process that will start the program."""
        self.counter: int | None = None
        """The descriptor of a counter of CPU time, once it has been received."""

    def serve(self, data: bytes, check: Callable[[float], tuple[str, float]]) -> str:
        """Feed and read until the program ends, or until `check` gives a reason to end it.

        `check` is given the time; it returns a reason, or none and the time of its next call.
        """
        ended = os.pidfd_open(self._pid)
        try:
            # What epoll watches is counted for all processes of a user, and a program that runs as we do can use that up.
            with selectors.PollSelector() as selector:
                for stream in (ended, self._out, self._err, self._socket):
                    selector.register(stream, selectors.EVENT_READ)
                for stream in (self._in, self._out, self._err):
                    os.set_blocking(stream.fileno(), False)
                selector.register(self._in, selectors.EVENT_WRITE)
                rest = memoryview(data)
                again = 0.0
                while True:
                    now = time.monotonic()
                    if now >= again:
                        reason, again = check(now)
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
                        elif not self._try_to_read(key.fd):
                            selector.unregister(key.fileobj)
        finally:
            os.close(ended)

    def ask_to_end(self) -> None:
        """Have the sandbox kill all its processes."""
        self._socket.end_sandbox()

    def drain(self) -> None:
        """Read what an ended program has left; a process that escaped may still write, so only up to a limit."""
        # A sandbox that was killed as soon as it was set up starts nothing any more.
        self.on_ready = lambda _: None
        self._socket.set_blocking(is_blocking=False)
        for stream in (self._out.fileno(), self._err.fileno(), self._socket.fileno()):
            with contextlib.suppress(BlockingIOError):
                for _ in range(2 * STDOUT_LIMIT // _CHUNK):
                    if not self._read(stream):
                        break

    def close(self) -> None:
        """Close what is not a stream of the process."""
        self._socket.close()
        if self.counter is not None:
            os.close(self.counter)

    def _feed(self, data: memoryview) -> memoryview:
        """Write what the pipe takes and return the rest; empty for a program that has closed its input."""
        try:
            return data[os.write(self._in.fileno(), data[:_CHUNK]) :] if data else data
        except BlockingIOError:
            return data
        except BrokenPipeError:
            return data[:0]

    def _try_to_read(self, descriptor: int) -> bool:
        """Read a piece, if it is still there: a program that runs as our user can open our end and read it first."""
        try:
            return self._read(descriptor)
        except BlockingIOError:
            return True

    def _read(self, descriptor: int) -> bool:
        """Read a piece of a stream; False at its end."""
        if descriptor == self._socket.fileno():
            return self._receive()
        part = os.read(descriptor, _CHUNK)
        if descriptor == self._out.fileno():
            self.stdout += part[: STDOUT_LIMIT - len(self.stdout)]
        else:
            self.stderr += part
            del self.stderr[:-STDERR_LIMIT]
        return bool(part)

    def _receive(self) -> bool:
        message = self._socket.receive()
        if message is None:
            return False
        if message.descriptor is not None:
            self.counter = message.descriptor
        if message.word:
            self.reports[message.word] = message.rest
        if message.word == "begun":
            self.on_ready(message.process)
            self._socket.start_program()
        return True
