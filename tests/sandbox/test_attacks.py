"""What hostile programs try: each attack works when its program is run bare, in a bounded form, and fails in the sandbox."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus.sandbox.allowance import LATE, OVERFULL, STDOUT_LIMIT, Allowance
from ludus.sandbox.box import APPROXIMATE, SCRATCHES, Box
from ludus.sandbox.files import holds_too_much
from ludus.sandbox.removal import remove
from ludus.sandbox.run import run
from ludus.sandbox.workspace import BoundedWorkspace, PlainFolder, Workspace, explain_unbounded
from ludus.turn import Reply, Request
from tests.programs.folders import HERE
from tests.sandbox.leftovers import Leftovers
from tests.tolerance import AGAINST_HANGING, LITTLE, PATIENCE, near

ATTACKS = HERE / "attacks"
OPTIONS = ("-I", "-S")
QUICK = Allowance(wall=10, cpu=5)


class Hall:
    """Where the attacker plays, and all that it should not touch."""

    def __init__(self, folder: Path) -> None:
        self._plain = self.play = folder / "play"
        self._workspace: Workspace = PlainFolder(self._plain)
        self.opponent = folder / "opponent"
        self.rest = Leftovers()
        for place in (self.play, self.opponent):
            place.mkdir()
        # Open to all, so that nothing but the sandbox protects it.
        self.opponent.chmod(0o777)
        self.secret = self.opponent / "secret"
        self.secret.write_text("the winning plan", encoding="utf-8")

    def bare(
        self, attack: str, *words: object, seconds: float = AGAINST_HANGING
    ) -> subprocess.CompletedProcess[bytes]:
        """Run an attack as any program."""
        self._use(PlainFolder(self._plain))
        return subprocess.run(
            self._command(sys.executable, attack, words),
            cwd=self.play,
            capture_output=True,
            timeout=seconds,
        )

    def start(self, attack: str, *words: object) -> subprocess.Popen[bytes]:
        self._use(PlainFolder(self._plain))
        return subprocess.Popen(
            self._command(sys.executable, attack, words), cwd=self.play, stdout=subprocess.PIPE
        )

    def boxed(
        self,
        box: Box,
        attack: str,
        *words: object,
        allowance: Allowance = QUICK,
        answers: tuple[str, ...] = (),
    ) -> Reply:
        """Run it in a box, in a fresh folder, and see that nothing is left of it and that the next one can play."""
        is_bounded = box.is_contained and not explain_unbounded()
        remove(self._plain)
        self._use(
            BoundedWorkspace(allowance.folder, allowance.folder_files)
            if is_bounded
            else PlainFolder(self._plain)
        )
        command = self._command("python3", attack, words)
        request = Request(b"", (), {"input.txt": b"BLACK\n"})
        reply = run(command, request, self._workspace, allowance, answers, box=box)
        assert self.rest.found() == []
        assert self.secret.read_text(encoding="utf-8") == "the winning plan"
        self._next(box)
        return reply

    def close(self) -> None:
        """Give back what the last attacker played in."""
        self._workspace.close()

    def _use(self, workspace: Workspace) -> None:
        self._workspace.close()
        self._workspace = workspace
        self.play = workspace.folder
        self.play.mkdir(exist_ok=True)

    def _next(self, box: Box) -> None:
        reply = run(
            ["/bin/sh", "-c", "cat input; ls -a"],
            Request(b"", (), {"input": b"x\n"}),
            self.opponent,
            QUICK,
            box=box,
        )
        assert (reply.exit_code, reply.stdout) == (0, b"x\n.\n..\ninput\nsecret\n")
        assert reply.cpu_seconds < LITTLE

    def _command(self, python: str, attack: str, words: tuple[object, ...]) -> list[str]:
        shutil.copy((ATTACKS if (ATTACKS / f"{attack}.py").exists() else HERE) / f"{attack}.py", self.play)
        return [python, *OPTIONS, f"{attack}.py", *map(str, words)]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(rooms))
    hall = Hall(tmp_path)
    yield hall
    hall.close()
    assert hall.rest.found() == []


# Time


def test_nothing_ends_a_bare_program_that_spins(hall: Hall) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        hall.bare("burn", seconds=0.5)


def test_spinning(hall: Hall, box: Box) -> None:
    reply = hall.boxed(box, "burn", allowance=Allowance(wall=10, cpu=0.3))
    assert (reply.exit_code, reply.killed) == (LATE, "time")
    if box.meter not in APPROXIMATE:
        assert LITTLE <= reply.cpu_seconds < 3


def test_sleeping_and_minding_no_signal(hall: Hall, tier: Box) -> None:
    with hall.start("sleep") as process:
        _wait_until_ignored(process.pid, signal.SIGTERM)
        process.terminate()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        process.kill()
    began = time.monotonic()
    reply = hall.boxed(tier, "sleep", allowance=Allowance(wall=0.4, cpu=5))
    assert (reply.exit_code, reply.killed) == (LATE, "time")
    assert time.monotonic() - began < AGAINST_HANGING
    assert reply.cpu_seconds < LITTLE


def _wait_until_ignored(pid: int, number: signal.Signals) -> None:
    """Wait until a process ignores a signal; starting an interpreter takes long where others run, too."""
    deadline = time.monotonic() + PATIENCE
    ignored = 0
    while not ignored >> number - 1 & 1:
        assert time.monotonic() < deadline, f"{number.name} is never ignored"
        time.sleep(0.01)
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
        ignored = next(int(line.split()[1], 16) for line in status if line.startswith("SigIgn:"))


def test_passing_off_a_stop_as_its_end(hall: Hall, tier: Box) -> None:
    """Bare its parent is told that it has ended, and it lives on."""
    with hall.start("traced") as process:
        assert process.wait(10) == -signal.SIGSTOP
        os.kill(process.pid, signal.SIGKILL)
        os.waitpid(process.pid, 0)
    reply = hall.boxed(tier, "traced", allowance=Allowance(wall=1, cpu=5))
    assert (reply.exit_code, reply.killed, reply.stdout) == (LATE, "time", b"traced\n")


WAYS = ("plain", "threads", "waited", "orphan", "ignored")


@pytest.mark.parametrize("way", WAYS)
def test_a_bare_program_hides_its_cpu_time_from_whoever_waits_for_it(hall: Hall, way: str) -> None:
    seen, truth = _waited(hall, way)
    assert (seen < 0.5 * truth) == (way in ("orphan", "ignored"))


@pytest.mark.parametrize("way", WAYS)
def test_hiding_cpu_time(hall: Hall, tier: Box, way: str) -> None:
    _expect_seen(hall, tier, way)


@pytest.mark.parametrize(
    "way", [*(pytest.param(way, marks=pytest.mark.nightly) for way in WAYS[:-1]), WAYS[-1]]
)
def test_hiding_cpu_time_from_every_meter(hall: Hall, box: Box, way: str) -> None:
    """By day in the way that hides most."""
    _expect_seen(hall, box, way)


def _expect_seen(hall: Hall, box: Box, way: str) -> None:
    reply = hall.boxed(box, "hidden", way, 0.3)
    assert reply.exit_code == 0
    truth = float(reply.stdout)
    assert truth >= 0.3
    if box.meter in APPROXIMATE and way == "ignored":
        assert reply.cpu_seconds < 0.5 * truth
    else:
        assert reply.cpu_seconds == near(truth)


def _waited(hall: Hall, way: str) -> tuple[float, float]:
    """Meter a bare run as Unix `time` does; tell what that sees, and what was used in truth."""
    with hall.start("hidden", way, 0.3) as process:
        assert process.stdout is not None
        truth = float(process.stdout.read())
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return usage.ru_utime + usage.ru_stime, truth


def test_lying_to_the_meter(hall: Hall, contained: Box) -> None:
    """Bare it speaks in another process's name; here it reaches nobody, and its lies are not heard."""
    with _victim() as victim:
        assert b"found" in hall.bare("liar", 0.01, victim.pid).stdout
        assert victim.stdout is not None
        assert victim.stdout.read(5) == b"ended"
    reply = hall.boxed(contained, "liar", 0.3)
    assert reply.exit_code == 7
    assert b"found" not in reply.stdout
    assert reply.cpu_seconds >= 0.3


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is only one core")
def test_leaving_its_core(hall: Hall, tier: Box) -> None:
    bare = ["taskset", "--cpu-list", "0", sys.executable, *OPTIONS, str(ATTACKS / "roamer.py")]
    assert int(subprocess.run(bare, capture_output=True, check=True).stdout) > 1
    shutil.copy(ATTACKS / "roamer.py", hall.play)
    reply = run(["python3", *OPTIONS, "roamer.py"], Request(), hall.play, QUICK, box=tier, core=0)
    assert reply.stdout == b"1\n"


