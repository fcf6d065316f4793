"""The native Chezz program: the answers, the plan and the memory of the one in Python, to which it leaves all that is unusual."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludus import engine
from ludus.entries import time_budget
from ludus.entries.chezz import FEWEST, MOVES
from ludus.entries.chezz_memory import HISTORY, History
from ludus.entries.export import NATIVE_PROGRAMS, write_folder
from ludus.entries.game_lengths import CHEZZ, estimate_moves
from ludus.entries.time_budget import Budget, Spending, plan_search, plan_search_without_memory
from ludus.games.chezz import Chezz
from ludus.protocols import chezz
from ludus.turn import Clock, Limits, Reply, Turn
from tests.conftest import ROOT
from tests.entries.program import run_program
from tests.entries.test_time_budget import FORGETFUL, play_games
from tests.native_programs import compile_program

PATH = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
NO_PYTHON = {"PATH": "/nonexistent"}
"""Whatever is not answered natively fails."""
NO_SEARCH = b"note: no time to search\n"
GLANCE = 1000
"""Positions that it looks at where there is no time to search."""

pytestmark = pytest.mark.skipif(
    not NATIVE_PROGRAMS["chezz"].exists(), reason="there is no native Chezz program here"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An exported folder after its `compile`."""
    write_folder("chezz", tmp_path / "entry")
    subprocess.run([tmp_path / "entry" / "compile"], env=PATH, check=True, timeout=60)
    return tmp_path / "entry"


def answer(folder: Path, turn: Turn, environment: dict[str, str] = NO_PYTHON) -> Reply:
    return run_program([folder / "run"], chezz.write_request(turn), folder, environment)


def read_positions(data: Path) -> list[Chezz]:
    with gzip.open(data / "chezz" / "positions.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = [Chezz.read(json.loads(line)["fen"]) for line in lines]
    return [position for position in found if position.outcome() is None]


# Answers


def test_without_time_it_answers_with_the_board_of_a_short_search(folder: Path, data: Path) -> None:
    """Byte for byte as the Python program would write it, in all given positions, and without an interpreter."""
    for position in read_positions(data):
        turn = Turn(position, clock=Clock(60, 60), ply=41)
        move = engine.think(position, Limits(nodes=GLANCE)).move
        reply = answer(folder, turn)
        assert reply.stdout == chezz.write_reply(turn, (move,)).stdout
        assert (reply.exit_code, reply.stderr) == (0, NO_SEARCH)
        (folder / HISTORY).unlink()


def test_with_time_it_searches(folder: Path) -> None:
    position = Chezz.read("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w")
    reply = answer(folder, Turn(position, clock=Clock(0, 2), ply=0))
    assert reply.stderr == b""
    assert chezz.read_reply(Turn(position), reply)
    *_, searches = (folder / HISTORY).read_text(encoding="ascii").splitlines()[1].split(" ")[:3]
    assert int(searches) > 1000


def run_within(kilobytes: int, folder: Path, turn: Turn) -> Reply:
    """Let it answer where a process may have only so much memory."""
    command = ["bash", "-c", f"ulimit -v {kilobytes}; exec ./run"]
    return run_program([*command], chezz.write_request(turn), folder, {"PATH": "/bin:/usr/bin"})


@pytest.mark.parametrize("kilobytes", [60_000, 40_000, 20_000, 10_000, 6_000])
def test_with_little_memory_it_searches_with_a_smaller_table(kilobytes: int, folder: Path) -> None:
    turn = Turn(Chezz.read("7k/8/8/4R2q/8/2p5/P7/KP6 w"), clock=Clock(0, 20))
    reply = run_within(kilobytes, folder, turn)
    assert (reply.exit_code, reply.stderr) == (0, b"")
    assert chezz.read_reply(turn, reply) == ("e5-h5",)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4k3/8/8/8/8/8/4R3/4K3 w", "e2-e8"),  # a king to be taken
        ("4r2k/8/8/8/8/8/3PKP2/3PPP2 w", ""),  # a king to be saved
    ],
)
def test_with_no_memory_to_search_no_king_is_overlooked(text: str, wanted: str, folder: Path) -> None:
    turn = Turn(Chezz.read(text), clock=Clock(0, 60))
    reply = run_within(2_500, folder, turn)
    (move,) = chezz.read_reply(turn, reply)
    assert reply.stderr == b"note: no memory to search\n"
    assert not wanted or move == wanted
    after = turn.position.play(move)
    assert all(after.play(answer).outcome() is None for answer in after.moves())


