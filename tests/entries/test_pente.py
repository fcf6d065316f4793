"""The Pente program as the contest runs it: files in a folder, one process for each move."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludus import __version__ as VERSION  # noqa: N812  a constant here
from ludus.entries import files, pente_memory
from ludus.entries.pente import OPENING, choose, plan
from ludus.entries.time_budget import GREED, PARTING
from ludus.games.grid import write_rows
from ludus.games.pente import NAMES, SECOND_STONE, Pente
from ludus.protocols.pente import read_reply, write_request
from ludus.score import Score
from ludus.search.alphabeta import think
from ludus.search.pente_view import View
from ludus.turn import Clock, Limits, Reply, Thought, Turn
from tests.conftest import ROOT
from tests.tolerance import LITTLE

FOLDER = ROOT / "entries" / "pente"
HOMEWORK = FOLDER / "homework.py"
CALIBRATE = FOLDER / "calibrate.py"
BARE = (sys.executable, "-I", "-S")
"""The interpreter as the first line of the programs wants it."""
SAMPLE = Pente.read(f"{'19/' * 7}9w9/10b8/9w1bw6/{'19/' * 8}19 0,0 b")
FULL = ["".join("wb"[(col // 2 + row) % 2] for col in range(19)) for row in range(19)]
AMPLE = Clock(0, 1e6)
"""Room for a search even in a process that has run for hours: the plan counts all of its CPU time as its start."""
NO_TIME = b"note: no time to search\n"


class Done:
    """How a run ended."""

    def __init__(self, folder: Path, code: int, stderr: bytes, seconds: float) -> None:
        self.code = code
        self.stderr = stderr
        self.seconds = seconds
        path = folder / "output.txt"
        self.output = path.read_bytes() if path.is_file() else None

    def reply(self) -> Reply:
        files = {} if self.output is None else {"output.txt": self.output}
        return Reply(exit_code=self.code, files=files, stderr=self.stderr, cpu_seconds=self.seconds)


def run(folder: Path, *command: str | Path, before: Callable[[], None] | None = None) -> Done:
    """Run a program in a folder and meter it as Unix `time` would."""
    with subprocess.Popen(
        command or (*BARE, HOMEWORK),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=before,
    ) as process:
        assert process.stderr is not None
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return Done(folder, process.returncode, process.stderr.read(), usage.ru_utime + usage.ru_stime)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a working directory with nothing else in it."""
    path = tmp_path / "agent"
    path.mkdir()
    return path


def put(folder: Path, position: Pente = SAMPLE, left: float = 0.5) -> Turn:
    """Write the request for a move and tell which turn it is."""
    turn = Turn(position, clock=Clock(0, left))
    (folder / "input.txt").write_bytes(write_request(turn).files["input.txt"])
    return turn


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# One move


@pytest.mark.parametrize("left", [10.0, pytest.param(100.0, marks=pytest.mark.nightly)])
def test_the_published_sample_is_answered_with_the_natural_block(folder: Path, left: float) -> None:
    """'Black to move, 100.0 s, `0,0`; blocking at `9N` is the natural answer, any legal move is valid.'"""
    turn = put(folder, left=left)
    done = run(folder)
    assert (done.code, done.output, done.stderr) == (0, b"9N\n", b"")
    assert read_reply(turn, done.reply()) == ("9N",)
    assert done.seconds < GREED * left, "no move takes more than this share of the clock"


@pytest.mark.parametrize(
    "command", [(sys.executable, HOMEWORK), (*BARE, HOMEWORK), (HOMEWORK,)], ids=["plain", "bare", "direct"]
)
def test_the_program_runs_however_it_is_started(folder: Path, command: tuple[str | Path, ...]) -> None:
    """'`output.txt`: one line, the square.'"""
    turn = put(folder)
    done = run(folder, *command)
    assert (done.code, done.stderr) == (0, b"")
    assert read_reply(turn, done.reply())
    assert done.output is not None
    assert done.output.endswith(b"\n")
    assert names(folder) == ["input.txt", "output.txt", "playdata.txt"]


