"""Runs an untrusted program once: writes its files, feeds standard input, reads the reply, kills all that it started.

This is the only place where such a program is started. `box.py` says what it cannot do; here it is monitored while it
runs, and killed when it exceeds its time, its CPU time, its memory or its folder.
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
from pathlib import Path

from ludus.machine.cgroups import RunGroup
from ludus.machine.descendants import count_bytes_written, list_children
from ludus.machine.run_delay import RunDelay
from ludus.sandbox.allowance import CANNOT_START, LATE, OVERFULL, Allowance
from ludus.sandbox.box import SCRATCHES, Box, Unavailable
from ludus.sandbox.files import (
    change_owner,
    holds_too_much,
    is_full,
    is_full_disk_error,
    read_answers,
    write_request,
)
from ludus.sandbox.launcher_socket import LauncherSocket
from ludus.sandbox.streams import Streams
from ludus.sandbox.workspace import PlainFolder, Workspace, open_empty_workspace
from ludus.text import make_printable
from ludus.turn import Reply, Request

INTERVAL = 0.05
"""Seconds between two checks of a program that is well within its allowance."""
SHORTEST_INTERVAL = 0.001
"""Seconds between two checks of a program that is close to a limit."""
GRACE = 2.0
"""Seconds for the sandbox to kill what is in it before it is killed itself."""
SET_UP = 60.0
"""Seconds within which a sandbox must be set up."""
CALIBRATION = 3
"""How often `true` is run to measure what ending the sandbox costs; setting it up is measured in each run."""

_QUICK = Allowance(wall=10, cpu=10)
_TIME, _FOLDER, _MEMORY, _CANCELLED = "time", "folder", "memory", "cancelled"


def _run_on() -> bool:
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
    is_cancelled: Callable[[], bool] = _run_on,
) -> Reply:
    """Run a command in a workspace or a plain folder, with the request's arguments, files and standard input.

    The command is a path relative to the folder (`./run`) or a name that is looked up in PATH. `answers` names the
    files that the program is asked to write: no earlier ones are there when it starts, and the reply holds them, and
    those whose names differ only in case. A folder that holds too much is removed with all that is in it.
    A run that `is_cancelled` ends soon.
    """
    workspace = PlainFolder(place) if isinstance(place, Path) else place
    folder = workspace.folder
    if not _has_written_request(workspace, request, answers):
        workspace.clear()
        return Reply(exit_code=OVERFULL, killed=_FOLDER)
    overhead = measure_overhead(box)
    words = [*command, *request.arguments]
    result = _run_metered(words, request.stdin, workspace, allowance, box, core, overhead, is_cancelled)
    if result.failure:
        text = f"cannot be started: {os.strerror(result.failure)}: {command[0]}"
        return Reply(exit_code=CANNOT_START, stderr=text.encode(errors="surrogateescape"))
    seconds = max(0.0, result.seconds - overhead)
    code, killed = result.code, result.killed
    if not killed and holds_too_much(folder, allowance):
        killed = _FOLDER
    if not killed and (code == LATE or (code == -signal.SIGKILL and seconds >= allowance.cpu)):
        killed = _TIME
    if not killed and is_full(folder.parent):
        if workspace.is_shared:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
        killed = _FOLDER
    if killed == _FOLDER:
        workspace.clear()
    files = read_answers(folder, answers)
    code = {_TIME: LATE, _FOLDER: OVERFULL}.get(killed, code)
    return Reply(result.stdout, code, files, result.stderr, seconds, killed, result.wall)


def measure_overhead(box: Box) -> float:
    """Measure once the CPU seconds that a box costs from the start of a program on; no program is charged for them."""
    if box.overhead is None:
        with open_empty_workspace(box) as workspace:
            runs = [
                _run_metered(["/bin/true"], b"", workspace, _QUICK, box, None, 0).seconds
                for _ in range(CALIBRATION)
            ]
        box.overhead = statistics.median(runs)
    return box.overhead


def check_box(box: Box) -> str:
    """Run `true` in a box; return what goes wrong, empty if it works."""
    try:
        with open_empty_workspace(box) as workspace:
            result = _run_metered(["/bin/true"], b"", workspace, _QUICK, box, None, 0)
    except OSError as error:
        return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
    except Unavailable as error:
        return str(error)
    return "" if result.code == 0 else f"exit code {result.code}"


def _has_written_request(workspace: Workspace, request: Request, answers: Sequence[str]) -> bool:
    """Write the files of a request; False where the program has filled its own workspace."""
    try:
        write_request(workspace.folder, request.files, answers)
    except OSError as error:
        if workspace.is_shared or not is_full_disk_error(error):
            raise
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Result:
    """How a run of a program ended."""

    stdout: bytes
    stderr: bytes
    code: int
    seconds: float
    wall: float
    """Seconds that it took, without those in which it waited for a core."""
    killed: str
    """Why it was killed, if it was."""
    failure: int = 0
    """The error because of which it could not be started."""


def _run_metered(
    command: list[str],
    stdin: bytes,
    workspace: Workspace,
    allowance: Allowance,
    box: Box,
    core: int | None,
    overhead: float,
    is_cancelled: Callable[[], bool] = _run_on,
) -> _Result:
    """Run a command under a user and in groups of its own."""
    folder = workspace.folder
    with (
        box.machine.users.lend() as user,
        contextlib.closing(RunGroup(box.groups, allowance.memory, allowance.processes)) as group,
        contextlib.closing(LauncherSocket()) as socket,
    ):
        if user:
            change_owner(folder, user)
        try:
            with socket.launcher_end as launcher_end:
                words = box.make_command(
                    command,
                    workspace.bound_from,
                    allowance,
                    user=user,
                    report=launcher_end.fileno(),
                    core=core,
                    namespaces=workspace.namespaces,
                )
                process = subprocess.Popen(
                    words,
                    env=box.make_environment(folder),
                    cwd="/",
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    start_new_session=True,
                    pass_fds=(launcher_end.fileno(), *workspace.namespaces),
                )
            streams = Streams(process, socket)
            monitor = _Monitor(
                workspace,
                allowance,
                group,
                streams,
                overhead,
                process.pid,
                is_cancelled,
                has_scratch=box.is_contained,
            )
            return _supervise(process, monitor, stdin)
        finally:
            if user:
                change_owner(folder, os.getuid())


def _supervise(process: subprocess.Popen[bytes], monitor: _Monitor, stdin: bytes) -> _Result:
    streams = monitor.streams
    with process, contextlib.closing(streams):
        try:
            # Inside the try, so that what is admitted is also ended: closing the group alone would kill only half of bubblewrap.
            monitor.group.admit_early(process.pid)
            killed = streams.serve(stdin, monitor.check)
            wall = monitor.read_wall_seconds()
        finally:
            monitor.group.wait_until_admitted()
            _end_sandbox(process, streams)
        streams.drain()
        seconds = monitor.read_cpu_seconds()
    reports = streams.reports
    if "broken" in reports or "begun" not in reports:
        late = f"it took more than {SET_UP:g} s" if killed else ""
        why = reports.get("broken") or late or streams.stderr.decode(errors="replace").strip()
        why = make_printable(why) or f"exit code {process.returncode}"
        raise Unavailable(f"the sandbox cannot be set up: {why}")
    if not killed and monitor.group.ran_out_of_memory():
        killed = _MEMORY
    # Without a report, the sandbox was killed together with what is in it.
    status, *micros = map(int, reports["ended"].split()) if "ended" in reports else (signal.SIGKILL,)
    if not seconds:
        seconds = sum(micros) / 1e6
    code = os.waitstatus_to_exitcode(status)
    return _Result(
        bytes(streams.stdout),
        bytes(streams.stderr),
        code,
        seconds,
        wall,
        killed,
        int(reports.get("failed", 0)),
    )


class _Monitor:
    """Checks whether a program is still within its allowance."""

    def __init__(
        self,
        workspace: Workspace,
        allowance: Allowance,
        group: RunGroup,
        streams: Streams,
        overhead: float,
        process: int,
        is_cancelled: Callable[[], bool],
        *,
        has_scratch: bool,
    ) -> None:
        self.group = group
        self.streams = streams
        self._before: float | None = None
        self._delay: RunDelay | None = None
        self._set_up_deadline = time.monotonic() + SET_UP
        streams.on_ready = self._begin
        self._workspace = workspace
        self._process = process
        self._is_cancelled = is_cancelled
        self._has_scratch = has_scratch
        self._allowance = allowance
        self._cpu = allowance.cpu + overhead
        self._next_count = time.monotonic() + INTERVAL

    def check(self, now: float) -> tuple[str, float]:
        """Return a reason to kill the program, or an empty one and the time of the next check."""
        if self._delay is None:
            return (_TIME, now) if now >= self._set_up_deadline else ("", now + INTERVAL)
        if self._is_cancelled():
            return _CANCELLED, now
        used = self.read_cpu_seconds()
        self._delay.sample(used)
        # It cannot use up what is left sooner: it has one core, or is checked more often.
        left = min(self._cpu - used, self._allowance.wall - self.read_wall_seconds())
        if left <= 0:
            return _TIME, now
        if now >= self._next_count:
            if self._is_folder_too_full() or self._is_scratch_too_full():
                return _FOLDER, now
            # A folder that takes long to count is not counted all the time.
            self._next_count = now + max(INTERVAL, 10 * (time.monotonic() - now))
        return "", min(self._next_count, now + max(SHORTEST_INTERVAL, min(left, INTERVAL)))

    def _is_folder_too_full(self) -> bool:
        """Tell whether there is too much in its folder, unnamed files included."""
        folder, allowance = self._workspace.folder, self._allowance
        if not self._workspace.is_shared:
            return is_full(folder.parent)
        return holds_too_much(folder, allowance) or count_bytes_written(self._process) > allowance.folder

    def _is_scratch_too_full(self) -> bool:
        """Tell whether there are too many files in its `/tmp` or `/dev/shm`: the kernel limits only their size."""
        if not self._has_scratch:
            return False
        with contextlib.suppress(OSError, IndexError):
            inside = list_children(self._process)[0]
            for place in SCRATCHES:
                usage = os.statvfs(f"/proc/{inside}/root{place}")
                if usage.f_files - usage.f_ffree > self._allowance.folder_files:
                    return True
        return False

    def read_wall_seconds(self) -> float:
        """Read how long the program has run, without the time in which it waited for a core that others used."""
        return 0.0 if self._delay is None else self._delay.count_own_seconds()

    def read_cpu_seconds(self) -> float:
        """Read what has been used since the program was started; 0 while that cannot be read."""
        return 0.0 if self._before is None else self._read() - self._before

    def _begin(self, process: int) -> None:
        try:
            self.group.admit(process)
        except OSError as error:
            raise Unavailable(f"the sandbox cannot be set up: {error}") from error
        self._before = self._read()
        self._delay = RunDelay(self._process)

    def _read(self) -> float:
        if self.streams.counter is not None:
            return int.from_bytes(os.read(self.streams.counter, 8), "little") / 1e9
        return self.group.read_cpu_seconds()


def _end_sandbox(process: subprocess.Popen[bytes], streams: Streams) -> None:
    """End the sandbox with all its processes: ask it to, and kill it if it does not."""
    if not _wait_for_end(process, 0):
        streams.ask_to_end()
        if not _wait_for_end(process, GRACE):
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    kill(process.pid, signal.SIGKILL)
    process.wait()


def _wait_for_end(process: subprocess.Popen[bytes], patience: float) -> bool:
    """Wait up to this many seconds for a process to end; tell whether it has."""
    ended = os.pidfd_open(process.pid)
    try:
        return bool(select.select([ended], [], [], patience)[0])
    finally:
        os.close(ended)