# Amounts


def test_forking_without_end(hall: Hall, tier: Box) -> None:
    with hall.start("fork_bomb", 40) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"40\n"
        _kill_children_of(process)
    reply = hall.boxed(tier, "fork_bomb", 10_000, allowance=Allowance(wall=1, cpu=3, processes=30))
    assert (reply.exit_code, reply.killed) == (LATE, "time")
    counts = [int(word) for word in reply.stdout.split()]
    assert counts
    assert sum(counts) <= 40


def _kill_children_of(process: subprocess.Popen[bytes]) -> None:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
    assert len(children.split()) == 40
    for child in map(int, children.split()):
        os.kill(child, signal.SIGKILL)
    process.kill()


def test_filling_memory(hall: Hall, tier: Box) -> None:
    assert hall.bare("memory_hog", 300).stdout == b"full\n"
    reply = hall.boxed(tier, "memory_hog", 300, allowance=Allowance(wall=10, cpu=5, memory=200 << 20))
    assert reply.exit_code != 0
    assert b"full" not in reply.stdout
    assert reply.killed == "memory" or b"MemoryError" in reply.stderr


def test_filling_memory_in_many_processes(hall: Hall, tier: Box) -> None:
    """Only a group bounds all of them together."""
    assert hall.bare("memory_crowd", 6, 60).stdout == b"full\n"
    reply = hall.boxed(tier, "memory_crowd", 6, 60, allowance=Allowance(wall=10, cpu=5, memory=200 << 20))
    if tier.groups.memory is not None:
        assert reply.stdout != b"full\n"
        assert reply.killed == "memory"


