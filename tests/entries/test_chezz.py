"""The Chezz program: a legal board in time, whatever comes in."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ludus import engine
from ludus.entries import chezz as entry
from ludus.entries.chezz_memory import History
from ludus.entries.export import write_folder
from ludus.entries.time_budget import LEAST, PARTING, Budget
from ludus.games.chezz import Chezz
from ludus.games.chezz_rules import STANDARD, Rules
from ludus.protocols import chezz
from ludus.protocols.base import BadRequest
from ludus.score import Score
from ludus.turn import Clock, Limits, Reply, Turn
from tests.conftest import ROOT

FOLDER = ROOT / "entries" / "chezz"
RUN = FOLDER / "run"
PATH = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
NOWHERE = "/nonexistent"
NO_SEARCH = b"note: no time to search\n"
MIDDLE = "f1cqk1nr/pp1p1ppp/2p1z3/4b3/2P5/1Z3N2/PP1P1PPP/FNCQKB1R b"


def turn_with(left: float, total: float = 60, text: str = MIDDLE, ply: int = 8) -> Turn:
    return Turn(Chezz.read(text), clock=Clock(total - left, total), ply=ply)


class Ran:
    """One real run: what came out, and what it took."""

    def __init__(self, turn: Turn, *command: str | Path) -> None:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(
            command or [RUN],
            input=chezz.write_request(turn).stdin,
            capture_output=True,
            check=False,
            env=PATH,
            timeout=60,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.wall = time.monotonic() - began
        self.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.stderr = done.stderr
        self.reply = Reply(done.stdout, done.returncode, stderr=done.stderr, cpu_seconds=self.cpu)
        (self.move,) = chezz.read_reply(turn, self.reply)


def shell(
    script: str, data: bytes, cwd: Path | None = None, run: Path = RUN
) -> subprocess.CompletedProcess[bytes]:
    """Run a shell line in which $RUN is the program."""
    env = {**PATH, "RUN": str(run)}
    return subprocess.run(
        ["bash", "-c", script], input=data, capture_output=True, check=False, cwd=cwd, env=env, timeout=60
    )


@pytest.fixture(scope="session")
def native(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The native program, in an exported folder after its `compile`."""
    folder = tmp_path_factory.mktemp("chezz") / "entry"
    write_folder("chezz", folder)
    subprocess.run([folder / "compile"], env=PATH, check=True, timeout=60)
    if (folder / "run").read_bytes().startswith(b"#!"):
        pytest.skip("there is no native Chezz program here")
    return folder / "run"


@pytest.fixture(params=["python", "native"])
def run(request: pytest.FixtureRequest) -> Path:
    """Give each of the two programs, which must not differ in anything that is seen from outside."""
    return RUN if request.param == "python" else Path(request.getfixturevalue("native"))


@pytest.fixture(params=["run.py", "run"])
def own_run(request: pytest.FixtureRequest, native: Path, tmp_path: Path) -> Path:
    """Give each of the two programs, in a folder that no other test uses."""
    return Path(shutil.copytree(native.parent, tmp_path / "own"), str(request.param))


QUICK = chezz.write_request(turn_with(0.5)).stdin
UNHURRIED = chezz.write_request(turn_with(20)).stdin
"""Time to search even where a start takes a second, as on a machine under load."""


def legal(stdout: bytes) -> bool:
    return bool(chezz.read_reply(turn_with(0.5), Reply(stdout)))


# The folder


def test_the_folder_holds_what_the_contest_looks_for() -> None:
    """'`compile` builds (may do nothing); `name` holds the display name.'"""
    assert (FOLDER / "name").read_bytes() == b"Ludus\n"
    assert RUN.read_bytes().startswith(b"#!/usr/bin/env -S python3 -I -S\n")
    done = subprocess.run([FOLDER / "compile"], capture_output=True, check=True, env=PATH, timeout=60)
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.parametrize("command", [(RUN,), (sys.executable, "-I", "-S", RUN)])
def test_the_program_answers_with_a_legal_board(command: tuple[str | Path, ...]) -> None:
    """'`run` reads a board from stdin and prints the board after its move'"""
    ran = Ran(turn_with(20), *command)
    assert ran.stderr == b""
    assert ran.reply.stdout.startswith(b"w 40000 60000 9\n{\n  a1: ")
    assert ran.reply.stdout.endswith(b"\n}\n")


@pytest.mark.parametrize("script", ["exec python3 -I -S run", "./run", "cd ..; chezz/run", "cd /; $RUN"])
def test_the_program_runs_from_any_folder(script: str) -> None:
    done = shell(script, UNHURRIED, cwd=FOLDER)
    assert legal(done.stdout)
    assert done.stderr == b""


