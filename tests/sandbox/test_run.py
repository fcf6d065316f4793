"""Running a program once, in every tier and with every meter that there is here."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import selectors
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

from ludus.sandbox.allowance import CANNOT_START, LATE, OVERFULL, STDERR_LIMIT, STDOUT_LIMIT, Allowance
from ludus.sandbox.box import APPROXIMATE, Box
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.files import holds_too_much, read_regular
from ludus.sandbox.launcher_socket import LauncherSocket
from ludus.sandbox.run import run
from ludus.sandbox.streams import Streams
from ludus.text import make_printable
from ludus.turn import Reply, Request
from tests.machines import MACHINE
from tests.tolerance import AGAINST_HANGING, LITTLE

SOON = Allowance(wall=20, cpu=10)
"""Enough on a busy machine."""


def shell(
    box: Box,
    folder: Path,
    line: str,
    request: Request | None = None,
    allowance: Allowance = SOON,
    answers: tuple[str, ...] = (),
) -> Reply:
    return run(["/bin/sh", "-c", line, "sh"], request or Request(), folder, allowance, answers, box=box)


def test_a_reply_holds_all_that_came_back(box: Box, tmp_path: Path) -> None:
    request = Request(b"hello\n", ("one", "two"), {"in": b"data"})
    reply = shell(box, tmp_path, 'cat; cat in; echo "$@" >&2; cp in out; exit 5', request, answers=("out",))
    assert (reply.stdout, reply.exit_code, reply.stderr) == (b"hello\ndata", 5, b"one two\n")
    assert reply.files == {"out": b"data"}
    assert 0 < reply.cpu_seconds < 5


def test_a_program_runs_where_another_has_used_up_what_epoll_may_watch(
    tier: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel counts that for all processes of a user, and as an ordinary user all programs are ours."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(selectors.EpollSelector, "register", refuse)
    assert shell(tier, tmp_path, "echo hello").stdout == b"hello\n"


def test_the_kernel_does_not_end_a_program_whose_meter_is_read(box: Box, tmp_path: Path) -> None:
    """Its count of CPU time can be ahead of the meter's, by which a program is judged."""
    reply = shell(box, tmp_path, "ulimit -t", allowance=Allowance(wall=20, cpu=100))
    assert int(reply.stdout) == (100 if box.meter in APPROXIMATE else 200)


def test_only_so_much_output_is_kept(tier: Box, tmp_path: Path) -> None:
    reply = shell(tier, tmp_path, "yes | head -c 9000000; (yes no | head -c 5000000; echo end) >&2")
    assert reply.stdout == (b"y\n" * STDOUT_LIMIT)[:STDOUT_LIMIT]
    assert len(reply.stderr) == STDERR_LIMIT
    assert reply.stderr.endswith(b"end\n")


def test_a_program_need_not_listen(tier: Box, tmp_path: Path) -> None:
    reply = shell(tier, tmp_path, "exec <&-; echo done", Request(b"x" * 5_000_000))
    assert (reply.exit_code, reply.stdout) == (0, b"done\n")


def test_a_program_may_listen_to_much_and_talk_much_at_once(tier: Box, tmp_path: Path) -> None:
    data = b"0123456789" * 100_000
    assert shell(tier, tmp_path, "cat", Request(data)).stdout == data


def test_whoever_keeps_the_streams_open_keeps_nobody_waiting(tier: Box, tmp_path: Path) -> None:
    began = time.monotonic()
    reply = shell(tier, tmp_path, "setsid sleep 60 & echo done; sleep 0.2")
    assert time.monotonic() - began < AGAINST_HANGING
    assert (reply.exit_code, reply.stdout) == (0, b"done\n")


def test_nobody_waits_for_words_that_somebody_else_has_read() -> None:
    """A program that runs as we do can open our end of its stream, and take its words back."""
    pipe = subprocess.PIPE
    looks = 0

    def look(now: float) -> tuple[str, float]:
        nonlocal looks
        looks += 1
        if looks == 1:
            return "", now
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            assert not os.get_blocking(stream.fileno())
        return "seen", now

    with (
        contextlib.closing(LauncherSocket()) as wire,
        subprocess.Popen(["sleep", "60"], bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe) as process,
    ):
        assert Streams(process, wire).serve(b"", look) == "seen"
        process.kill()


def test_what_the_kernel_does_not_take_for_a_program_cannot_be_started(tier: Box, tmp_path: Path) -> None:
    program = Path("/bin/true").read_bytes()
    loader = next(match.group() for match in re.finditer(rb"/lib[^\0]*/ld-linux[^\0]*\0", program))
    (tmp_path / "run").write_bytes(program.replace(loader, b"./loader".ljust(len(loader), b"\0"), 1))
    for name, text in (("run", None), ("loader", "no loader\n" * 100)):
        if text is not None:
            (tmp_path / name).write_text(text, encoding="ascii")
        (tmp_path / name).chmod(0o755)
    reply = run(["./run"], Request(), tmp_path, SOON, box=tier)
    assert reply.exit_code == CANNOT_START
    assert b"cannot be started" in reply.stderr


