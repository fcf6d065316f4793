"""Runs a trusted program once: its files laid out, standard input fed, the reply taken, all that it started killed.

This is no sandbox. What is bounded is time, memory, what is read of its output, and what stays behind in its session;
a program that wants to can still read and write whatever its user may, and slip away into a session of its own.
CPU time is what `wait4` says: the program, and those of its children that it has waited for.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
import resource
import selectors
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.turn import Reply, Request

STDOUT_LIMIT = (1 << 20) + 1
"""So much of standard output is kept: one byte more than any contest reads, so that too much is seen."""
STDERR_LIMIT = 64 << 10
"""So much of the end of standard error is kept."""
FILE_LIMIT = (16 << 20) + 1
"""So much of one file is read back: the board of a thousand by a thousand fields has a quarter of it."""
LATE = -signal.SIGXCPU
"""The exit code of a program that was killed for time, ours and the kernel's alike."""
CANNOT_START = 127
"""The exit code of a program that could not be started, as a shell has it."""

_NOT_STARTED = (errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR, errno.ELOOP, errno.ETXTBSY)
_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use."""

    wall: float
    """Seconds after which it is killed."""
    cpu: float
    """Seconds of CPU time after which each of its processes is killed; the kernel counts whole ones."""
    memory: int = 4 << 30
    """Bytes of address space of each process."""
    file: int = 64 << 20
    """Bytes of one file that it writes."""
    files: int = 256
    """Open files of each process."""
    processes: int = 256
    """How many more processes and threads its user may have; this does not bind root."""


def run_request(
    command: Sequence[str], request: Request, folder: Path, limits: Limits, answers: Sequence[str] = ()
) -> Reply:
    """Run a command in a folder, with the request's arguments, files and standard input.

    `answers` names the files that the program is asked to write: no earlier ones are there when it starts, and the
    reply holds them, and those whose names differ only in case.
    """
    for name in _alike(folder, answers):
        remove(folder / name)
    for name, data in request.files.items():
        remove(folder / name)
        with (folder / name).open("xb") as file:
            file.write(data)
    bounds = _bounds(limits)
    try:
        process = subprocess.Popen(
            [*command, *request.arguments],
            cwd=folder,
            env=_environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            preexec_fn=lambda: _bind(bounds),
        )
    except OSError as error:
        if error.errno not in _NOT_STARTED:
            raise
        return Reply(exit_code=CANNOT_START, stderr=f"cannot be started: {error}".encode())
    with process:
        streams = _Streams(process)
        try:
            is_late = not streams.serve(request.stdin, time.monotonic() + limits.wall)
        finally:
            _kill(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = code = os.waitstatus_to_exitcode(status)
        _see_off(process.pid)
        streams.drain()
    seconds = usage.ru_utime + usage.ru_stime
    if is_late or (code == -signal.SIGKILL and seconds >= limits.cpu):
        code = LATE
    found = {name: read_regular(folder / name) for name in _alike(folder, answers)}
    files = {name: data for name, data in found.items() if data is not None}
    return Reply(bytes(streams.stdout), code, files, bytes(streams.stderr), seconds)


def harmless(text: str) -> str:
    """Escape what would do something to a terminal or could not be written as text."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