def test_a_closed_or_full_standard_error_costs_nothing(folder: Path) -> None:
    turn = put(folder, left=0.01)
    for redirection in ("2>&-", "2>/dev/full"):
        done = run(folder, "/bin/sh", "-c", f'exec "$@" {redirection}', "sh", *BARE, str(HOMEWORK))
        assert read_reply(turn, done.reply())


# Wrong input


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "error: input.txt: expected a file in the current directory: No such file or directory"),
        (b"", "error: input.txt line 1: expected WHITE or BLACK, found the end of the file"),
        (b"black\n100.0\n", "error: input.txt line 1: expected WHITE or BLACK, found 'black'"),
        (b"BLACK\nnan\n", "error: input.txt line 2: expected the seconds left, a number above 0, found 'nan'"),
        (b"BLACK\n1.0\n0\n", "error: input.txt line 3: expected stones captured by White and by Black, like 0,2, found '0'"),
        (b"\xff\x00\x1b[2J", r"error: input.txt line 1: expected WHITE or BLACK, found 'ÿ\x00\x1b[2J'"),
        (b"w" * 70_000, "error: input.txt: expected at most 65536 bytes, found more"),
    ],
)  # fmt: skip
def test_wrong_input_is_one_line_exit_code_2_and_no_output(
    folder: Path, content: bytes | None, message: str
) -> None:
    """'one clear line on stderr naming file, line, expected and found, and exit code 2, with no `output.txt` written'"""
    (folder / "output.txt").write_bytes(b"1A\n")
    if content is not None:
        (folder / "input.txt").write_bytes(content)
    done = run(folder)
    assert (done.code, done.output, done.stderr.decode()) == (2, None, f"{message}\n")
    assert names(folder) == ([] if content is None else ["input.txt"])


def test_a_finished_game_is_wrong_input(folder: Path) -> None:
    put(folder)
    path = folder / "input.txt"
    path.write_bytes(path.read_bytes().replace(b"." * 19, b"wwwww" + b"." * 14, 1))
    done = run(folder)
    assert (done.code, done.output) == (2, None)
    assert b"the game is over" in done.stderr


def test_an_input_without_end_is_read_only_in_part(folder: Path) -> None:
    with (folder / "input.txt").open("wb") as file:
        file.truncate(1 << 40)
    bound = 1 << 28
    done = run(folder, before=lambda: resource.setrlimit(resource.RLIMIT_AS, (bound, bound)))
    assert (done.code, done.output) == (2, None)
    assert done.stderr == b"error: input.txt: expected at most 65536 bytes, found more\n"
    assert done.seconds < 1


@pytest.mark.parametrize("kind", ["pipe", "folder", "link to nowhere"])
def test_an_input_that_is_no_file_is_wrong_input(folder: Path, kind: str) -> None:
    path = folder / "input.txt"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to("nowhere")
    done = run(folder)
    assert (done.code, done.output) == (2, None)
    assert done.stderr.startswith(b"error: input.txt")
    assert done.stderr.count(b"\n") == 1


def test_pairs_are_warned_of_and_played(folder: Path) -> None:
    position = Pente.start()
    for move in ("10K", "10J", "10N", "10H", "10G"):
        position = position.play(move)
    turn = put(folder, position)
    path = folder / "input.txt"
    path.write_bytes(path.read_bytes().replace(b"2,0", b"1,0"))
    done = run(folder)
    assert read_reply(turn, done.reply())
    assert done.stderr == b"warning: input.txt line 3: 1,0 fits the board only as pairs; taken as 2,0\n"


# Where the answer cannot be written


def test_a_link_in_the_place_of_the_output_is_replaced_and_not_followed(folder: Path, tmp_path: Path) -> None:
    treasure = tmp_path / "treasure"
    treasure.write_bytes(b"mine")
    (folder / "output.txt").symlink_to(treasure)
    turn = put(folder)
    done = run(folder)
    assert read_reply(turn, done.reply())
    assert treasure.read_bytes() == b"mine"
    assert not (folder / "output.txt").is_symlink()
    assert done.stderr.startswith(b"note: output.txt was a link")


