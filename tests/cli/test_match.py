"""`ludus match`, `ludus sprt` and `ludus openings` as a user types them."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ludus.arena.openings import load_built_in_suite, read_suite
from ludus.cli import main
from ludus.games.checkers import Checkers
from ludus.records.files import read_file
from tests.cli.refusals import expect_refusal
from tests.machines import MACHINE
from tests.programs.folders import entry_folder
from tests.tolerance import PATIENCE

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "connect_four.py")
CHECKERS = ("checkers", "greedy", "random", "--ply-cap", "200", "--quiet", "--workers", "0")

Captured = pytest.CaptureFixture[str]


def run(*words: str) -> int:
    return main(list(words))


def test_a_match_prints_a_table(capsys: Captured) -> None:
    assert run("match", *CHECKERS, "--games", "8") == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    head, greedy, chance, *rest = captured.out.splitlines()
    assert head.split() == "player points score Elo ± 95 % better Black White ms/move".split()
    assert greedy.split()[:3] == ["1", "greedy", "8/8"]
    assert chance.split()[:3] == ["2", "random", "0/8"]
    assert "pairs of greedy: LL 0, LD 0, DD/WL 0, WD 0, WW 4" in rest
    assert sum(int(line.split()[0]) for line in rest[rest.index("endings") + 1 :]) == 8


def test_a_match_as_json(capsys: Captured) -> None:
    assert run("match", *CHECKERS, "--games", "4", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["void"]) == (4, 0)
    greedy, chance = found["players"]
    assert greedy["points"] + chance["points"] == 4
    assert greedy["seats"][0]["seat"] == "Black"
    assert greedy["elo"] == -chance["elo"]
    assert sum(ending["games"] for ending in found["endings"]) == 4


def without_time(path: Path) -> list[Mapping[str, object]]:
    records = [json.loads(line) for line in path.read_text().splitlines()]
    timed = ("started", "seconds", "used")
    return [{key: value for key, value in each.items() if key not in timed} for each in records]


def test_records_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    for workers in ("0", "1", "3"):
        words = (*CHECKERS[:-1], workers, "--games", "9", "--records", str(tmp_path / workers))
        assert run("match", *words) == 0
    alone, one, three = (without_time(tmp_path / workers) for workers in ("0", "1", "3"))
    assert alone == one == three
    assert len(alone) == 9
    assert len(list(read_file(tmp_path / "0", strict=True))) == 9


def test_a_new_game_needs_nothing_but_its_file(capsys: Captured) -> None:
    for players in (("random", "greedy"), ("alphabeta:depth=1", "montecarlo:playouts=4", "first", "last")):
        words = ("match", "--game", EXAMPLE, "connect-four", *players, "--games", "2", "--workers", "1")
        assert run(*words) == 0
        assert "four in a line" in capsys.readouterr().out


def test_three_players_share_a_board_where_the_game_lets_them(capsys: Captured) -> None:
    words = ("match", "amazons", "greedy", "random", "first", "--games", "3", "--workers", "0", "--quiet")
    small = ("--option", "size=5x5", "--option", "amazons=1")
    assert run(*words, *small, "--json") == 0
    three = json.loads(capsys.readouterr().out)
    assert [player["games"] for player in three["players"]] == [3, 3, 3]
    assert sum(player["points"] for player in three["players"]) == 4.5
    assert run(*words, *small, "--option", "players=2", "--json") == 0
    two = json.loads(capsys.readouterr().out)
    assert [player["games"] for player in two["players"]] == [6, 6, 6]


@pytest.mark.parametrize("games", ["1", "3", "4"])
def test_each_pairing_has_as_many_games_as_were_asked_for(games: str, capsys: Captured) -> None:
    words = ("match", "checkers", "first", "last", "random", "greedy", "--ply-cap", "4", "--workers", "0")
    assert run(*words, "--games", games, "--json") == 0
    captured = capsys.readouterr()
    each = "1 game" if games == "1" else f"{games} games"
    assert captured.err.startswith(f"6 pairings, {each} each: {6 * int(games)} games\n")
    found = json.loads(captured.out)
    assert found["games"] == 6 * int(games)
    assert [player["games"] for player in found["players"]] == [3 * int(games)] * 4


@pytest.mark.parametrize(
    "words", [["match", "chezz", "my-bot", "random"], ["play", "chezz", "--against", "my-bot"]]
)
def test_a_folder_named_as_a_player_hints_at_the_program(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-bot").mkdir()
    assert run(*words) == 2
    error, hint = capsys.readouterr().err.splitlines()
    assert error.startswith("error: no player is called 'my-bot' in chezz")
    assert hint == "hint: to let the program in 'my-bot' play, write program:my-bot"


def test_an_unknown_player_hints_at_the_program_of_that_name(capsys: Captured) -> None:
    assert run("match", "chezz", "my-bot", "random") == 2
    hint = capsys.readouterr().err.splitlines()[1]
    assert hint == "hint: ludus players chezz explains them; if it is a contest program, write program:my-bot"


def test_a_contest_program_begins_at_the_start_unless_openings_are_named(tmp_path: Path) -> None:
    program = f"program:{entry_folder(tmp_path, 'pente', 'form')}"
    own = tmp_path / "own.txt"
    own.write_text("# game: pente\n# edition: 1\n10K 1A\n")
    for words, opening in (([], "|"), (["--openings", str(own)], "10K 1A")):
        records = tmp_path / f"records-{len(words)}"
        common = ("--games", "2", "--workers", "0", "--quiet", "--unsafe", "--records", str(records))
        assert run("match", "pente", program, "random", *common, *words) == 0
        assert {record.opening for record in read_file(records)} == {opening}


def test_a_program_plays_in_the_sandbox_and_its_record_says_so(tmp_path: Path) -> None:
    """Without --unsafe, where there is a sandbox."""
    missing = MACHINE.explain_no_containment()
    if missing is not None:
        pytest.skip(str(missing))
    (tmp_path / "agent").mkdir()
    script = tmp_path / "agent" / "homework.py"
    script.write_text(
        "import os; print(os.getcwd()); open('output.txt', 'w').write('10K\\n'); os.write(2, b'hm')"
    )
    file = tmp_path / "records"
    program = f"program:folder={tmp_path}/agent"
    common = ("--games", "1", "--ply-cap", "1", "--openings", "none", "--quiet", "--records", str(file))
    assert run("match", "pente", program, "random", *common) == 0
    (record,) = read_file(file)
    assert (record.players[0].tier, record.players[0].meter) == (
        MACHINE.best_box.tier,
        MACHINE.best_box.meter,
    )
    assert (record.players[1].tier, record.players[1].meter) == ("", "")
    assert (record.moves, record.notes) == (("10K",), ("exit code 0: hm",))


def test_the_suite_of_the_game_is_used_unless_told_otherwise(tmp_path: Path) -> None:
    suite = load_built_in_suite(Checkers)
    assert suite is not None
    own = tmp_path / "own.txt"
    own.write_text("# game: checkers\n# edition: 1\nG6-F5\n")
    expected = {"default": set(map(str, suite.openings)), "none": {"|"}, str(own): {"G6-F5"}}
    for number, (openings, known) in enumerate(expected.items()):
        words = [] if openings == "default" else ["--openings", openings]
        records = tmp_path / str(number)
        assert run("match", *CHECKERS, "--games", "4", "--records", str(records), *words) == 0
        assert {record.opening for record in read_file(records)} <= known


def test_nodes_are_short_for_a_clock(tmp_path: Path) -> None:
    for words in (["--nodes", "30"], ["--clock", "nodes=30"]):
        records = tmp_path / words[0]
        assert run("match", *CHECKERS, "--games", "2", "--records", str(records), *words) == 0
        assert {record.clock for record in read_file(records)} == {"nodes=30"}


def test_progress_without_a_terminal_is_plain_lines(capsys: Captured) -> None:
    words = [word for word in CHECKERS if word != "--quiet"]
    assert run("match", *words, "--games", "4") == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("game 1 of 4: greedy ")
    assert lines[-1].startswith("game 4 of 4: greedy 4 : random 0, Elo +")
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["match", "checkers", "random", "nobody"], "no player is called 'nobody'"),
        (["match", "checkers", "random"], "expected two or more players for the 2 seats of checkers"),
        (["match", "checkers", "random", "random", "--games", "0"], "--games: expected 1 or more"),
        (
            ["match", "checkers", "random", "random", "--ply-cap", "0"],
            "--ply-cap: expected 1 to 10000, found 0",
        ),
        (["match", "checkers", "random", "random", "--workers", "-1"], "--workers: expected 0 or more"),
        (["match", "checkers", "random", "random", "--clock", "soon"], "clock 'soon': expected"),
        (["match", "checkers", "random", "random", "--openings", "missing"], "missing: cannot be read"),
        (["match", "checkers", "random", "random", "--records", "/"], "/: the file"),
        (["match", "chess", "random", "random"], "no game is called 'chess'"),
        (["match", "amazons", *["random"] * 9], "players: expected"),
        (["sprt", "checkers", "random", "random", "--elo1", "-5"], "expected -1000 < elo0 < elo1"),
        (["sprt", "checkers", "random", "random", "--alpha", "2"], "alpha: expected a chance"),
        (["sprt", "checkers", "random", "random", "--max-games", "1"], "--max-games: expected 2"),
        (["openings", "checkers", "--judge", "random", "--output", "x"], "'random' gives no score"),
        (["openings", "checkers", "--playouts", "0", "--output", "x"], "--playouts: expected 1"),
        (["openings", "checkers", "--playouts-by", "greedy", "--output", "x"], "must say how many"),
        (["openings", "checkers", "--count", "1", "--output", "/no/x"], "/no/x: the suite cannot be"),
    ],
)
def test_bad_input_is_one_line_a_hint_and_exit_code_2(
    words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(words, complaint, capsys)


def test_a_match_does_not_write_over_records(tmp_path: Path, capsys: Captured) -> None:
    records = tmp_path / "records"
    records.write_text("precious\n")
    assert run("match", *CHECKERS, "--games", "2", "--records", str(records)) == 2
    assert "the file already exists" in capsys.readouterr().err
    assert records.read_text() == "precious\n"


# The sequential test

SPRT = ("sprt", *CHECKERS, "--elo1", "100")


def test_a_stronger_player_is_accepted_with_exit_code_0(capsys: Captured) -> None:
    assert run(*SPRT) == 0
    assert capsys.readouterr().out.startswith(
        "H1 is accepted: H0 +0 Elo, H1 +100 Elo, alpha 0.05, beta 0.05\n"
    )


def test_a_weaker_player_is_refused_with_exit_code_1(capsys: Captured) -> None:
    words = [{"greedy": "random", "random": "greedy"}.get(word, word) for word in SPRT]
    assert run(*words, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["decision"] == "H0"
    assert found["llr"] <= found["bounds"][0]


def test_too_few_games_leave_it_undecided_with_exit_code_3(capsys: Captured) -> None:
    assert run(*SPRT, "--max-games", "7") == 3
    assert capsys.readouterr().out.startswith("undecided: ")


def test_a_test_goes_on_where_it_was_stopped(tmp_path: Path, capsys: Captured) -> None:
    """In three runs, with more workers each time, it plays the games of one run, each once."""
    assert run(*SPRT, "--records", str(tmp_path / "whole")) == 0
    whole = capsys.readouterr().out
    state, records = str(tmp_path / "state"), str(tmp_path / "parts")
    parts = ("sprt", *CHECKERS[:-2], "--elo1", "100", "--state", state, "--records", records)
    assert run(*parts, "--workers", "0", "--max-games", "6") == 3
    assert run(*parts, "--workers", "1", "--max-games", "14") == 3
    assert run(*parts, "--workers", "2") == 0
    assert capsys.readouterr().out.endswith(whole)
    ids = [record.id for record in read_file(Path(records))]
    assert len(ids) == len(set(ids))
    assert {record.id for record in read_file(tmp_path / "whole")} <= set(ids)
    # Once it is decided, nothing is played any more.
    assert run(*parts, "--workers", "0") == 0
    assert len(list(read_file(Path(records)))) == len(ids)


def test_a_test_that_was_stopped_before_its_first_game_goes_on(tmp_path: Path, capsys: Captured) -> None:
    records = tmp_path / "records"
    records.touch()
    assert run(*SPRT, "--records", str(records), "--max-games", "2") == 2
    assert "the file already exists" in capsys.readouterr().err
    words = (*SPRT, "--state", str(tmp_path / "state"), "--records", str(records))
    assert run(*words, "--max-games", "2") == 3
    assert len(list(read_file(records))) == 2


def test_a_test_whose_state_is_older_than_its_records_writes_each_game_once(tmp_path: Path) -> None:
    """So it is left by a kill: the record of a game is written before the state."""
    state, records = tmp_path / "state", tmp_path / "records"
    words = (*SPRT, "--state", str(state), "--records", str(records), "--max-games")
    assert run(*words, "2") == 3
    older = state.read_bytes()
    assert run(*words, "6") == 3
    state.write_bytes(older)
    assert run(*words, "8") == 3
    ids = [record.id for record in read_file(records)]
    assert (len(ids), len(set(ids))) == (8, 8)


def test_a_test_that_was_killed_before_its_first_state_goes_on(tmp_path: Path, capsys: Captured) -> None:
    """The record of a game is written before the state; games of another test are still refused."""
    state, records = tmp_path / "state", tmp_path / "records"
    words = (*SPRT, "--state", str(state), "--records", str(records), "--max-games", "4")
    assert run(*words) == 3
    state.unlink()
    assert run(*words) == 3
    ids = [record.id for record in read_file(records)]
    assert (len(ids), len(set(ids))) == (4, 4)
    state.unlink()
    capsys.readouterr()
    assert run(*words, "--seed", "8") == 2
    assert "expected the records of this test, found game" in capsys.readouterr().err


def test_a_test_resumed_with_fewer_games_than_before_knows_its_records(
    tmp_path: Path, capsys: Captured
) -> None:
    records = tmp_path / "records"
    words = (*SPRT, "--state", str(tmp_path / "state"), "--records", str(records), "--max-games")
    assert run(*words, "6") == 3
    before, whole = records.read_bytes(), capsys.readouterr().out
    assert run(*words, "4") == 3
    assert (records.read_bytes(), capsys.readouterr().out) == (before, whole)


def test_a_test_that_goes_on_writes_to_no_file_of_something_else(tmp_path: Path, capsys: Captured) -> None:
    state, notes, others = str(tmp_path / "state"), tmp_path / "notes", tmp_path / "others"
    assert run(*SPRT, "--seed", "8", "--max-games", "2", "--records", str(others)) == 3
    assert run(*SPRT, "--state", state, "--max-games", "2") == 3
    notes.write_text("mine\n", encoding="utf-8")
    before = others.read_bytes()
    capsys.readouterr()
    for file, complaint in (
        (notes, "holds no records; choose another name"),
        (others, "expected the records of this test, found game"),
        (tmp_path / "nowhere" / "records", "the file cannot be written"),
    ):
        assert run(*SPRT, "--state", state, "--max-games", "4", "--records", str(file)) == 2
        assert complaint in capsys.readouterr().err
    assert (notes.read_text(encoding="utf-8"), others.read_bytes()) == ("mine\n", before)


def test_a_test_does_not_go_on_with_another_player(tmp_path: Path, capsys: Captured) -> None:
    state = str(tmp_path / "state")
    assert run(*SPRT, "--state", state, "--max-games", "2") == 3
    words = ["first" if word == "random" else word for word in SPRT]
    assert run(*words, "--state", state) == 2
    assert "second: expected random" in capsys.readouterr().err


def test_a_state_that_is_nested_very_deeply_is_told_in_one_line(tmp_path: Path, capsys: Captured) -> None:
    state = tmp_path / "state"
    state.write_text("[" * 200_000)
    assert run(*SPRT, "--state", str(state)) == 2
    error, *rest = capsys.readouterr().err.splitlines()
    assert error.endswith(
        "state: expected the state of a test: record: expected JSON of a few levels, found very many levels"
    )
    assert len(rest) == 1


# Openings


def test_a_suite_is_made_and_used(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "suite.txt"
    words = (
        "openings",
        "checkers",
        "--count",
        "4",
        "--plies",
        "3",
        "--seed",
        "5",
        "--judge",
        "alphabeta:depth=2",
    )
    assert run(*words, "--output", str(path)) == 0
    assert capsys.readouterr().out == f"wrote {path}: 4 openings\n"
    suite = read_suite(path, Checkers)
    assert len(suite.openings) == 4
    assert run("match", *CHECKERS, "--games", "4", "--openings", str(path)) == 0
    made = path.read_text()
    again = suite.made_by.split()
    assert again[0] == "ludus"
    assert run(*again[1:], "--output", str(path)) == 0
    assert path.read_text() == made


def test_the_command_in_a_suite_makes_it_again_where_it_names_files(tmp_path: Path) -> None:
    path = tmp_path / "suite.txt"
    words = ("openings", "connect-four", "--count", "3", "--limit", "9", "--judge", "alphabeta:depth=1")
    named = ("--game", EXAMPLE, "--show", str(tmp_path), "--unsafe")
    assert run(*words, *named, "--output", str(path)) == 0
    made = path.read_text()
    (line,) = [line for line in made.splitlines() if line.startswith("# made by: ")]
    again = shlex.split(line.removeprefix("# made by: "))
    assert set(named) <= set(again)
    assert run(*again[1:], "--output", str(path)) == 0
    assert path.read_text() == made


def test_one_opening_is_counted_as_one(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "suite.txt"
    words = ("openings", "checkers", "--count", "1", "--limit", "9", "--judge", "alphabeta:depth=1")
    assert run(*words, "--output", str(path)) == 0
    assert capsys.readouterr().out == f"wrote {path}: 1 opening\n"


def test_openings_can_be_judged_by_playing_them_out(tmp_path: Path) -> None:
    path = tmp_path / "suite.txt"
    words = ("openings", "connect-four", "--game", EXAMPLE, "--count", "3", "--plies", "2")
    judged = ("--judge", "greedy", "--playouts", "4", "--limit", "0.25")
    assert run(*words, *judged, "--output", str(path)) == 0
    assert len([line for line in path.read_text().splitlines() if not line.startswith("#")]) == 3


# Ctrl-C

SLOW = """
import time
from ludus.games import Outcome, Position