def test_a_file_that_is_spaced_in_another_way_needs_no_interpreter(folder: Path) -> None:
    turn = Turn(Chezz.start(), clock=Clock(60, 60))
    plain = chezz.write_request(turn).stdin
    expected = answer(folder, turn).stdout
    for data in (
        plain.replace(b"\n", b"\r\n"),
        plain.replace(b"  ", b"\t").replace(b",\n", b" , ").replace(b":", b" :"),
        plain.replace(b"\n}\n", b",}"),
        plain.replace(b"\n}\n", b" }\n}\n\n"),
        plain.replace(b" 0\n", b"  000 \n\n"),
    ):
        done = subprocess.run([folder / "run"], input=data, capture_output=True, check=True, env=NO_PYTHON)
        assert done.stdout == expected


def test_what_it_does_not_understand_needs_python(folder: Path) -> None:
    done = subprocess.run([folder / "run"], input=b"w\n", capture_output=True, check=False, env=NO_PYTHON)
    assert (done.returncode, done.stdout) == (127, b"")
    assert done.stderr == b"error: python3: No such file or directory\n"


@pytest.mark.parametrize(
    "board",
    [
        "4k3/8/8/8/8/8/8/8 w",  # no king
        "4k3/8/8/8/8/8/8/KK6 w",
        "7k/8/8/8/8/8/PP6/KP6 w",  # a plain board, with moves
        "FFFFFFFF/FFFFFFFF/FFFFFFFF/8/8/8/8/K6k w",  # too many pieces for the core
    ],
)
def test_both_programs_say_the_same_of_odd_boards(folder: Path, board: str) -> None:
    cells = [cell for row in board.split(" ")[0].split("/") for cell in expand(row)]
    pieces = [
        f"{'abcdefgh'[at % 8]}{8 - at // 8}: '{'w' if cell.isupper() else 'b'}{cell.upper()}'"
        for at, cell in enumerate(cells)
        if cell != "."
    ]
    data = f"w 60000 60000 4\n{{\n{','.join(pieces)}\n}}\n".encode()
    done = [
        subprocess.run([folder / name], input=data, capture_output=True, check=False, env=PATH)
        for name in ("run", "run.py")
    ]
    assert done[0].stderr == done[1].stderr
    assert done[0].returncode == done[1].returncode
    assert done[0].stdout.splitlines()[:1] == done[1].stdout.splitlines()[:1]


def expand(row: str) -> str:
    return "".join("." * int(cell) if cell.isdigit() else cell for cell in row)


# The folder


def test_without_its_step_and_on_another_machine_the_script_plays(tmp_path: Path) -> None:
    folder = tmp_path / "entry"
    write_folder("chezz", folder)
    script = (folder / "run.py").read_bytes()
    assert (folder / "run").read_bytes() == script
    (native,) = folder.glob("run.Linux-*")
    for broken in (b"#!/bin/sh\nkill -ILL $$\n", b"#!/bin/sh\necho b 0 0 0\n"):
        native.write_bytes(broken)
        (folder / "run").write_bytes(b"what another machine has left behind")
        done = subprocess.run([folder / "compile"], env=PATH, capture_output=True, check=True, timeout=60)
        assert (done.stdout, done.stderr) == (b"", b"")
        assert (folder / "run").read_bytes() == script


@pytest.mark.parametrize("changed", ["run", "run.py"])
def test_a_script_with_other_rules_is_not_replaced_by_the_program_that_knows_none(
    changed: str, tmp_path: Path
) -> None:
    folder = tmp_path / "entry"
    write_folder("chezz", folder)
    script = (folder / changed).read_text(encoding="utf-8")
    rules = "from ludus.games.chezz_rules import Rules\n\n_exit(main(Rules(fling_king=False)))\n"
    assert script.endswith("\n_exit(main())\n")
    (folder / changed).write_text(script.replace("_exit(main())\n", rules), encoding="utf-8")
    for _ in range(2):
        subprocess.run([folder / "compile"], env=PATH, check=True, timeout=60)
        assert (folder / "run").read_text(encoding="utf-8").endswith(rules)


def test_rules_that_are_set_above_the_last_line_are_not_replaced_either(tmp_path: Path) -> None:
    folder = tmp_path / "entry"
    write_folder("chezz", folder)
    script = (folder / "run.py").read_text(encoding="utf-8")
    rules = "from ludus.games.chezz_rules import Rules\n\nmain.__defaults__ = (Rules(fling_king=False),)\n"
    changed = script.replace("_exit(main())\n", f"{rules}_exit(main())\n")
    (folder / "run.py").write_text(changed, encoding="utf-8")
    subprocess.run([folder / "compile"], env=PATH, check=True, timeout=60)
    assert (folder / "run").read_text(encoding="utf-8") == changed