def test_an_exported_folder_is_a_repository_for_the_contest(tmp_path: Path) -> None:
    """'Then type ./compile, then type ./run < board.txt > board.out.'"""
    write_folder("chezz", tmp_path / "entry")
    (tmp_path / "entry" / "board.txt").write_bytes(QUICK)
    (tmp_path / "entry" / "time.py").write_text("raise SystemExit(3)")
    done = shell("./compile && ./run < board.txt > board.out", b"", cwd=tmp_path / "entry")
    assert (done.stdout, done.stderr) == (b"", b"")
    assert legal((tmp_path / "entry" / "board.out").read_bytes())


def test_stale_files_and_an_unwritable_folder_do_not_matter(run: Path, tmp_path: Path) -> None:
    """'Data files may persist between moves and games: tolerate stale and damaged ones.' We keep none."""
    for name in ("ludus.py", "time.py", "data", "book.bin", "src"):
        (tmp_path / name).write_bytes(b"\0 raise SystemExit(3)")
    tmp_path.chmod(0o555)
    before = sorted(tmp_path.iterdir())
    done = shell("exec $RUN", QUICK, tmp_path, run)
    assert legal(done.stdout)
    assert sorted(tmp_path.iterdir()) == before
    tmp_path.chmod(0o755)


def test_where_no_file_may_be_written_there_is_a_board_and_no_trace(own_run: Path) -> None:
    (own_run.parent / "history.txt").unlink(missing_ok=True)
    before = sorted(own_run.parent.iterdir())
    done = shell("ulimit -f 0; exec $RUN", QUICK, run=own_run)
    assert done.returncode == 0
    assert legal(done.stdout)
    assert sorted(own_run.parent.iterdir()) == before


@pytest.mark.parametrize("data", [b"", b"and more"])
def test_the_memory_lies_beside_the_link_that_was_started(data: bytes, own_run: Path, tmp_path: Path) -> None:
    """So that each of several games with one program has its own, and the program's folder need not be writable."""
    (tmp_path / "linked").symlink_to(own_run)
    (own_run.parent / "history.txt").unlink(missing_ok=True)
    for folder, script in ((tmp_path, "exec ./linked"), (tmp_path.parent, f"exec {tmp_path.name}/linked")):
        assert legal(shell(script, QUICK + data, folder).stdout)
        (tmp_path / "history.txt").unlink()
    assert not (own_run.parent / "history.txt").exists()


def test_no_process_survives_the_move(run: Path) -> None:
    """'No process may survive the move.'"""
    with subprocess.Popen(
        [run], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=PATH, start_new_session=True
    ) as process:
        stdout, _ = process.communicate(QUICK, timeout=60)
    assert legal(stdout)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


# Streams


def test_a_closed_or_full_stderr_does_not_matter(run: Path) -> None:
    late = chezz.write_request(turn_with(0)).stdin
    for script in ("exec $RUN 2>&-", "exec $RUN 2>/dev/full"):
        done = shell(script, late, run=run)
        assert done.returncode == 0
        assert legal(done.stdout)
        assert shell(script, b"", run=run).returncode == 2


@pytest.mark.parametrize("script", ["exec $RUN >&-", "exec $RUN >/dev/full"])
def test_a_board_that_nobody_takes_is_exit_code_1(script: str, run: Path) -> None:
    done = shell(script, QUICK, run=run)
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: standard output: ")
    assert done.stderr.count(b"\n") == 1


def test_the_board_is_written_at_once(run: Path) -> None:
    """A reader that takes what there is must not see half a board."""
    reader, writer = os.pipe()
    with subprocess.Popen([run], stdin=subprocess.PIPE, stdout=writer, env=PATH) as process:
        assert process.stdin is not None
        process.stdin.write(QUICK)
        process.stdin.close()
        os.close(writer)
        first = os.read(reader, 1 << 16)
    os.close(reader)
    assert legal(first)


def test_a_missing_stdin_is_exit_code_2(run: Path) -> None:
    done = shell("exec $RUN <&-", b"", run=run)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: standard input line 1: expected a board file, found none")


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"hello", 1),
        (b"\xff\xfe\0", 1),
        (QUICK.replace(b"'wK'", b"'wX'"), QUICK[: QUICK.index(b"'wK'")].count(b"\n") + 1),
        (QUICK.replace(b"'wK'", b"'wP'"), QUICK.count(b"\n")),
        (QUICK[:200], 18),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(data: bytes, line: int, run: Path) -> None:
    """'one line with the line number, exit code 2, nothing on stdout'"""
    done = shell("exec $RUN", data, run=run)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(f"error: standard input line {line}: expected ".encode())
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.endswith(b"\n")