class Slow(Position):
    __slots__ = ("left", "to_move")
    name = "slow"
    def __init__(self, left, to_move):
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "to_move", to_move)
    @classmethod
    def start(cls):
        return cls(3, 0)
    @classmethod
    def read(cls, text):
        return cls(*map(int, text.split()))
    def __str__(self):
        return f"{self.left} {self.to_move}"
    def moves(self):
        time.sleep(0.03)
        return ("1", "2")[: self.left]
    def play(self, move):
        return type(self)(self.left - int(move), 1 - self.to_move)
    def outcome(self):
        return None if self.left > 0 else Outcome.win(1 - self.to_move, "took the last")
    def rows(self):
        return ((str(self.left),),)
    def squares(self):
        return (("1",),)
"""


def interrupted(words: list[str], file: Path) -> tuple[int, str, str]:
    """Run a command in a session of its own, press Ctrl-C once the file has grown, and see that all is gone."""
    with subprocess.Popen(
        [sys.executable, "-m", "ludus", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        wait_until(lambda: started.poll() is not None or (file.exists() and file.stat().st_size > 1000))
        os.killpg(started.pid, signal.SIGINT)
        out, err = started.communicate(timeout=PATIENCE)
    wait_until(lambda: is_gone(started.pid))
    return started.returncode, out, err


def wait_until(is_so: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() < began + PATIENCE
        time.sleep(0.02)


def commands_below(process: int) -> list[str]:
    """List the command lines of all that a process has started, and they have."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    found, commands = {str(process)}, []
    # A child has mostly a higher number than its parent, but numbers start again.
    for _ in range(8):
        commands = [command for _, parent, command in rows if parent in found]
        found |= {number for number, parent, _ in rows if parent in found}
    return commands


