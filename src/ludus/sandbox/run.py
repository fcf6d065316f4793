"""Runs a strange program once: its files laid out, standard input fed, the reply taken, all that it started killed.

This is the one place where such a program is started. What it cannot do is told in `box.py`; here it is watched while it
runs, and killed when its time, its CPU time or its folder is full.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ludus.machine.cgroups import RunGroup
from ludus.machine.descendants import bytes_written, children_of
from ludus.machine.run_delay import RunDelay
from ludus.machine.users import own_user
from ludus.sandbox.allowance import CANNOT_START, LATE, OVERFULL, Allowance
from ludus.sandbox.box import SCRATCHES, Box, Unavailable
from ludus.sandbox.files import hand_over, has_no_room, holds_too_much, lay_out, read_answers, tells_full_disk
from ludus.sandbox.launcher_socket import LauncherSocket
from ludus.sandbox.streams import Streams
from ludus.sandbox.workspace import PlainFolder, Workspace, empty_folder
from ludus.text import make_printable
from ludus.turn import Reply, Request

GLANCE = 0.05
"""Seconds between two looks at a program that is within its allowance."""
SHORTEST = 0.001
"""Seconds between two looks at a program that is close to one."""
GRACE = 2.0
"""Seconds for the sandbox to kill what is in it before it is killed itself."""
SET_UP = 60.0
"""Seconds after which a sandbox that does not stand never will."""
CALIBRATION = 7
"""So often `true` is run to learn what ending the sandbox costs; what setting it up does is read each time."""

_QUICK = Allowance(wall=10, cpu=10)
_TIME, _FOLDER, _MEMORY, _CANCELLED = "time", "folder", "memory", "cancelled"


def _never() -> bool:
    """Let a program run on."""
    return False


def run(
    command: Sequence[str],
    request: Request,
    place: Workspace | Path,
    allowance: Allowance,
    answers: Sequence[str] = (),
    *,
    box: Box,
    core: int | None = None,
    is_cancelled: Callable[[], bool] = _never,
) -> Reply:
    """Run a command in a workspace or a plain folder, with the request's arguments, files and standard input.

    The command is worded as seen from the folder (`./run`), or a name that is looked up in PATH. `answers` names the
    files that the program is asked to write: no earlier ones are there when it starts, and the reply holds them, and
    those whose names differ only in case. A folder that holds too much is removed with all that is in it.
    A run that `is_cancelled` ends soon.
    """
    workspace = PlainFolder(place) if isinstance(place, Path) else place
    folder = workspace.folder
    if not _has_laid_out(workspace, request, answers):
        workspace.clear()
        return Reply(exit_code=OVERFULL, killed=_FOLDER)
    overhead = box_overhead(box)
    words = [*command, *request.arguments]
    ended = _metered(words, request.stdin, workspace, allowance, box, core, overhead, is_cancelled)
    if ended.failure:
        text = f"cannot be started: {os.strerror(ended.failure)}: {command[0]}"
        return Reply(exit_code=CANNOT_START, stderr=text.encode(errors="surrogateescape"))
    seconds = max(0.0, ended.seconds - overhead)
    code, killed = ended.code, ended.killed
    if not killed and holds_too_much(folder, allowance):
        killed = _FOLDER
    if not killed and (code == LATE or (code == -signal.SIGKILL and seconds >= allowance.cpu)):
        killed = _TIME
    if not killed and has_no_room(folder.parent):
        if workspace.is_shared:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
        killed = _FOLDER
    if killed == _FOLDER:
        workspace.clear()
    files = read_answers(folder, answers)
    code = {_TIME: LATE, _FOLDER: OVERFULL}.get(killed, code)
    return Reply(ended.stdout, code, files, ended.stderr, seconds, killed, ended.wall)


@lru_cache(maxsize=16)
def box_overhead(box: Box) -> float:
    """Measure the CPU seconds that a box costs from the start of a program on, so that nobody is charged for them."""
    with empty_folder(box) as room:
        runs = [_metered(["/bin/true"], b"", room, _QUICK, box, None, 0).seconds for _ in range(CALIBRATION)]
    return statistics.median(runs)


def complaint_about(box: Box) -> str:
    """Run `true` in a box; tell what goes wrong, nothing if all is well."""
    try:
        with empty_folder(box) as room:
            ended = _metered(["/bin/true"], b"", room, _QUICK, box, None, 0)
    except OSError as error:
        return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
    except Unavailable as error:
        return str(error)
    return "" if ended.code == 0 else f"exit code {ended.code}"


def _has_laid_out(workspace: Workspace, request: Request, answers: Sequence[str]) -> bool:
    """Write the files of a request; False where the program has left no room for them in a workspace of its own."""
    try:
        lay_out(workspace.folder, request.files, answers)
    except OSError as error:
        if workspace.is_shared or not tells_full_disk(error):
            raise
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Ended:
    """How a program ended."""

    stdout: bytes
    stderr: bytes
    code: int
    seconds: float
    wall: float
    """Seconds that it took, without those in which it waited for a core."""
    killed: str
    """What it was killed for, if it was."""
    failure: int = 0
    """The error because of which it could not be started."""


def _metered(
    command: list[str],
    stdin: bytes,
    workspace: Workspace,
    allowance: Allowance,
    box: Box,
    core: int | None,
    overhead: float,
    is_cancelled: Callable[[], bool] = _never,
) -> _Ended:
    """Run a command under a user and in groups of its own."""
    folder = workspace.folder
    with (
        own_user() as user,
        contextlib.closing(RunGroup(box.groups, allowance.memory, allowance.processes)) as cell,
        contextlib.closing(LauncherSocket()) as wire,
    ):
        if user:
            hand_over(folder, user)
        try:
            with wire.its as its:
                words = box.command(
                    command,
                    workspace.bound_from,
                    allowance,
                    user=user,
                    report=its.fileno(),
                    core=core,
                    namespaces=workspace.namespaces,
                )
                process = subprocess.Popen(
                    words,
                    env=box.environment(folder),
                    cwd="/",
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    pass_fds=(its.fileno(), *workspace.namespaces),
                )
            streams = Streams(process, wire)
            watch = _Watch(
                workspace,
                allowance,
                cell,
                streams,
                overhead,
                process.pid,
                is_cancelled,
                has_scratch=box.is_contained,
            )
            return _served(process, watch, stdin)
        finally:
            if user:
                hand_over(folder, os.getuid())


def _served(process: subprocess.Popen[bytes], watch: _Watch, stdin: bytes) -> _Ended:
    streams = watch.streams
    with process, contextlib.closing(streams):
        try:
            # Here, where whoever is let in is also seen off: the group's end alone would kill only half of bubblewrap.
            watch.cell.expect(process.pid)
            killed = streams.serve(stdin, watch.look)
            wall = watch.wall()
        finally:
            watch.cell.settle()
            _end(process, streams)
        streams.drain()
        seconds = watch.charged()
    said = streams.reports
    if "broken" in said or "begun" not in said:
        late = f"it took more than {SET_UP:g} s" if killed else ""
        why = said.get("broken") or late or streams.stderr.decode(errors="replace").strip()
        why = make_printable(why) or f"exit code {process.returncode}"
        raise Unavailable(f"the sandbox cannot be set up: {why}")
    if not killed and watch.cell.ran_out_of_memory():
        killed = _MEMORY
    # Without a report, the sandbox was killed together with what is in it.
    status, *micros = map(int, said["ended"].split()) if "ended" in said else (signal.SIGKILL,)
    if not seconds:
        seconds = sum(micros) / 1e6
    code = os.waitstatus_to_exitcode(status)
    return _Ended(
        bytes(streams.stdout), bytes(streams.stderr), code, seconds, wall, killed, int(said.get("failed", 0))
    )


class _Watch:
    """Sees whether a program is still within its allowance."""

    def __init__(
        self,
        workspace: Workspace,
        allowance: Allowance,
        cell: RunGroup,
        streams: Streams,
        overhead: float,
        process: int,
        is_cancelled: Callable[[], bool],
        *,
        has_scratch: bool,
    ) -> None:
        self.cell = cell
        self.streams = streams
        self._before: float | None = None
        self._delay: RunDelay | None = None
        self._last_chance = time.monotonic() + SET_UP
        streams.on_begun = self._begin
        self._workspace = workspace
        self._process = process
        self._is_cancelled = is_cancelled
        self._has_scratch = has_scratch
        self._allowance = allowance
        self._cpu = allowance.cpu + overhead
        self._next_count = time.monotonic() + GLANCE

    def look(self, now: float) -> tuple[str, float]:
        """Give a reason to kill the program, or none and the time of the next look."""
        if self._delay is None:
            return (_TIME, now) if now >= self._last_chance else ("", now + GLANCE)
        if self._is_cancelled():
            return _CANCELLED, now
        used = self.charged()
        self._delay.sample(used)
        # It can use up what is left no sooner than that: it has one core, or is looked at more often.
        left = min(self._cpu - used, self._allowance.wall - self.wall())
        if left <= 0:
            return _TIME, now
        if now >= self._next_count:
            if self._takes_too_much():
                return _FOLDER, now
            # A folder that takes long to count is not counted all the time.
            self._next_count = now + max(GLANCE, 10 * (time.monotonic() - now))
        return "", min(self._next_count, now + max(SHORTEST, min(left, GLANCE)))

    def _takes_too_much(self) -> bool:
        return self._crowds_folder() or self._crowds_scratch()

    def _crowds_folder(self) -> bool:
        """Tell whether there is too much in its folder, or in files that nobody finds."""
        folder, allowance = self._workspace.folder, self._allowance
        if not self._workspace.is_shared:
            return has_no_room(folder.parent)
        return holds_too_much(folder, allowance) or bytes_written(self._process) > allowance.folder

    def _crowds_scratch(self) -> bool:
        """Tell whether there are too many files in its `/tmp` or `/dev/shm`: their size is bounded, this is not."""
        if not self._has_scratch:
            return False
        with contextlib.suppress(OSError, IndexError):
            inside = children_of(self._process)[0]
            for place in SCRATCHES:
                room = os.statvfs(f"/proc/{inside}/root{place}")
                if room.f_files - room.f_ffree > self._allowance.folder_files:
                    return True
        return False

    def wall(self) -> float:
        """Tell how long the program has run, without the time in which it waited for a core that others used."""
        return 0.0 if self._delay is None else self._delay.own_seconds()

    def charged(self) -> float:
        """Tell what has been used since the program was started; 0 while that cannot be read."""
        return 0.0 if self._before is None else self._read() - self._before

    def _begin(self, process: int) -> None:
        try:
            self.cell.admit(process)
        except OSError as error:
            raise Unavailable(f"the sandbox cannot be set up: {error}") from error
        self._before = self._read()
        self._delay = RunDelay(self._process)

    def _read(self) -> float:
        if self.streams.counter is not None:
            return int.from_bytes(os.read(self.streams.counter, 8), "little") / 1e9
        return self.cell.used()


def _end(process: subprocess.Popen[bytes], streams: Streams) -> None:
    """See to it that nothing runs any more: ask the sandbox, and if it does not hear, kill it."""
    if not _is_over(process, 0):
        streams.ask_to_end()
        if not _is_over(process, GRACE):
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    kill(process.pid, signal.SIGKILL)
    process.wait()


def _is_over(process: subprocess.Popen[bytes], patience: float) -> bool:
    """Wait until a process has ended, but not for ever."""
    ended = os.pidfd_open(process.pid)
    try:
        return bool(select.select([ended], [], [], patience)[0])
    finally:
        os.close(ended)
