"""The engine server obeys line by line, thinks aside, keeps to its limits and never falls over."""

from __future__ import annotations

import io
import queue
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludus import engine, engine_server
from ludus.engine_server import Server, serve
from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.players.base import BadPlayer
from ludus.players.named import GENERIC, list_player_names
from ludus.protocols import amazons
from ludus.sandbox.capabilities import Machine
from ludus.turn import Limits, Turn
from tests.games.every_game import EVERY_GAME
from tests.machines import OPEN
from tests.open_files import list_open_files
from tests.programs.folders import entry_folder
from tests.tolerance import AGAINST_HANGING, PATIENCE


class Desk:
    """A server and what it has said."""

    def __init__(
        self, game: type = Checkers, player: str = "engine", seed: int = 0, machine: Machine | None = None
    ) -> None:
        self.said: queue.Queue[str] = queue.Queue()
        self.server = Server(game, machine or Machine(), self.said.put, player, seed)

    def tell(self, *lines: str) -> None:
        for line in lines:
            assert self.server.obey(line)

    def until(self, word: str) -> list[str]:
        """Collect lines up to one that begins with this word."""
        lines = [self.said.get(timeout=PATIENCE)]
        while not lines[-1].startswith(word):
            lines.append(self.said.get(timeout=PATIENCE))
        return lines

    def move(self, *lines: str) -> str:
        self.tell(*lines)
        return self.until("bestmove")[-1].split()[1]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.server.close()


def test_stop_ends_a_search_at_once(desk: Desk) -> None:
    desk.tell("go depth 64")
    desk.until("info depth 3")
    began = time.monotonic()
    assert desk.move("stop") in Checkers.start().moves()
    assert time.monotonic() - began < AGAINST_HANGING


def test_positions_on_the_way_are_known_as_to_a_player_that_saw_them(desk: Desk) -> None:
    start = "8/8/2B5/8/5W2/8/1W1W4/8 b"
    there_and_back = ("C3-D2", "F5-G4", "D2-C3", "G4-F5")
    turns = [Turn(Checkers.read(start))]
    for move in there_and_back:
        turns.append(turns[-1].after(move))
    position, seen = turns[-1].position, [turn.position for turn in turns[:-1:2]]
    assert str(position) == start
    desk.tell(f"position {start} moves {' '.join(there_and_back)}", "go depth 6")
    info = desk.until("bestmove")[-2]
    assert f" nodes {engine.think(position, Limits(depth=6), seen).nodes} " in info
    assert f" nodes {engine.think(position, Limits(depth=6)).nodes} " not in info


def nodes_of(desk: Desk, *lines: str) -> int:
    """Tell how many positions a search looked at."""
    desk.tell(*lines)
    return int(desk.until("bestmove")[-2].partition(" nodes ")[2].split()[0])


def test_an_engine_keeps_what_it_has_found_until_the_next_game(desk: Desk) -> None:
    first = nodes_of(desk, "position start moves G6-F5", "go depth 8")
    assert nodes_of(desk, "go depth 8") < first / 2
    assert nodes_of(desk, "newgame", "position start moves G6-F5", "go depth 8") == first


def test_a_position_that_does_not_go_on_from_the_last_one_is_another_game(desk: Desk) -> None:
    first = nodes_of(desk, "go depth 8")
    desk.move(f"position {Checkers.start().play('G6-F5')}", "go nodes 10")
    assert nodes_of(desk, "position start", "go depth 8") == first


def test_another_player_begins_with_nothing(desk: Desk) -> None:
    first = nodes_of(desk, "go depth 8")
    desk.tell("set player engine")
    assert nodes_of(desk, "go depth 8") == first


def test_no_number_of_the_protocol_is_too_large(desk: Desk) -> None:
    desk.tell("go depth 1000000000000000 nodes 500")
    assert desk.until("bestmove")
    desk.tell("go movetime 1000000000000000 nodes 500")
    assert desk.until("bestmove")


def test_it_is_ready_while_it_thinks(desk: Desk) -> None:
    desk.tell("go depth 64", "isready")
    assert desk.until("readyok")[-1] == "readyok"
    desk.move("stop")


@pytest.mark.parametrize("line", ["go", "position start", "newgame", "set seed 3"])
def test_nothing_else_is_obeyed_while_it_thinks(desk: Desk, line: str) -> None:
    desk.tell("go depth 64", line)
    assert "expected stop, isready or quit while it thinks" in desk.until("error")[-1]
    desk.move("stop")