def is_gone(group: int) -> bool:
    """Tell whether nobody is left in a group of processes."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("workers", ["0", "2"])
def test_ctrl_c_keeps_and_sums_up_what_is_done(workers: str, tmp_path: Path) -> None:
    game, records = tmp_path / "slow.py", tmp_path / "records"
    game.write_text(SLOW)
    words = ["match", "slow", "random", "random", "--game", str(game), "--games", "5000", "--quiet"]
    code, out, err = interrupted([*words, "--workers", workers, "--records", str(records)], records)
    assert code == 130
    games = len(list(read_file(records, strict=True)))
    assert 0 < games < 5000
    assert err == f"interrupted after {games} of 5000 games\n"
    assert f"{games}  outcome: took the last" in out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_no_worker_and_no_room_outlives_a_match_that_was_ended(
    number: signal.Signals, tmp_path: Path
) -> None:
    program, rooms = entry_folder(tmp_path, "pente", "sleep"), tmp_path / "rooms"
    rooms.mkdir()
    words = ["match", "pente", f"program:{program}", "random", "--games", "2", "--workers", "2", "--unsafe"]
    with subprocess.Popen(
        [sys.executable, "-m", "ludus", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(rooms)},
        start_new_session=True,
        # Who started the tests may have had it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    ) as started:
        wait_until(lambda: sum("sleep.py" in command for command in commands_below(started.pid)) == 2)
        started.send_signal(number)
        started.wait(PATIENCE)
    assert started.returncode == (-number if number == signal.SIGKILL else 128 + number)
    wait_until(lambda: is_gone(started.pid))
    assert list(rooms.iterdir()) == []


def test_ctrl_c_leaves_a_test_that_can_go_on(tmp_path: Path) -> None:
    game, records, state = tmp_path / "slow.py", tmp_path / "records", tmp_path / "state"
    game.write_text(SLOW)
    words = ["sprt", "slow", "random", "random", "--game", str(game), "--elo1", "1", "--quiet"]
    words += ["--state", str(state), "--records", str(records), "--workers", "2"]
    code, out, err = interrupted(words, records)
    assert (code, out) == (130, "")
    assert err.splitlines()[-1] == f"interrupted; the same command resumes from {state}"
    done = json.loads(state.read_text())["games"]
    assert len(done.replace("-", "")) == len(list(read_file(records, strict=True)))
    assert run(*words, "--max-games", str(len(done) + 2)) == 3
    ids = [record.id for record in read_file(records)]
    assert len(ids) == len(set(ids))