def test_all_die_when_time_is_up(box: Box, tmp_path: Path) -> None:
    reply = shell(box, tmp_path, "sleep 60 & setsid sleep 60 & wait", allowance=Allowance(wall=0.3, cpu=10))
    assert (reply.exit_code, reply.killed) == (LATE, "time")


def test_who_burns_on_and_minds_no_signal_is_stopped(box: Box, tmp_path: Path) -> None:
    reply = shell(box, tmp_path, "trap '' XCPU; while :; do :; done", allowance=Allowance(wall=30, cpu=0.3))
    assert (reply.exit_code, reply.killed) == (LATE, "time")
    # Where nobody can read it meanwhile, the kernel stops each process after whole seconds.
    assert (1 if box.meter in ("pid1", "wait4") else LITTLE) <= reply.cpu_seconds < 3


def test_a_program_runs_alike_whatever_our_umask(tier: Box, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        reply = shell(tier, tmp_path, "umask; python3 -c 'print(1)'")
        machine = Machine()
        missing = machine.explain_no_containment()
        machine.close()
    finally:
        os.umask(before)
    assert (reply.stdout, missing) == (b"0022\n1\n", MACHINE.explain_no_containment())


def test_a_core_can_be_chosen(tier: Box, tmp_path: Path) -> None:
    core = max(os.sched_getaffinity(0))
    reply = run(["nproc"], Request(), tmp_path, SOON, box=tier, core=core)
    assert reply.stdout == b"1\n"


def test_files_are_bounded(tier: Box, tmp_path: Path) -> None:
    allowance = Allowance(wall=20, cpu=10, file=10_000)
    reply = shell(tier, tmp_path, "yes > out", allowance=allowance, answers=("out",))
    assert reply.exit_code != 0
    assert len(reply.files["out"]) == 10_000


def test_a_folder_that_holds_too_much_is_taken_away(tier: Box, tmp_path: Path) -> None:
    allowance = Allowance(wall=20, cpu=10, folder=1_000_000, folder_files=50)
    for line in (
        "head -c 2000000 /dev/zero > x",
        "mkdir d; cd d; for i in $(seq 60); do : > $i; done; sleep 9",
    ):
        folder = tmp_path / "play"
        folder.mkdir()
        reply = shell(tier, folder, line, allowance=allowance)
        assert (reply.exit_code, reply.killed) == (OVERFULL, "folder")
        assert not folder.exists()


def test_a_sandbox_that_takes_long_to_build_is_not_the_programs_fault(
    contained: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until it stands, whoever builds it sees our own files, and more of them than a program may have."""
    slowly = ("/bin/sh", "-c", 'sleep 0.3; exec "$@"', "sh")
    monkeypatch.setattr(contained, "_sandbox_options", (*slowly, *contained._sandbox_options))
    few = Allowance(wall=10, cpu=10, folder_files=3)
    reply = run(("/bin/echo", "here"), Request(), tmp_path, few, box=contained)
    assert (reply.exit_code, reply.stdout) == (0, b"here\n")


def test_no_core_is_dumped(tier: Box, tmp_path: Path) -> None:
    assert shell(tier, tmp_path, "ulimit -c; ulimit -n").stdout == b"0\n256\n"


def test_what_cannot_be_started_says_why(tier: Box, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    for name in ("missing", "text"):
        reply = run([f"./{name}"], Request(), tmp_path, SOON, box=tier)
        assert reply.exit_code == CANNOT_START
        assert reply.stderr.startswith(b"cannot be started: ")


def test_only_plain_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("plain")
    os.mkfifo(tmp_path / "pipe")
    names = ("plain", "link", "pipe", "missing", ".")
    assert [read_regular(tmp_path / name) for name in names] == [b"12345", None, None, None, None]
    assert read_regular(tmp_path / "plain", 3) == b"123"


def test_a_folder_is_counted_even_where_it_is_closed(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    (closed / "file").write_bytes(b"x" * 100)
    closed.chmod(0o300)
    assert holds_too_much(tmp_path, Allowance(wall=1, cpu=1, folder=tmp_path.stat().st_size + 99))
    assert not holds_too_much(tmp_path, SOON)
    assert stat.S_IMODE(closed.stat().st_mode) == 0o300


def test_foreign_text_is_made_harmless() -> None:
    assert make_printable("a\x1b[0m\x00\x9b\u202e\udcff b\\é") == r"a\x1b[0m\x00\x9b\u202e\udcff b" + "\\é"


def test_a_program_ignores_no_signal_because_its_referee_does(tier: Box, tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        reply = shell(tier, tmp_path, "kill -HUP $$; echo survived")
    finally:
        signal.signal(signal.SIGHUP, before)
    assert (reply.exit_code, reply.stdout) == (-signal.SIGHUP, b"")