def test_stop_without_a_search_means_nothing(desk: Desk) -> None:
    desk.tell("stop", "isready")
    assert desk.said.get(timeout=PATIENCE) == "readyok"
    assert desk.move("go nodes 50")


def test_the_next_command_may_follow_the_answer_at_once(desk: Desk) -> None:
    answers = {desk.move("position start moves G6-F5", "go nodes 5") for _ in range(200)}
    assert len(answers) == 1
    assert answers <= set(Checkers.start().play("G6-F5").moves())


@pytest.mark.parametrize(
    "line",
    [
        "position 8/8 b",
        "position start moves G6-F5 G6-F5",
        "position start moves \x1b[2J",
        "set colour blue",
        "set seed x",
        "set seed 1000000000000001",
        "newgame seed 1000000000000001",
        "set player nobody",
        "set player process:command=sh",
        "go nodes 0",
        "\x00",
        "nonsense " * 1000,
    ],
)
def test_an_error_leaves_everything_as_it_was(desk: Desk, line: str) -> None:
    expected = desk.move("position start moves G6-F5", "go nodes 100")
    desk.tell(line)
    complaint = desk.until("error")[-1]
    assert complaint.isprintable()
    assert len(complaint) < 600
    assert desk.move("go nodes 100") == expected


def test_empty_lines_are_no_lines(desk: Desk) -> None:
    desk.tell("", "   ", "isready")
    assert desk.said.get(timeout=PATIENCE) == "readyok"


@pytest.mark.parametrize("player", ["random", "montecarlo:playouts=5", "greedy"])
def test_the_same_lines_give_the_same_answers_whatever_came_before(player: str) -> None:
    fresh, used = Desk(Pente, player), Desk(Pente, player)
    used.move("newgame seed 9", "position start moves 10K", "go")
    for desk in (fresh, used):
        desk.tell("newgame seed 4", "position start moves 10K 9J")
    assert fresh.move("go") == used.move("go") == used.move("go")


def test_the_seed_and_the_ply_decide_what_is_left_to_chance() -> None:
    desk = Desk(Pente, "random")
    by_seed = {desk.move(f"newgame seed {seed}", "position start moves 10K", "go") for seed in range(6)}
    assert len(by_seed) > 3
    text = "/".join(["19"] * 9 + ["9w9"] + ["19"] * 9) + " 0,0 b"
    by_ply = {
        desk.move(f"position {text} moves {moves}", "go") for moves in ("", "1A", "1A 11L", "1A 11L 2A")
    }
    assert len(by_ply) > 2


@pytest.mark.parametrize("limit", ["movetime 150", "cputime 150"])
@pytest.mark.parametrize("game", ["checkers", "pente", "amazons"])
def test_time_limits_are_kept(game: str, limit: str) -> None:
    desk = Desk(GAMES[game])
    began = time.monotonic()
    desk.move("position start moves 10K" if game == "pente" else "position start", f"go {limit}")
    assert 0.1 < time.monotonic() - began < AGAINST_HANGING


def test_the_first_limit_ends_the_search(desk: Desk) -> None:
    desk.tell("go nodes 40 depth 60 movetime 60000")
    assert " nodes 40 " in desk.until("bestmove")[-2]


def test_limits_of_a_request_override_those_of_the_player() -> None:
    desk = Desk(player="alphabeta:depth=1")
    desk.tell("go depth 3")
    assert desk.until("bestmove")[-2].startswith("info depth 3")
    desk.tell("go")
    assert desk.until("bestmove")[-2].startswith("info depth 1")


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_player_of_every_game_can_be_served(game: str) -> None:
    for name in list_player_names(EVERY_GAME[game]):
        kind = GENERIC.get(name)
        if kind is None or not (kind.is_untrusted or kind.is_own_code):
            desk = Desk(EVERY_GAME[game], name)
            position = EVERY_GAME[game].start()
            position.play(desk.move("go nodes 60 depth 2"))
            desk.server.close()


def test_a_wrong_player_is_refused_at_the_start() -> None:
    with pytest.raises(BadPlayer, match="nobody"):
        Server(Checkers, Machine(), print, "nobody")