@pytest.mark.parametrize(
    "script",
    [
        "ulimit -f 0; exec $RUN",
        "ulimit -f 0; exec $RUN <board.txt",
        "{ read -r _; exec $RUN; } <twice.txt",
        "ulimit -f 0; { read -r _; exec $RUN; } <twice.txt",
    ],
)
def test_wrong_input_is_read_to_its_end_wherever_it_comes_from(
    script: str, run: Path, tmp_path: Path
) -> None:
    data = QUICK.replace(b"'wK'", b"'wP'")
    (tmp_path / "board.txt").write_bytes(data)
    (tmp_path / "twice.txt").write_bytes(b"not ours\n" + data)
    done = shell(script, data, tmp_path, run)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"error: standard input line %d: expected " % data.count(b"\n"))


@pytest.mark.parametrize("flood", [b" ", b"\n", b"9", b"a1: 'wP',"])
def test_a_huge_input_needs_little_memory(flood: bytes, run: Path) -> None:
    data = b"w 0 60000 " + flood * (200_000_000 // len(flood))
    done = shell("ulimit -v 200000; exec $RUN", data, run=run)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"error: standard input line 1: expected at most 1048576 bytes in all, found more\n"


def test_what_follows_the_board_is_noted(run: Path) -> None:
    done = shell("exec $RUN", UNHURRIED + b"}\nhello\n", run=run)
    assert legal(done.stdout)
    assert done.stderr == b"note: line 36: ignored after the board: 'hello'\n"


# Time


@pytest.mark.parametrize("left", [pytest.param(60, marks=pytest.mark.nightly), 15, 2, 0.5, 0.1, 0.01, 0, -5])
def test_the_clock_is_never_overrun(left: float, run: Path) -> None:
    """'time used up: loss'; 'the text does not name the clock: ... our entry obeys both'"""
    turn = turn_with(max(left, 0))
    ran = Ran(turn if left >= 0 else Turn(turn.position, (), Clock(65, 60), 8), run)
    if left >= 10:
        # With less, a busy machine may have let the time pass before the program began.
        assert ran.stderr == b""
        assert ran.wall < left
    if left >= 0.1:
        assert ran.cpu < left
    if left <= 0:
        assert ran.stderr == NO_SEARCH
    if left <= 0.01 and run == RUN:
        assert ran.stderr == NO_SEARCH
        assert ran.move == turn.position.moves()[0]


def game_clock(total: float, start: float) -> Iterator[float]:
    """Play 200 moves by the plan, each with this cost of starting and some for ending; give what is left."""
    left = total
    for number in range(200):
        turn = turn_with(left, total, ply=2 * number)
        budget = entry.plan(turn, start, start)
        left -= start + 0.005 + (budget.usual if budget else 0)
        yield left


@pytest.mark.parametrize("start", [0.015, 0.03, 0.06])
def test_two_hundred_moves_fit_into_the_contests_minute(start: float) -> None:
    assert min(game_clock(60, start)) > 0


def test_early_moves_get_the_most_and_none_gets_much() -> None:
    first, later = (entry.plan(turn_with(left, ply=ply), 0.02, 0.02) for left, ply in ((60, 0), (6, 40)))
    assert first is not None
    assert later is not None
    assert 1 < first.usual < 2.1
    assert later.usual < 0.2


@given(starts=st.floats(15, 1e5), start=st.floats(0.001, 0.09), ply=st.integers(0, 100))
@example(starts=179, start=0.0625, ply=44)
@example(starts=284.34, start=0.02, ply=0)
def test_there_is_time_to_search_while_fifteen_starts_fit(starts: float, start: float, ply: int) -> None:
    left = starts * (start + PARTING)
    budget = entry.plan(turn_with(left, 1e5, ply=ply), start, start)
    assert budget is not None
    assert 0 < budget.usual <= budget.most <= max(LEAST, left / 4)


@pytest.mark.parametrize("left", [0, 0.001, 60])
def test_a_game_of_any_length_can_be_planned(left: float) -> None:
    for ply in (2000, 200_000, 999_999_999_999):
        budget = entry.plan(turn_with(left, ply=ply), 0.02, 0.02)
        assert (budget is not None) == (left == 60)


def test_a_clock_on_the_wall_is_obeyed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "_BEGAN", time.monotonic() - 59.95)
    notes: list[str] = []
    began = time.process_time()
    turn = turn_with(60)
    assert entry.choose(turn, notes.append, History(turn, NOWHERE))
    assert time.process_time() - began < 0.5