def test_everybody_may_run_what_its_step_makes(tmp_path: Path) -> None:
    """Whatever the umask, the mode of the program and what an earlier step has left behind."""
    folder = tmp_path / "entry"
    write_folder("chezz", folder)
    (tmp_path / "mine.txt").write_text("mine", encoding="ascii")
    (folder / "run.new").symlink_to(tmp_path / "mine.txt")
    subprocess.run(["sh", "-c", "umask 077; exec ./compile"], cwd=folder, env=PATH, check=True, timeout=60)
    assert (folder / "run").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "mine.txt").read_text(encoding="ascii") == "mine"
    (native,) = folder.glob("run.Linux-*")
    native.unlink()
    (folder / "run.py").chmod(0o644)
    (folder / "run.new").touch(0o600)
    subprocess.run([folder / "compile"], env=PATH, check=True, timeout=60)
    assert (folder / "run").read_bytes() == (folder / "run.py").read_bytes()
    assert (folder / "run").stat().st_mode & 0o777 == 0o755


def test_its_step_stays_in_its_folder_wherever_the_shell_looks_for_folders(tmp_path: Path) -> None:
    write_folder("chezz", tmp_path / "entry")
    shutil.copytree(tmp_path / "entry", tmp_path / "foreign" / "entry")
    environment = {**PATH, "CDPATH": str(tmp_path / "foreign")}
    subprocess.run(["sh", "entry/compile"], cwd=tmp_path, env=environment, check=True, timeout=60)
    native = NATIVE_PROGRAMS["chezz"].read_bytes()
    assert (tmp_path / "entry" / "run").read_bytes() == native
    assert (tmp_path / "foreign" / "entry" / "run").read_bytes() != native


def test_its_step_leaves_the_program_and_no_other_trace(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    assert names - {f"run.{os.uname().sysname}-{os.uname().machine}", "run.py", "__pycache__"} == {
        *("LUDUS.txt", "compile", "ludus", "ludus.bundle", "ludus_bundle_loader.py", "name", "run"),
    }
    assert (folder / "run").read_bytes() == NATIVE_PROGRAMS["chezz"].read_bytes()


def test_a_link_to_the_program_finds_its_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "near").symlink_to("entry/run")
    (tmp_path / "far").symlink_to(folder / "run")
    for link in ("near", "far"):
        done = subprocess.run([tmp_path / link], input=b"", capture_output=True, check=False, env=PATH)
        assert (done.returncode, done.stdout) == (2, b"")


# What it remembers


def play_turns(program: Path, folder: Path, plies: range) -> list[str]:
    """Let a program answer without time, ply after ply; return the lines of its memory, without times."""
    position = Chezz.read("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w")
    for ply in plies:
        used = 60 + ply / 1000
        request = chezz.write_request(Turn(position, clock=Clock(used, 60), ply=ply))
        reply = run_program([program], request, folder, PATH)
        assert reply.exit_code == 0
    return (folder / HISTORY).read_text(encoding="ascii").splitlines()


def test_either_program_goes_on_with_the_memory_of_the_other(folder: Path) -> None:
    native, script = folder / "run", folder / "run.py"
    both = []
    for programs in ((native, native), (script, script), (native, script), (script, native)):
        for number, program in enumerate(programs):
            lines = play_turns(program, folder, range(4 * number, 4 * number + 4, 2))
        both.append(lines)
        (folder / HISTORY).unlink()
    assert len(both[0]) == 5
    assert both == [both[0]] * 4


def test_a_game_that_began_elsewhere_is_remembered_alike(folder: Path) -> None:
    kept = [play_turns(folder / name, folder, range(6, 12, 2)) for name in ("run", "run.py")]
    assert kept[0] == kept[1]
    assert kept[0][1].split(" ")[:3] == ["6", "60006", "-"]


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"\n", b"\xff\n", b"ludus\n4 1 x\n", b"x" * (1 << 17), b"ludus 0.1.0 chezz 60\n4\n4 x y\n"),
        *(
            b"ludus 0.1.0 chezz 60\n4 1 1 no position\n",
            b"ludus 0.1.0 chezz 60\n4 1" + b"1" * 5000 + b" 1 x w\n",
        ),
        *(b"ludus 0.1.0 chezz 60\n4 70000 1 x w\n", b"ludus 0.1.0 chezz 60", b"\0\n"),
    ],
)
def test_a_damaged_memory_is_ignored_alike(folder: Path, content: bytes) -> None:
    turn = Turn(Chezz.start(), clock=Clock(60, 60), ply=6)
    (folder / HISTORY).write_bytes(content)
    history = History(turn, str(folder))
    history.keep()
    expected = (folder / HISTORY).read_bytes()
    (folder / HISTORY).write_bytes(content)
    reply = answer(folder, turn)
    assert chezz.read_reply(turn, reply)
    assert (folder / HISTORY).read_bytes() == expected