class _Streams:
    """The standard streams of a running program."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        self.stdout = bytearray()
        self.stderr = bytearray()
        self._pid = process.pid

    def serve(self, data: bytes, deadline: float) -> bool:
        """Feed and read until the program ends; False if it has not by the deadline."""
        ended = os.pidfd_open(self._pid)
        try:
            with selectors.DefaultSelector() as selector:
                selector.register(ended, selectors.EVENT_READ)
                for stream in (self._out, self._err):
                    selector.register(stream, selectors.EVENT_READ)
                os.set_blocking(self._in.fileno(), False)
                selector.register(self._in, selectors.EVENT_WRITE)
                rest = memoryview(data)
                while (left := deadline - time.monotonic()) > 0:
                    for key, _ in selector.select(left):
                        if key.fd == ended:
                            return True
                        if key.fileobj is not self._in:
                            if not self._take(key.fd):
                                selector.unregister(key.fileobj)
                            continue
                        rest = self._feed(rest)
                        if not rest:
                            selector.unregister(self._in)
                            self._in.close()
        finally:
            os.close(ended)
        return False

    def _feed(self, data: memoryview) -> memoryview:
        """Write what the pipe takes and give the rest; nothing is left for a program that does not listen."""
        try:
            return data[os.write(self._in.fileno(), data[:_CHUNK]) :] if data else data
        except BrokenPipeError:
            return data[:0]

    def drain(self) -> None:
        """Take what a dead program has left in its pipes; one that slipped away may still write, so not for ever."""
        for stream in (self._out, self._err):
            os.set_blocking(stream.fileno(), False)
            with contextlib.suppress(BlockingIOError):
                for _ in range(2 * STDOUT_LIMIT // _CHUNK):
                    if not self._take(stream.fileno()):
                        break

    def _take(self, descriptor: int) -> bool:
        """Read a piece of standard output or error; False at its end."""
        part = os.read(descriptor, _CHUNK)
        if descriptor == self._out.fileno():
            self.stdout += part[: STDOUT_LIMIT - len(self.stdout)]
        else:
            self.stderr += part
            del self.stderr[:-STDERR_LIMIT]
        return bool(part)


def _kill(pid: int) -> None:
    """Kill a program and its group; it has not been waited for, so its number is still its own."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def _see_off(group: int) -> None:
    """Wait until nobody of a killed group runs any more: a busy machine takes a moment to kill."""
    deadline = time.monotonic() + 1
    while _runs(group) and time.monotonic() < deadline:
        time.sleep(0.001)


def _runs(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    # Those whom nobody has waited for are dead, but still counted.
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = path.read_bytes().rpartition(b")")[2].split()[:3]
            if int(its_group) == group and state not in (b"Z", b"X"):
                return True
    return False


# Limits


def _bounds(limits: Limits) -> list[tuple[int, int, int]]:
    """Work out what to set, before there is a new process: it should do as little as possible."""
    seconds = max(1, math.ceil(limits.cpu))
    wanted = [
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_AS, limits.memory, limits.memory),
        (resource.RLIMIT_FSIZE, limits.file, limits.file),
        (resource.RLIMIT_NOFILE, limits.files, limits.files),
        (resource.RLIMIT_CORE, 0, 0),
    ]
    if os.geteuid() != 0:
        most = _tasks_of(os.getuid()) + limits.processes
        wanted.append((resource.RLIMIT_NPROC, most, most))
    bounds = []
    for kind, soft, hard in wanted:
        allowed = resource.getrlimit(kind)[1]
        if allowed != resource.RLIM_INFINITY:
            soft, hard = min(soft, allowed), min(hard, allowed)
        bounds.append((kind, soft, hard))
    return bounds


def _bind(bounds: Sequence[tuple[int, int, int]]) -> None:
    for kind, soft, hard in bounds:
        resource.setrlimit(kind, (soft, hard))


def _tasks_of(user: int) -> int:
    """Count the processes and threads of a user: the kernel's limit is for all of them together."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if process.stat().st_uid == user:
                count += sum(1 for _ in (process / "task").iterdir())
    return count


def _environment(folder: Path) -> dict[str, str]:
    """Give a program little to know, and the Python that runs us under the name `python3`."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    return {"PATH": path, "HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8"}


# Files


def _alike(folder: Path, names: Sequence[str]) -> list[str]:
    """Find what is called so in a folder, in capitals or not; nothing where the program has taken the folder away."""
    wanted = {name.casefold() for name in names}
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        return sorted(entry.name for entry in entries if entry.name.strip().casefold() in wanted)
    return []


def remove(path: Path) -> None:
    """Remove whatever is called so: a link and not what it leads to, a folder with all that is in it."""
    if path.is_symlink() or not path.is_dir():
        path.unlink(missing_ok=True)
        return
    path.chmod(0o700)
    for parent, folders, _ in os.walk(path):
        for inner in (Path(parent, name) for name in folders):
            if not inner.is_symlink():
                inner.chmod(0o700)
    shutil.rmtree(path)


def read_regular(path: Path, limit: int = FILE_LIMIT) -> bytes | None:
    """Read the beginning of a regular file; None for anything else, which is neither followed nor waited for."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(limit)
    finally:
        os.close(descriptor)