# What it remembers


def play_turn(folder: Path, text: str, ply: int, used: float = 1.0) -> tuple[str, ...]:
    """Let the program remember a turn; return what it knew before."""
    history = History(Turn(Chezz.read(text), clock=Clock(used, 60.0), ply=ply), str(folder))
    history.keep()
    return history.positions


FIRST, SECOND, THIRD = (f"{square}k/8/8/8/8/8/8/K7 w" for square in ("r6", "1r5", "2r4"))


def test_the_positions_of_a_game_are_remembered_from_move_to_move(tmp_path: Path) -> None:
    assert play_turn(tmp_path, FIRST, 4, 1.0) == ()
    assert play_turn(tmp_path, SECOND, 6, 2.0) == (FIRST,)
    assert play_turn(tmp_path, THIRD, 8, 3.0) == (FIRST, SECOND)


def test_another_game_is_forgotten(tmp_path: Path) -> None:
    for ply, used in ((4, 1.0), (10, 5.0), (12, 0.5), (13, 6.0)):
        assert play_turn(tmp_path, FIRST, ply, used) == ()


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"\xff\n", b"ludus\n4 1 x\n", b"x" * (1 << 17), b"ludus 0.1.0 chezz 60\n4\n4 x y\n"],
)
def test_a_damaged_memory_is_ignored(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "history.txt").write_bytes(content)
    assert play_turn(tmp_path, FIRST, 6) == ()
    assert play_turn(tmp_path, SECOND, 8) == (FIRST,)


def test_what_the_searches_of_a_game_took_is_remembered(tmp_path: Path) -> None:
    first = History(Turn(Chezz.read(FIRST), clock=Clock(0.0, 60.0), ply=0), str(tmp_path))
    first.add_search(0.25)
    first.keep()
    second = History(Turn(Chezz.read(SECOND), clock=Clock(0.3, 60.0), ply=2), str(tmp_path))
    assert second.searches == 0.25
    assert History(Turn(Chezz.read(FIRST), clock=Clock(0.3, 60.0), ply=8), str(tmp_path)).searches is None


def test_a_clock_that_is_a_millisecond_behind_is_that_of_the_same_game(tmp_path: Path) -> None:
    """Rounded, as the native program reads it: 1.001 s times a thousand is a little less than 1001."""
    assert play_turn(tmp_path, FIRST, 4, 1.002) == ()
    assert play_turn(tmp_path, SECOND, 6, 1.001) == (FIRST,)
    assert play_turn(tmp_path, THIRD, 8, 0.999) == ()


@pytest.mark.parametrize("line", [f"4 {'1' * 5000} 0 x w", f"4 1 {'1' * 5000} x w", "4 1 x y w"])
def test_numbers_that_nobody_writes_are_ignored(tmp_path: Path, line: str) -> None:
    play_turn(tmp_path, FIRST, 4)
    head = (tmp_path / "history.txt").read_text(encoding="ascii").partition("\n")[0]
    (tmp_path / "history.txt").write_text(f"{head}\n{line}\n", encoding="ascii")
    assert play_turn(tmp_path, SECOND, 6) == ()


def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path: Path) -> None:
    assert play_turn(tmp_path / "missing", FIRST, 4) == ()


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w", -0.3),  # a rook ahead
        ("r3k3/pppp4/8/8/8/8/PPPP4/4K3 w", 0.0),  # a rook behind
    ],
)
def test_a_repetition_is_less_than_a_draw_to_a_side_that_is_not_worse(text: str, worth: float) -> None:
    position = Chezz.read(text)
    back = str(position.play("e1-f1"))
    found = engine.analyse(position, Limits(depth=2), len(position.moves()), history=[back])
    (score,) = [thought.score for thought in found if thought.move == "e1-f1"]
    assert score == Score.points(worth)


# Our own faults


