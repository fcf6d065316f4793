"""The Amazons program: a legal board in time, the right exit code, whatever comes in."""

from __future__ import annotations

import json
import posix
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludus.entries import amazons as entry
from ludus.entries.export import write_folder
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import Contestant, generate
from ludus.protocols.amazons import make_own_turn, read_reply
from ludus.protocols.amazons_file import State, read_state, write_state
from ludus.protocols.amazons_turn import LONGEST_TURN
from ludus.turn import Reply, Turn
from tests.conftest import ROOT

GAME = ROOT / "entries" / "amazons" / "game"
PATH = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "LUDUS_NAME": "ME"}
BOARD = b"3 3\n001 000 200\n000 110 000\n002 000 009\nME 1 0\nfoe 2 5\n"
MOVE, PLACE = ("phase=movement", "time=0.02"), ("phase=placement", "amazons=2", "time=0.02")

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _called_me(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(posix.environ, b"LUDUS_NAME", b"ME")
    monkeypatch.delitem(posix.environ, b"LUDUS_TIME", raising=False)


def run(*words: str | Path) -> int:
    """Run the program in this process."""
    before = sys.argv
    sys.argv = [str(GAME), *map(str, words)]
    try:
        return entry.main()
    finally:
        sys.argv = before


def answer(folder: Path, data: bytes, *words: str) -> int:
    (folder / "in.txt").write_bytes(data)
    return run(*words, folder / "in.txt", folder / "out.txt")


def start(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the real script."""
    return subprocess.run(
        [GAME, *words], capture_output=True, check=False, env={**PATH, **environment}, timeout=60
    )


def movement(height: int, width: int, amazons: int, seed: int = 1) -> bytes:
    fields = list(generate(height, width, seed))
    # Not below each other on a square board, so that nobody is walled in.
    apart = len(fields) // amazons - 3
    for number in range(amazons):
        fields[number * apart], fields[number * apart + 1] = "001", "002"
    return write_state(State(tuple(fields), width, (Contestant("ME", "1", 0), Contestant("foe", "2", 0))))


def heard(before: bytes, after: bytes, amazons: int = 0) -> tuple[str, ...]:
    """Let the referee judge a board."""
    turn = Turn(make_own_turn(read_state(before), "ME", amazons))
    return read_reply(turn, Reply(files={"board.txt": after}))


# One turn


def test_a_turn_is_legal_and_written_once(tmp_path: Path, capfd: Captured) -> None:
    assert answer(tmp_path, BOARD, *MOVE) == 0
    assert heard(BOARD, (tmp_path / "out.txt").read_bytes())
    assert capfd.readouterr() == ("", "")


def test_a_horse_carries_on_to_the_end_of_the_chain(tmp_path: Path) -> None:
    data = b"1 8\n001 510 510 510 000 000 000 000\nME 1 0\n"
    assert answer(tmp_path, data, *MOVE) == 0
    moves = heard(data, (tmp_path / "out.txt").read_bytes())
    assert len(moves) > 1


def test_no_turn_has_more_steps_than_the_arena_allows(tmp_path: Path) -> None:
    """Every field holds treasure and a horse, so that nothing looks better than to ride on."""
    fields = ["510"] * 400
    fields[0], fields[399] = "001", "002"
    rows = Contestant("ME", "1", 0), Contestant("foe", "2", 0)
    data = write_state(State(tuple(fields), 20, rows))
    for seconds in ("0", "0.1", "1"):
        assert answer(tmp_path, data, "phase=movement", f"time={seconds}") == 0
        after = read_state((tmp_path / "out.txt").read_bytes())
        assert 1 <= sum(field[2] == "9" for field in after.fields) <= LONGEST_TURN


def test_a_placement_adds_the_own_row(tmp_path: Path) -> None:
    """'Own row missing in placement: append it with ID max+1 and score 0.'"""
    assert answer(tmp_path, b"2 2\n000 000\n000 500\nfoe 3 0\n", *PLACE) == 0
    state = read_state((tmp_path / "out.txt").read_bytes())
    assert state.players == (Contestant("foe", "3", 0), Contestant("ME", "4", 0))
    assert state.fields.count("004") == 1


def test_a_placement_keeps_rows_of_those_who_have_no_amazon_yet(tmp_path: Path) -> None:
    assert answer(tmp_path, b"2 2\n000 000\n000 500\nME 1 0\nfoe 2 0\nother 3 0\n", *PLACE) == 0
    assert [row.name for row in read_state((tmp_path / "out.txt").read_bytes()).players] == [
        "ME",
        "foe",
        "other",
    ]


def test_input_and_output_may_be_the_same_file(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(BOARD)
    assert run(*MOVE, board, board) == 0
    assert heard(BOARD, board.read_bytes())
    assert sorted(path.name for path in tmp_path.iterdir()) == [".ME.last", "board.txt"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"2 2\n001 009\n009 009\nME 1 0\n", MOVE),
        (b"2 2\n002 000\n000 000\nfoe 2 0\n", MOVE),
        (b"2 2\n000 000\n000 000\n", MOVE),
        (b"2 2\n002 000\n000 000\nfoe 2 0\nME 1 0\n", MOVE),
        (b"2 2\n001 001\n000 000\nME 1 0\n", PLACE),
        (b"2 2\n009 009\n009 009\n", PLACE),
        (b"2 2\n000 000\n000 000\n", ("phase=placement", "amazons=0")),
    ],
)
def test_nothing_to_do_is_code_1_and_writes_nothing(
    data: bytes, words: tuple[str, ...], tmp_path: Path
) -> None:
    assert answer(tmp_path, data, *words) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


def test_without_time_the_first_move_is_played_and_a_note_says_so(tmp_path: Path, capfd: Captured) -> None:
    data = movement(14, 14, 3)
    assert answer(tmp_path, data, "phase=movement", "time=0") == 0
    assert capfd.readouterr().err == "note: no time to search\n"
    position = make_own_turn(read_state(data), "ME", 0)
    assert heard(data, (tmp_path / "out.txt").read_bytes())[0] == position.moves()[0]


@pytest.mark.parametrize("seed", range(6))
def test_the_first_move_is_that_of_the_list(seed: int) -> None:
    position = make_own_turn(read_state(movement(9, 7, 2, seed)), "ME", 0)
    assert entry.find_first_move(position) == position.moves()[0]


def test_the_first_placement_is_that_of_the_list() -> None:
    position = Amazons.start(size="4x5", seed=4)
    assert entry.find_first_move(position) == position.moves()[0]


@pytest.mark.parametrize("seed", range(6))
def test_the_richest_step_is_legal(seed: int) -> None:
    position = make_own_turn(read_state(movement(9, 7, 2, seed)), "ME", 0)
    assert entry.find_richest_step(position, lambda: False) in position.moves()


def test_the_environment_sets_the_time(
    tmp_path: Path, capfd: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(posix.environ, b"LUDUS_TIME", b"0")
    assert answer(tmp_path, BOARD, "phase=movement") == 0
    assert "no time to search" in capfd.readouterr().err
    monkeypatch.setitem(posix.environ, b"LUDUS_TIME", b"soon")
    assert answer(tmp_path, BOARD, "phase=movement") == 0
    assert "LUDUS_TIME: expected" in capfd.readouterr().err


@pytest.mark.parametrize("words", [("phase=movement",), ("phase=placement", "amazons=200")])
@pytest.mark.parametrize("amazons", [3, 100])
def test_a_large_board_is_answered_in_time(words: tuple[str, ...], amazons: int, tmp_path: Path) -> None:
    data = movement(100, 100, amazons)
    began = time.process_time()
    assert answer(tmp_path, data, *words, "time=0.3") == 0
    assert time.process_time() - began < 1.3
    assert heard(data, (tmp_path / "out.txt").read_bytes(), 200 if len(words) == 2 else 0)


# Faults of the input

FAULTS = {
    "empty": (b"", "line 1:"),
    "byte": (b"2 2\n000 \xff00\n000 000\n", "line 2:"),
    "dimensions": (b"2 x\n", "line 1, field 2:"),
    "absurd": (b"60000 60000\n000\n", "line 1, field 1:"),
    "rows": (b"2 2\n000 000\n", "line 2:"),
    "columns": (b"2 2\n000\n000 000\n", "line 2, field 1:"),
    "field": (b"2 2\n000 0000\n000 000\n", "line 2, field 2:"),
    "treasure": (b"2 2\n000 600\n000 000\n", "line 2, field 2:"),
    "artifact": (b"2 2\n000 000\n040 000\n", "line 3, field 1:"),
    "amazon on treasure": (b"2 2\n000 000\n000 301\nME 1 0\n", "line 3, field 2:"),
    "amazon without row": (b"2 2\n000 000\n000 003\nME 1 0\n", "line 3, field 2:"),
    "player row": (b"2 2\n000 000\n000 000\nME 1\n", "line 4, field 2:"),
    "name length": (b"2 2\n000 000\n000 000\nabcdefghijklmnop 1 0\n", "line 4, field 1:"),
    "name quoted": (b'2 2\n000 000\n000 000\n"me" 1 0\n', "line 4, field 1:"),
    "ID": (b"2 2\n000 000\n000 000\nME 9 0\n", "line 4, field 2:"),
    "duplicate name": (b"2 2\n000 000\n000 000\nME 1 0\nME 2 0\n", "line 5, field 1:"),
    "duplicate ID": (b"2 2\n000 000\n000 000\nME 1 0\nfoe 1 0\n", "line 5, field 2:"),
    "score": (b"2 2\n000 000\n000 000\nME 1 -1\n", "line 4, field 3:"),
    "leading space": (b"2 2\n 000 000\n000 000\n", "line 2, field 1:"),
    "tab": (b"2 2\n000\t000\n000 000\n", "line 2, field 1:"),
    "byte-order mark": (b"\xef\xbb\xbf2 2\n000 000\n000 000\n", "line 1:"),
    "ninth player": (
        b"1 1\n000\n" + b"".join(b"p%d %d 0\n" % (number, number) for number in range(1, 9)),
        "line 11:",
    ),
}


@pytest.mark.parametrize("cause", FAULTS)
def test_a_wrong_board_is_code_2_with_its_line_and_field(cause: str, tmp_path: Path, capfd: Captured) -> None:
    data, place = FAULTS[cause]
    assert answer(tmp_path, data, *PLACE) == 2
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"error: {tmp_path}/in.txt {place} expected ")
    assert ", found " in printed.err
    assert printed.err.count("\n") == 1
    assert not (tmp_path / "out.txt").exists()


def test_input_that_cannot_be_read_is_code_2(tmp_path: Path, capfd: Captured) -> None:
    assert run(*MOVE, tmp_path / "none", tmp_path / "out") == 2
    assert run(*MOVE, tmp_path, tmp_path / "out") == 2
    assert capfd.readouterr().err.count("line 1: expected a board file, found none: ") == 2


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("phase=flying", "a", "b"),
        ("phase=placement", "a", "b"),
        ("phase=placement", "amazons=x", "a", "b"),
        ("phase=placement", "amazons=-2", "a", "b"),
        ("phase=movement", "a"),
        ("phase=movement", "a", "b", "c"),
        ("phase=movement", "phase=movement", "a", "b"),
        ("phase=movement", "time=never", "a", "b"),
        ("phase=movement", "time=nan", "a", "b"),
        ("phase=movement", "size=3x3", "a", "b"),
    ],
)
def test_wrong_usage_is_code_3_and_one_line(words: tuple[str, ...], capfd: Captured) -> None:
    assert run(*words) == 3
    printed = capfd.readouterr().err
    assert printed.startswith("error: expected ")
    assert printed.count("\n") == 1


def test_an_output_that_cannot_be_written_is_code_3(tmp_path: Path, capfd: Captured) -> None:
    (tmp_path / "in.txt").write_bytes(BOARD)
    assert run(*MOVE, tmp_path / "in.txt", tmp_path / "none" / "out") == 3
    assert run(*MOVE, tmp_path / "in.txt", tmp_path) == 3
    assert capfd.readouterr().err.count("cannot be written") == 2
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]


@settings(max_examples=200)
@given(st.binary(max_size=200) | st.text("0123 9\nME\r\t", max_size=80).map(str.encode), st.booleans())
@example(BOARD[:-3], True)
def test_garbage_never_gives_more_than_a_line(data: bytes, places: bool) -> None:
    said: list[str] = []
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(entry, "say", said.append)
        code = answer(Path(folder), data, *(PLACE if places else MOVE))
    assert code in (0, 1, 2)
    assert len(said) == (code == 2)
    assert not any("fault of this program" in line for line in said)


@pytest.mark.given_data
def test_all_given_states_get_their_code(data: Path, tmp_path: Path, capfd: Captured) -> None:
    cases = json.loads((data / "amazons" / "states.json").read_text())["cases"]
    assert len(cases) >= 58
    for number, case in enumerate(cases):
        folder = tmp_path / str(number)
        folder.mkdir()
        words = [f"phase={case['phase']}", "time=0.02"]
        words += [f"amazons={case['amazons']}"] if case["amazons"] else []
        code = answer(folder, case["content_latin1"].encode("latin-1"), *words)
        printed = capfd.readouterr().err
        assert code in (case["expect"], *case["also_ok"]), (case["file"], printed)
        assert (folder / "out.txt").exists() == (code == 0), case["file"]
        if code == 2:
            error = case["error"]
            place = f"line {error['line']}" + (f", field {error['field']}" if error["field"] else "")
            assert f"in.txt {place}: " in printed, case["file"]


@pytest.mark.given_data
def test_all_given_command_lines_get_their_code(data: Path, tmp_path: Path) -> None:
    for number, case in enumerate(json.loads((data / "amazons" / "states.json").read_text())["command_line"]):
        (tmp_path / "in").write_bytes(BOARD)
        places = {"in": tmp_path / "in", "out": tmp_path / f"out{number}", "dir": tmp_path}
        words = [word.format(**places) for word in case["args"]]
        done = start(*words, LUDUS_TIME="0.02")
        assert done.returncode in (case["expect"], *case.get("also_ok", ())), case
        assert done.stdout == (b"ME\n" if "stdout" in case else b"")


# The real script


def test_the_name_is_all_that_name_prints(tmp_path: Path) -> None:
    """'prints only the name; other arguments are ignored'"""
    assert start("phase=movement", "name", "a", "b").stdout == b"ME\n"
    assert start("name", LUDUS_NAME="").stdout == b"Ludus\n"
    write_folder("amazons", tmp_path / "entry", "Zenobia")
    (tmp_path / "link").symlink_to("entry/game")
    for script in (tmp_path / "entry" / "game", tmp_path / "link"):
        done = subprocess.run([script, "name"], capture_output=True, check=True, env={"PATH": PATH["PATH"]})
        assert (done.stdout, done.stderr) == (b"Zenobia\n", b"")
    (tmp_path / "entry" / "name").write_text("not a name\n")
    done = subprocess.run([script, "name"], capture_output=True, check=True, env={"PATH": PATH["PATH"]})
    assert done.stdout == b"Ludus\n"


def test_a_name_that_is_none_is_noted_and_not_used() -> None:
    done = start("name", LUDUS_NAME="two words")
    assert done.stdout == b"Ludus\n"
    assert done.stderr.startswith(b"note: LUDUS_NAME: expected ")


@pytest.mark.parametrize(
    "script", ["./game", "python3 -I -S game", "cd ..; amazons/game", "cd /; $GAME", "cd $HERE; $GAME"]
)
def test_the_program_starts_in_any_folder(script: str, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(BOARD)
    for name in ("ludus.py", "time.py", "posix.py"):
        (tmp_path / name).write_text("raise SystemExit(9)")
    done = subprocess.run(
        ["bash", "-c", f"{script} phase=movement time=0.02 $HERE/in $HERE/out"],
        cwd=GAME.parent,
        env={**PATH, "GAME": str(GAME), "HERE": str(tmp_path)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert heard(BOARD, (tmp_path / "out").read_bytes())


@pytest.mark.parametrize(
    "make",
    ["printf '60000 60000\\n' > in", "head -c 200000000 /dev/zero | tr '\\0' ' ' > in; echo 3 >> in",
     "head -c 200000000 /dev/zero | tr '\\0' 1 > in", "(printf '1 9\\n'; head -c 60000000 /dev/zero | tr '\\0' 0) > in"],
)  # fmt: skip
def test_size_does_not_fill_the_memory(make: str, tmp_path: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{make}; ulimit -v 600000; exec {GAME} phase=movement in out"],
        cwd=tmp_path,
        env=PATH,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: in line ")
    (tmp_path / "in").unlink()


def test_three_programs_play_the_contest_to_its_end(tmp_path: Path) -> None:
    """'placement until all answer 1, movement until all answer 1'"""
    board = tmp_path / "board.txt"
    board.write_bytes(write_state(State(generate(5, 5, 2), 5, ())))
    names = ("ann", "bob", "cid")
    for words, amazons in ((("phase=placement", "amazons=2"), 2), (("phase=movement",), 0)):
        for _ in range(60):
            codes = []
            for name in names:
                before = board.read_bytes()
                done = start(*words, "time=0.05", "strict", board, board, LUDUS_NAME=name)
                assert (done.stdout, done.stderr) == (b"", b"")
                codes.append(done.returncode)
                turn = Turn(make_own_turn(read_state(before), name, amazons))
                if done.returncode == 0:
                    assert read_reply(turn, Reply(files={"board.txt": board.read_bytes()}))
                else:
                    assert board.read_bytes() == before
            assert set(codes) <= {0, 1}
            if codes == [1, 1, 1]:
                break
        else:
            pytest.fail("the game does not end")
    state = read_state(board.read_bytes())
    assert [row.name for row in state.players] == list(names)
    assert [state.fields.count(f"00{digit}") for digit in "123"] == [2, 2, 2]