def test_flooding_standard_output(hall: Hall, tier: Box) -> None:
    assert len(hall.bare("stdout_flood", 20).stdout) == 20 << 20
    reply = hall.boxed(tier, "stdout_flood", 100_000, allowance=Allowance(wall=3, cpu=0.3))
    assert (reply.exit_code, reply.killed) == (LATE, "time")
    assert len(reply.stdout) == STDOUT_LIMIT


def test_flooding_the_folder(hall: Hall, tier: Box) -> None:
    allowance = Allowance(wall=10, cpu=5, folder=20 << 20, folder_files=500)
    for words in ((300, 100), (3000, 0)):
        hall.bare("file_flood", *words)
        assert len(list(hall.play.glob("file*"))) >= words[0]
        reply = hall.boxed(tier, "file_flood", *words, allowance=allowance)
        assert (reply.exit_code, reply.killed) == (OVERFULL, "folder")
        assert not hall.play.exists()


def test_taking_room_for_nothing(hall: Hall, tier: Box) -> None:
    """The file stays empty, and the kernel's limit is on its length."""
    assert int(hall.bare("reserve", 100).stdout) >= 100
    assert holds_too_much(hall.play, Allowance(wall=1, cpu=1, folder=50 << 20))
    assert hall.boxed(tier, "reserve", 100).stdout == b"0\n"


@pytest.mark.parametrize("attack", ["nameless", "locked"])
def test_filling_files_that_are_hard_to_find(hall: Hall, tier: Box, attack: str) -> None:
    assert hall.bare(attack, 60, 0).stdout == b"60\n"
    reply = hall.boxed(tier, attack, 60, 5, allowance=Allowance(wall=10, cpu=5, folder=20 << 20))
    # Where the kernel bounds the folder, the program may be told so before anybody has looked.
    assert reply.killed == "folder" or b"No space left on device" in reply.stderr


@pytest.mark.parametrize("place", SCRATCHES)
def test_crowding_the_places_for_temporary_files(hall: Hall, contained: Box, place: str) -> None:
    hall.bare("small_files", hall.opponent.parent / "rooms", 2000)
    assert len(list((hall.opponent.parent / "rooms").iterdir())) == 2000
    allowance = Allowance(wall=10, cpu=8, folder_files=1000)
    reply = hall.boxed(contained, "small_files", place, 10_000_000, allowance=allowance)
    assert (reply.exit_code, reply.killed) == (OVERFULL, "folder")


def test_digging_too_deep(hall: Hall, tier: Box) -> None:
    hall.bare("deep_folders", 1500)
    assert holds_too_much(hall.play, QUICK)
    reply = hall.boxed(tier, "deep_folders", 1500)
    assert (reply.exit_code, reply.killed) == (OVERFULL, "folder")
    assert not hall.play.exists()


def test_answering_at_length(hall: Hall, tier: Box) -> None:
    hall.bare("huge_answer", 20)
    assert (hall.play / "output.txt").stat().st_size == 20 << 20
    allowance = Allowance(wall=10, cpu=5, file=1 << 20)
    reply = hall.boxed(tier, "huge_answer", 20, allowance=allowance, answers=("output.txt",))
    assert reply.exit_code != 0
    assert len(reply.files["output.txt"]) == 1 << 20


def test_answering_in_many_spellings(hall: Hall, tier: Box) -> None:
    """What is not called exactly as it should be is not read, beyond that it is there."""
    hall.bare("look_alikes", 31, 1 << 20)
    assert len(list(hall.play.glob("*.*"))) == 32
    reply = hall.boxed(tier, "look_alikes", 31, 10 << 20, answers=("output.txt",))
    files = dict(reply.files)
    assert len(files.pop("output.txt")) == 10 << 20
    assert 0 < len(files) < 10
    assert all(0 < len(data) < 100 for data in files.values())