def test_a_memory_that_is_a_pipe_or_a_link_is_replaced(folder: Path, tmp_path: Path) -> None:
    turn = Turn(Chezz.start(), clock=Clock(60, 60))
    (tmp_path / "mine.txt").write_text("mine", encoding="ascii")
    os.mkfifo(folder / HISTORY)
    assert answer(folder, turn).exit_code == 0
    (folder / HISTORY).unlink()
    (folder / HISTORY).symlink_to(tmp_path / "mine.txt")
    assert answer(folder, turn).exit_code == 0
    assert not (folder / HISTORY).is_symlink()
    assert (tmp_path / "mine.txt").read_text(encoding="ascii") == "mine"


def test_it_avoids_a_position_that_it_remembers(folder: Path) -> None:
    """Of two ways to win nothing at once, the one that does not come back; as the core decides with the same past."""
    position = Chezz.read("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w")
    past = [str(position), str(Chezz.read("4k3/pppp4/8/8/8/8/PPPP4/R4K2 w"))]
    turn = Turn(position, clock=Clock(60, 60), ply=6)
    lines = [f"{2 + 2 * number} 60000 0 {text}" for number, text in enumerate(past)]
    (folder / HISTORY).write_text("\n".join(["ludus 0.1.0 chezz 60", *lines, ""]), encoding="ascii")
    move = engine.think(position, Limits(nodes=GLANCE), past).move
    assert answer(folder, turn).stdout == chezz.write_reply(turn, (move,)).stdout


# The plan


def plan_in_python(case: tuple[float, ...]) -> Budget | None:
    total, left, made, searches, measured, spent = case
    moves = int(made)
    to_come = estimate_moves(CHEZZ, moves, max(MOVES - moves, FEWEST))
    if searches < 0:
        return plan_search_without_memory(Clock(total - left, total), moves, measured, spent, to_come)
    return plan_search(Spending(total, left, moves, searches), measured, spent, to_come)


def draw_case(chance: random.Random) -> tuple[float, ...]:
    total = chance.choice((0.1, 1, 5, 60, 300, 10 ** chance.uniform(-2, 4)))
    left = total * chance.choice((1, 0, chance.uniform(-0.1, 1), chance.random() ** 4))
    searches = chance.choice((-1, 0, chance.random() * (total - left)))
    measured = 10 ** chance.uniform(-4, -1)
    return (
        total,
        left,
        chance.choice((0, 20, 199, chance.randrange(300), int(10 ** chance.uniform(2, 12)))),
        searches,
        measured,
        measured * chance.choice((1, 3)),
    )


def test_the_plan_is_that_of_the_python_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In thousands of cases, but for what is said of the cost of a start."""
    (tmp_path / "entry").mkdir()
    header = tmp_path / "entry" / "numbers.hpp"
    subprocess.run([sys.executable, str(ROOT / "native" / "entry" / "write_numbers.py"), header], check=True)
    program = compile_program(
        "g++", "chezz_plan.cpp", ["-std=c++20", "-Wall", "-Wextra", "-Werror"], tmp_path
    )
    chance = random.Random("chezz plan")
    cases = [draw_case(chance) for _ in range(5000)]
    lines = "\n".join(" ".join(map(repr, case)) for case in cases)
    told = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    constants, *plans = told.stdout.splitlines()
    for name, value in zip(("PARTING", "CHEAPEST", "OVERHEAD"), constants.split(), strict=True):
        monkeypatch.setattr(time_budget, name, float(value))
    for case, plan in zip(cases, plans, strict=True):
        expected = plan_in_python(case)
        found = None if plan == "none" else [float(word) for word in plan.split()]
        assert found == (expected and pytest.approx([expected.usual, expected.most])), case
    assert 1000 < plans.count("none") < 4000


@pytest.fixture
def native_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the plan in Python reckon with the costs of the native program."""
    header = (ROOT / "native" / "entry" / "time_plan.hpp").read_text(encoding="ascii")
    for name in ("PARTING", "CHEAPEST", "OVERHEAD"):
        (value,) = re.findall(rf"double {name.lower()} = ([0-9.]+);", header)
        monkeypatch.setattr(time_budget, name, float(value))


@pytest.mark.usefixtures("native_costs")
@pytest.mark.parametrize("total", [0.5, 1, 2, 5, 60])
@pytest.mark.parametrize("start", [0.0005, 0.001, 0.0015])
@pytest.mark.parametrize("game", ["chezz", FORGETFUL])
def test_no_game_is_lost_on_time_whose_starts_fit(game: str, start: float, total: float) -> None:
    play_games(game, total, start, 40)


@pytest.mark.usefixtures("native_costs")
@pytest.mark.parametrize("total", [1, 2, 5])
def test_a_clock_that_shows_no_starts_at_first_is_not_overrun(total: float) -> None:
    """A meter may take off what it costs itself; without a search it takes off less than the move costs."""
    used = searches = 0.0
    for made in range(200):
        budget = plan_in_python((total, total - used, made, searches, 0.0002, 0.0002))
        search = budget.most if budget else 0.0
        searches += search
        used += search or 0.0015
    assert used < total