@pytest.fixture
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a search take little time; this process has already used more than the clock of a game."""
    monkeypatch.setattr(entry, "plan", lambda *_: Budget(LEAST, LEAST))


def broken(*_: object, **__: object) -> None:
    raise RecursionError("a fault of ours")


@pytest.mark.parametrize(
    "part",
    ["ludus.search.native.think_natively", "ludus.entries.chezz._search"],
)
@pytest.mark.usefixtures("hurry")
def test_a_failing_search_still_gives_a_legal_move(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, broken)
    notes: list[str] = []
    stdout = entry.reply(QUICK, STANDARD, notes.append, NOWHERE)
    assert legal(stdout)
    assert notes == ["note: the search failed: RecursionError"]


@pytest.mark.usefixtures("hurry")
def test_an_illegal_thought_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    thought: Callable[..., object] = lambda *_, **__: type("Thought", (), {"move": "a1-h8"})  # noqa: E731
    monkeypatch.setattr("ludus.search.native.think_natively", thought)
    notes: list[str] = []
    assert legal(entry.reply(QUICK, STANDARD, notes.append, NOWHERE))
    assert notes == ["note: the search failed: IllegalMove"]


@pytest.mark.usefixtures("hurry")
def test_without_the_native_module_the_search_is_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludus.search.native.has_native", lambda position: False)
    notes: list[str] = []
    assert legal(entry.reply(QUICK, STANDARD, notes.append, NOWHERE))
    assert notes == []


@pytest.mark.parametrize("text", ["no position", "FFFFFFFF/FFFFFFFF/FFFFFFFF/8/8/8/8/K6k b"])
@pytest.mark.usefixtures("hurry")
def test_a_remembered_position_that_the_core_cannot_read_does_not_end_its_searches(
    text: str, tmp_path: Path
) -> None:
    """Nonsense, or one with more pieces than it can play."""
    (tmp_path / "history.txt").write_text(f"ludus 0.1.0 chezz 60\n6 0 0 {text}\n", encoding="ascii")
    notes: list[str] = []
    assert legal(entry.reply(QUICK, STANDARD, notes.append, str(tmp_path)))
    assert notes == []
    *_, last = (tmp_path / "history.txt").read_text(encoding="ascii").splitlines()
    assert int(last.split(" ")[2]) > 0


def test_announced_rules_are_played() -> None:
    """'every choice marked (option) is a field of one frozen `Rules` value'"""
    text = "KP5k/PF6/8/8/8/8/8/8 w"
    data = chezz.write_request(turn_with(0, text=text)).stdin
    for rules, flings_king in ((STANDARD, True), (Rules(fling_king=False), False)):
        turn = Turn(Chezz.read(f"{text}{rules.write()}"))
        (move,) = chezz.read_reply(turn, Reply(entry.reply(data, rules, lambda _: None, NOWHERE)))
        assert move.startswith("a8^") is flings_king


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 w", "e2-e8"),  # a king to be taken
        ("4r2k/8/8/8/8/8/3PKP2/3PPP2 w", ""),  # a king to be saved
    ],
)
def test_without_time_no_king_is_overlooked(text: str, wanted: str) -> None:
    turn = Turn(Chezz.read(text))
    notes: list[str] = []
    reply = entry.reply(chezz.write_request(turn_with(0, text=text)).stdin, STANDARD, notes.append, NOWHERE)
    (move,) = chezz.read_reply(turn, Reply(reply))
    assert notes == ["note: no time to search"]
    assert not wanted or move == wanted
    after = turn.position.play(move)
    assert all(after.play(answer).outcome() is None for answer in after.moves())


@given(data=st.binary(max_size=100))
def test_any_bytes_are_refused_without_a_traceback(data: bytes) -> None:
    with pytest.raises(BadRequest):
        entry.reply(data, STANDARD, lambda _: None, NOWHERE)


# Games


def play(total: float, plies: int, run: Path) -> Turn:
    """Let two real programs play, each charged for the CPU it used."""
    used = [0.0, 0.0]
    turn = Turn(Chezz.start(), clock=Clock(0, total))
    while turn.position.outcome() is None and turn.ply < plies:
        seat = turn.position.to_move
        ran = Ran(turn.with_clock(Clock(used[seat], total)), run)
        used[seat] += ran.cpu
        assert used[seat] < total
        # Where starts are slow the plan keeps the clock for them; the tests of the plan say when it may.
        assert ran.stderr in (b"", b"note: no time to search\n")
        turn = turn.after(ran.move)
    return turn


def test_two_programs_play_a_short_game(run: Path) -> None:
    assert play(1.5, 16, run).ply > 4


def test_the_native_program_plays_a_whole_game_in_a_second(native: Path) -> None:
    """Python has used all of it after seventy moves without a search."""
    turn = play(1, 400, native)
    assert turn.position.outcome() is not None or turn.ply == 400


@pytest.mark.nightly
def test_two_programs_play_a_whole_game_in_time() -> None:
    turn = play(8, 150, RUN)
    assert turn.position.outcome() is not None or turn.ply == 150