def test_surviving_others_when_memory_runs_out(hall: Hall, contained: Box) -> None:
    with _victim() as victim:
        score = Path(f"/proc/{victim.pid}/oom_score_adj")
        before = score.read_text(encoding="ascii")
        own = hall.bare("survivor", victim.pid).stdout
        assert int(own) < 1000
        assert score.read_text(encoding="ascii") == "1000\n"
    with _victim() as victim:
        hall.rest = Leftovers()
        reply = hall.boxed(contained, "survivor", victim.pid)
        score = Path(f"/proc/{victim.pid}/oom_score_adj")
        assert reply.stdout == b"1000\n"
        assert score.read_text(encoding="ascii") == before


# Where it does not belong


def test_reading_the_opponents_folder(hall: Hall, contained: Box) -> None:
    assert hall.bare("spy", hall.secret).stdout == b"the winning plan\n"
    reply = hall.boxed(contained, "spy", hall.secret)
    assert (reply.exit_code, reply.stdout) == (1, b"")


def test_writing_outside(hall: Hall, contained: Box) -> None:
    assert hall.bare("graffiti", hall.opponent).stdout
    (hall.opponent / "graffiti").unlink()
    places = (
        hall.opponent,
        hall.opponent.parent,
        "/",
        "/usr",
        "/etc",
        "/dev",
        "/ludus",
        "/proc",
        sys.base_prefix,
    )
    reply = hall.boxed(contained, "graffiti", *places)
    assert reply.stdout == b""


def test_killing_the_referee(hall: Hall, contained: Box) -> None:
    with _victim() as victim:
        hall.bare("killer", victim.pid)
        assert victim.wait(PATIENCE) == -signal.SIGKILL
    with _victim() as victim:
        hall.rest = Leftovers()
        reply = hall.boxed(contained, "killer", victim.pid)
        assert victim.poll() is None
    assert reply.exit_code in (0, -signal.SIGKILL)


@contextlib.contextmanager
def _victim() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "60"], stdout=subprocess.PIPE) as victim:
        yield victim
        victim.kill()


def test_calling_out(hall: Hall, contained: Box) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        threading.Thread(target=_greet, args=(server,), daemon=True).start()
        assert hall.bare("caller", port).stdout == b"hello\n"
        reply = hall.boxed(contained, "caller", port)
    assert reply.exit_code == 1
    assert b"Connection refused" in reply.stderr


def test_calling_the_host_of_a_virtual_machine(hall: Hall, tier: Box) -> None:
    """Such calls are no part of any network, so taking that away does not end them."""
    try:
        socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM).close()
    except OSError:
        pytest.skip("this kernel has no sockets of virtual machines")
    assert hall.bare("dialler").returncode == 0
    reply = hall.boxed(tier, "dialler")
    assert reply.exit_code == 1
    assert b"Address family not supported" in reply.stderr


def _greet(server: socket.socket) -> None:
    call, _ = server.accept()
    call.sendall(b"hello")
    call.close()


# Leaving and deceiving


def test_leaving_a_daemon_that_races_for_the_answer(hall: Hall, tier: Box) -> None:
    with hall.start("daemon", 1) as process:
        process.wait()
    before = (hall.play / "output.txt").read_text(encoding="ascii")
    while not (hall.play / "gone").exists():
        time.sleep(0.01)
    assert (hall.play / "output.txt").read_text(encoding="ascii") != before
    hall.boxed(tier, "daemon", 60, answers=("output.txt",))
    answer = (hall.play / "output.txt").read_bytes()
    time.sleep(0.1)
    assert (hall.play / "output.txt").read_bytes() == answer


def test_closing_the_streams(hall: Hall, tier: Box) -> None:
    """Whoever waits for the end of the streams takes the program for dead, and finds no answer."""
    with hall.start("quiet") as process:
        assert process.stdout is not None
        assert process.stdout.read() == b""
        assert not (hall.play / "output.txt").exists()
    reply = hall.boxed(tier, "quiet", answers=("output.txt",))
    assert (reply.exit_code, reply.files) == (0, {"output.txt": b"10K\n"})


def test_answering_with_a_link(hall: Hall, tier: Box) -> None:
    hall.bare("pointer", hall.secret)
    assert (hall.play / "output.txt").read_text(encoding="utf-8") == "the winning plan"
    reply = hall.boxed(tier, "pointer", hall.secret, answers=("output.txt",))
    assert (reply.exit_code, reply.files) == (0, {})


def test_erasing_everything(hall: Hall, contained: Box) -> None:
    (hall.play / "input.txt").write_bytes(b"BLACK\n")
    hall.bare("eraser")
    assert not hall.play.exists()
    reply = hall.boxed(contained, "eraser")
    assert (reply.exit_code, reply.stdout) == (0, b"[]\n")
    assert hall.play.is_dir()