def test_a_folder_in_the_place_of_the_output_is_told(folder: Path) -> None:
    (folder / "output.txt").mkdir()
    put(folder)
    done = run(folder)
    assert done.code == 1
    assert done.stderr.startswith(b"error: output.txt: expected a file or nothing there: ")
    assert done.stderr.count(b"\n") == 1


def test_an_output_that_cannot_be_written_is_told_and_leaves_nothing(folder: Path) -> None:
    put(folder)
    done = run(folder, before=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert (done.code, done.output) == (1, None)
    assert done.stderr == b"error: output.txt: cannot be written: File too large\n"
    assert names(folder) == ["input.txt"]


def test_what_a_killed_run_left_behind_is_cleared_away(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / f".output.txt.{os.getpid()}").write_bytes(b"half")
    files.write_atomically("output.txt", b"9N\n")
    assert names(folder) == ["output.txt"]
    assert (folder / "output.txt").read_bytes() == b"9N\n"


# Time


@pytest.mark.parametrize("left", [300.0, 100.0])
@pytest.mark.parametrize("start", [0.01, 0.02, 0.05])
def test_a_game_that_fills_the_board_is_not_lost_on_time(left: float, start: float) -> None:
    """'time for a whole game e.g. 100 s; competitions 300 s'"""
    for made in range(181):
        cells = ("wb" * made).ljust(361, ".")
        position = Pente.read(f"{write_rows(cells, 19)} 0,0 w")
        budget = plan(position, left, start)
        left -= start + (budget.usual if budget else 0) + 0.003
    assert left > 0


@pytest.mark.parametrize("left", [10.0, 2.0, 0.5, 0.11, 0.1])
def test_no_clock_is_overrun(folder: Path, left: float) -> None:
    """'Losses by conduct: time used up'"""
    turn = put(folder, left=left)
    done = run(folder)
    assert read_reply(turn, done.reply())
    assert done.seconds < min(left, 0.2 + left / 5)
    assert left < 0.5 or done.stderr == b""


def test_no_more_than_a_sixth_of_three_hundred_seconds_is_planned_for_one_move() -> None:
    budget = plan(SAMPLE, 300.0, 0.05)
    assert budget is not None
    assert budget.most < 50


@pytest.mark.nightly
def test_three_hundred_seconds_are_not_spent_on_one_move(folder: Path) -> None:
    turn = put(folder, left=300.0)
    done = run(folder)
    assert read_reply(turn, done.reply())
    assert done.seconds < 50


def test_where_there_is_one_move_no_time_is_spent(folder: Path) -> None:
    rows = [*FULL[:-1], FULL[-1][:-1] + "."]
    lines = ["BLACK", "300.0", "0,0", *rows]
    (folder / "input.txt").write_text("\n".join(lines), encoding="ascii")
    done = run(folder)
    assert (done.code, done.output) == (0, b"1T\n")
    assert done.seconds < 0.5


def test_a_hundredth_of_a_second_is_survived_with_the_grace(folder: Path) -> None:
    """'0.01 s must be survivable with the grace' (what an empty script of the same interpreter costs)"""
    (folder / "empty.py").touch()
    turn = put(folder, left=0.01)
    grace = min(run(folder, *BARE, "empty.py").seconds for _ in range(4))
    runs = [run(folder) for _ in range(4)]
    assert all(read_reply(turn, done.reply()) and done.stderr == NO_TIME for done in runs)
    assert min(done.seconds for done in runs) - grace < LITTLE


def test_without_time_nothing_is_loaded_that_only_a_search_needs(folder: Path) -> None:
    """A hundredth of a second is enough only because next to nothing is loaded, and that does not depend on a clock."""
    (folder / "empty.py").touch()
    put(folder, left=0.01)
    bare = list_loaded(run(folder, *BARE, "-X", "importtime", "empty.py").stderr)
    loaded = list_loaded(run(folder, *BARE, "-X", "importtime", HOMEWORK).stderr) - bare
    assert {name for name in loaded if not name.startswith("ludus")} <= {"__future__", "itertools"}
    assert {name for name in loaded if name.startswith("ludus.search.")} == {"ludus.search.variety"}


def list_loaded(report: bytes) -> set[str]:
    """List the modules that an interpreter reports to have imported."""
    lines = [line for line in report.decode().splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip() for line in lines}


@given(st.floats(min_value=20, max_value=1e6), st.floats(min_value=0.0, max_value=1.0))
def test_with_time_for_twenty_starts_there_is_a_search(starts: float, start: float) -> None:
    assert plan(SAMPLE, starts * (start + PARTING), start) is not None


def test_under_load_the_clock_of_the_cpu_decides_and_not_the_walls(monkeypatch: pytest.MonkeyPatch) -> None:
    """'a time in seconds of CPU'"""
    seen: list[Limits] = []

    def listen(position: Pente, limits: Limits, lines: int, **_: object) -> tuple[Thought, ...]:
        seen.append(limits)
        return (Thought("9N", Score.points(0), 1, 1),)

    monkeypatch.setattr("ludus.search.native.analyse_natively", listen)
    choose(Turn(SAMPLE, clock=Clock(0, 100 * time.process_time())))
    (limits,) = seen
    assert limits.cpu is not None
    assert limits.wall is not None
    assert limits.wall > 3 * limits.cpu


# The choice


@pytest.mark.parametrize(
    ("rows", "captured", "move"),
    [
        (["wwww", "bbbb"], "0,0", "19E"),  # a five before the other side's
        ([".w.w", "bb.bb"], "0,0", "18C"),  # a five to be stopped
        (["wbb", "w.w"], "8,0", "19D"),  # the last pair
        (["bww", "...b"], "0,8", "19D"),  # the last pair of the other side
    ],
)
def test_without_time_what_wins_or_loses_at_once_is_seen(rows: list[str], captured: str, move: str) -> None:
    cells = "".join(row.ljust(19, ".") for row in rows).ljust(361, ".")
    position = Pente.read(f"{write_rows(cells, 19)} {captured} w second_stone=free")
    assert choose(Turn(position, clock=Clock(0, 0.0))).move == move


@pytest.mark.parametrize("edition", SECOND_STONE)
def test_our_opening_is_legal_in_every_edition(edition: str) -> None:
    """'Our own agent therefore plays exactly 3 away on an axis: legal under every edition.'"""
    first = choose(Turn(Pente.start(second_stone=edition), clock=Clock(0, 0.01))).move
    assert first == "10K"
    for reply in NAMES:
        if reply != first:
            position = Pente.start().play(first).play(reply)
            second = choose(Turn(position, clock=Clock(0, 0.01))).move
            assert second in OPENING[1]
            Pente.read(f"{position} second_stone={edition}".replace(" second_stone=at-most-3", "")).play(
                second
            )


def test_the_second_stone_is_the_one_behind_which_the_search_sees_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def judge(position: Pente, limits: Limits) -> Thought:
        is_best = position.rows()[6][9] == "w"  # 13K
        return Thought("9L", Score.points(-1 if is_best else 0), 1, 1)

    monkeypatch.setattr("ludus.search.native.think_natively", judge)
    position = Pente.start().play("10K").play("8M")
    assert choose(Turn(position, clock=AMPLE)).move == "13K"


def two_deep(position: Pente, out_of_time: Callable[[], bool]) -> Thought:
    return think(position, lambda: False, depth=2)


def test_a_win_is_taken() -> None:
    four = Pente.read(f"{'19/' * 9}9wwww6/{'19/' * 8}b1b1b1b12 0,0 w")
    move = choose(Turn(four, clock=AMPLE), two_deep).move
    assert move in ("10J", "10O")


def test_a_five_of_the_enemy_is_blocked() -> None:
    four = Pente.read(f"{'19/' * 9}9wwwwb5/{'19/' * 8}b1b16 0,0 b")
    assert choose(Turn(four, clock=AMPLE), two_deep).move == "10J"


def test_the_block_of_the_sample_is_seen_one_move_deep() -> None:
    """'blocking at `9N` is the natural answer'"""
    assert think(View.of(SAMPLE, 2), lambda: False, depth=1).move == "9N"


def test_a_search_that_fails_or_cheats_still_gives_a_legal_move(capfd: pytest.CaptureFixture[str]) -> None:
    def broken(position: Pente, out_of_time: Callable[[], bool]) -> Thought:
        raise ZeroDivisionError("in the engine")

    def cheat(position: Pente, out_of_time: Callable[[], bool]) -> Thought:
        return Thought("10K", Score.points(0), 1, 1)

    turn = Turn(SAMPLE, clock=AMPLE)
    for engine in (broken, cheat):
        assert choose(turn, engine).move in SAMPLE.moves()
        assert capfd.readouterr().err.startswith("note: an answer at once instead of a search that failed")


def test_the_view_lists_the_squares_near_the_stones_once_and_newest_first() -> None:
    for width, count in ((1, 20), (2, 46)):
        moves = View.of(SAMPLE, width, ("10M",)).moves()
        assert len(set(moves)) == len(moves) == count
        assert set(moves) < set(SAMPLE.moves())
        assert moves != View.of(SAMPLE, width).moves()
    corner = Pente.read(f"w17b/{'19/' * 17}b17w 0,0 w")
    assert set(View.of(corner, 1).moves()) == set("19B 18A 18B 19S 18S 18T 1B 2A 2B 1S 2S 2T".split())
    assert len(View.of(corner, 2).moves()) == 32


def test_the_view_keeps_to_the_rules_of_the_opening() -> None:
    """'White's second stone must lie at most 3 intersections from the centre'"""
    for position in (Pente.start(), Pente.start().play("10K").play("1A"), Pente.start().play("10K")):
        view = View.of(position, 2)
        assert view.moves()
        assert set(view.moves()) <= set(position.moves())


# What is kept from move to move


def remembered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Pente:
    """Let us move in the sample and the enemy answer; give the position of our next turn."""
    monkeypatch.chdir(folder)
    pente_memory.remember(SAMPLE.play("9N"), Thought("9N", Score.points(12.5), 3, 1000))
    return SAMPLE.play("9N").play("13L")


def test_our_last_stone_and_the_answer_are_known_on_the_next_move(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """'`playdata.txt` may keep data from move to move (e.g. ... the last position and score)'"""
    position = remembered(folder, monkeypatch)
    assert pente_memory.find_newest_stones(position) == ("9N", "13L")


def test_an_answer_that_captures_is_recognised(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    pente_memory.remember(SAMPLE.play("1A"), Thought("1A", Score.points(0), 1, 1))
    captured = SAMPLE.play("1A").play("9N")
    assert captured.captured == (2, 0)
    assert pente_memory.find_newest_stones(captured) == ("1A", "9N")


def test_the_memory_of_another_game_is_ignored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """'a stale or broken one is ignored'"""
    position = remembered(folder, monkeypatch)
    for other in (
        SAMPLE,
        SAMPLE.play("9N"),
        position.play("1A").play("1B"),
        Pente.start(),
        SAMPLE.play("8N").play("13L"),
    ):
        assert pente_memory.find_newest_stones(other) == ()  # fmt: skip


HOSTILE = [
    b"",
    b"\n\n\n",
    b"ludus 0.0.0 pente\n",
    b"\xff" * 500,
    b"9" * 100_000,
    b"__import__('os').system('touch owned')\n" * 3,
    b"cos\nsystem\n(S'touch owned'\ntR.",
    f"ludus {VERSION} pente {'9' * 900} positions/s\n".encode(),
    f"ludus {VERSION} pente -5 positions/s\n".encode(),
    f"ludus {VERSION} pente 0 positions/s\n".encode(),
    f"ludus {VERSION} pente nan positions/s\n".encode(),
    f"ludus {VERSION} pente 15000 positions/s".encode(),
    b"ludus 99.0 pente 15000 positions/s\n",
]


@pytest.mark.parametrize("content", HOSTILE)
def test_broken_memory_files_are_ignored(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    """'`homework.py` uses it when it is there, works without it, ignores a broken one.'"""
    monkeypatch.chdir(folder)
    for name in ("playdata.txt", "calibration.txt"):
        (folder / name).write_bytes(content)
    assert pente_memory.find_newest_stones(SAMPLE) == ()
    assert pente_memory.read_speed(10_000) == 10_000
    assert names(folder) == ["calibration.txt", "playdata.txt"]


def test_a_memory_that_is_cut_off_is_ignored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = remembered(folder, monkeypatch)
    whole = (folder / "playdata.txt").read_bytes()
    for length in range(len(whole)):
        (folder / "playdata.txt").write_bytes(whole[:length])
        assert pente_memory.find_newest_stones(position) == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 110), piece=st.binary(max_size=5), length=st.integers(0, 5))
def test_damaged_memory_is_ignored_or_harmless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, piece: bytes, length: int
) -> None:
    position = remembered(tmp_path, monkeypatch)
    for name, whole in (
        ("playdata.txt", (tmp_path / "playdata.txt").read_bytes()),
        ("calibration.txt", f"ludus {VERSION} pente 15000 positions/s\n".encode()),
    ):
        (tmp_path / name).write_bytes(whole[:at] + piece + whole[at + length :])
    stones = pente_memory.find_newest_stones(position)
    assert stones == () or (stones[0] in NAMES and stones[1] == "13L")
    assert 100 <= pente_memory.read_speed(10_000) < 10**8


@pytest.mark.parametrize("name", ["playdata.txt", "calibration.txt"])
@pytest.mark.parametrize("kind", ["pipe", "folder", "endless"])
def test_a_memory_that_is_no_file_never_costs_the_move(folder: Path, name: str, kind: str) -> None:
    if kind == "pipe":
        os.mkfifo(folder / name)
    elif kind == "folder":
        (folder / name).mkdir()
    else:
        (folder / name).symlink_to("/dev/zero")
    turn = put(folder)
    done = run(folder)
    assert read_reply(turn, done.reply())
    assert (done.stderr, done.seconds < 0.5) == (b"", True)
    assert not [left for left in names(folder) if left.startswith(".")]


def test_the_newest_stones_help_a_short_search_to_start_near_them() -> None:
    wide = Pente.read(f"w2w2w2w2w2w2w/{'19/' * 8}b2b2b2b2b2b2b/{'19/' * 8}19 0,0 w")
    assert View.of(wide, 1).moves()[0] == "19B"
    first = View.of(wide, 1, ("10T",)).moves()[:8]
    assert first == ("11R", "11S", "11T", "10R", "10S", "9R", "9S", "9T")


# The calibration


def test_the_calibration_takes_seconds_and_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """'`calibrate.py` writes `calibration.txt` (a few seconds; never over 5 minutes).'"""
    done = run(folder, *BARE, CALIBRATE)
    assert (done.code, done.stderr) == (0, b"")
    assert done.seconds < 5
    assert names(folder) == ["calibration.txt"]
    content = (folder / "calibration.txt").read_text(encoding="ascii")
    assert content.startswith("ludus ")
    assert content.count("\n") == 1
    monkeypatch.chdir(folder)
    assert str(pente_memory.read_speed(0)) == content.split()[3]


def test_a_slow_machine_looks_at_fewer_squares(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr("time.process_time", lambda: 0.01)
    seen: list[int] = []

    def engine(position: Pente, out_of_time: Callable[[], bool]) -> Thought:
        seen.append(len(position.moves()))
        return think(position, out_of_time, depth=1)

    for speed in (500, 50_000):
        pente_memory.remember_speed(speed)
        choose(Turn(SAMPLE, clock=Clock(0, 10.0)), engine)
    assert seen == [20, 46]