def test_the_end_of_the_input_stops_a_search() -> None:
    said: list[str] = []
    began = time.monotonic()
    serve(Checkers, Machine(), io.BytesIO(b"isready\ngo depth 64\n"), said.append)
    assert time.monotonic() - began < AGAINST_HANGING
    assert said[0] == "readyok"
    assert said[-1].startswith("bestmove ")


def test_quit_ends_and_the_rest_is_not_read() -> None:
    said: list[str] = []
    serve(Checkers, Machine(), io.BytesIO(b"quit\nisready\n"), said.append)
    assert said == []


def test_a_line_that_is_too_long_is_refused_and_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_server, "LONGEST_LINE", 30)
    said: list[str] = []
    serve(
        Checkers,
        Machine(),
        io.BytesIO(b"x" * 29 + b"\n" + b"y" * 95 + b"\nisready\n\xff\xfe\n" + b"z" * 90),
        said.append,
    )
    assert ["error" in line for line in said] == [True, True, False, True, True]
    assert "at most 30 bytes" in said[1]


def test_nobody_listening_ends_a_search() -> None:
    def deaf(line: str) -> None:
        raise BrokenPipeError

    began = time.monotonic()
    serve(Checkers, Machine(), io.BytesIO(b"go depth 64\n"), deaf)
    assert time.monotonic() - began < AGAINST_HANGING


# Programs

HORSE = "001,010,000/002,000,000 ann:1:0;bob:2:0 movement 1"
"""The first legal move of ann takes the horse on b1, and she goes on."""


def test_a_program_that_passes_is_no_fault_of_ours(tmp_path: Path) -> None:
    desk = Desk(Amazons, f"program:{entry_folder(tmp_path, 'amazons', 'exit_one')}", machine=OPEN)
    assert desk.move(f"position {HORSE}", "go") == "none"
    desk.server.close()


def test_a_process_that_has_no_move_is_no_fault_of_ours(tmp_path: Path) -> None:
    script = tmp_path / "tired.py"
    script.write_text(TIRED, encoding="utf-8")
    desk = Desk(Checkers, f"process:command={sys.executable} {script}", machine=OPEN)
    assert desk.move("go") == "none"
    desk.server.close()


TIRED = """\
import sys
ANSWERS = {"ludus": "ludusok", "isready": "readyok", "go": "bestmove none"}
for line in sys.stdin:
    if line.strip() in ANSWERS:
        print(ANSWERS[line.strip()], flush=True)
"""


def test_each_move_of_a_chain_that_a_program_has_answered_is_said_in_its_turn(tmp_path: Path) -> None:
    turn = Turn(Amazons.read(HORSE))
    (board,) = amazons.write_reply(turn, ("a1-b1/c2", "b1-c1/b1")).files.values()
    (tmp_path / "answer").write_bytes(board)
    program = tmp_path / "game"
    program.write_text(PREPARED, encoding="utf-8")
    program.chmod(0o755)
    desk = Desk(Amazons, f"program:{tmp_path}", machine=OPEN)
    while turn.position.to_move == 0:
        moves = f" moves {' '.join(turn.moves)}" if turn.moves else ""
        move = desk.move(f"position {HORSE}{moves}", "go")
        assert desk.move("go") == move
        turn = turn.after(move)
    assert len(turn.moves) == 2
    desk.server.close()


PREPARED = """\
#!/bin/sh
[ "$1" = name ] && echo ann && exit 0
for file; do :; done
grep -q "^001 010 000" "$file" || exit 3
cat "$(dirname "$0")/answer" > "$file"
"""


def test_a_program_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rooms").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "rooms"))
    player = f"program:{entry_folder(tmp_path, 'pente', 'good')}"
    for _ in range(2):
        before = list_open_files()
        desk = Desk(Pente, player, machine=OPEN)
        desk.move(f"set player {player}", "go")
        desk.server.close()
    # The first time the core for the programs is claimed as well.
    assert list_open_files() <= before
    assert list((tmp_path / "rooms").iterdir()) == []


class Broken(Checkers):
    """Rules with a fault of ours."""

    __slots__ = ()

    def standing(self) -> tuple[float, ...]:
        raise RuntimeError("a fault of ours")


def test_a_fault_of_ours_is_an_error_and_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(Broken, "alphabeta")
    desk.tell("go")
    assert desk.until("error") == ["error internal fault: RuntimeError"]
    desk.tell("isready")
    assert desk.until("readyok") == ["readyok"]
    desk.server.close()
    assert "a fault of ours" in capsys.readouterr().err
