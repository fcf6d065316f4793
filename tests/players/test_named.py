"""Every player is named by a text, and a wrong text is explained."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from ludus import __version__
from ludus.arena.referee import play_game
from ludus.games import GAMES, Game
from ludus.games.amazons import Amazons
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.games.registry import load_game
from ludus.players.base import BadPlayer
from ludus.players.engine_process import EngineProcess
from ludus.players.named import GENERIC, describe_players, list_player_names, make_player
from ludus.records.events import Ended, Played
from ludus.records.time_control import TimeControl
from ludus.sandbox.capabilities import Machine
from ludus.turn import Turn
from tests.games.every_game import EVERY_GAME
from tests.machines import MACHINE

QUICK = {
    "alphabeta": "alphabeta:nodes=200",
    "engine": "engine:nodes=200",
    "montecarlo": "montecarlo:playouts=3",
}
"""Generic players with limits that fit a test."""
PLAYERS = tuple(
    QUICK.get(name, name) for name, kind in GENERIC.items() if not kind.is_untrusted and not kind.is_own_code
)

NIM = '''
"""Take one or two matches; who takes the last one wins."""
from dataclasses import dataclass
from ludus.games import Outcome, Position

@dataclass(frozen=True, slots=True, repr=False)
class Nim(Position):
    name = "nim"
    left: int
    to_move: int

    @classmethod
    def start(cls):
        return cls(9, 0)

    @classmethod
    def read(cls, text):
        left, to_move = text.split()
        return cls(int(left), int(to_move))

    def __str__(self):
        return f"{self.left} {self.to_move}"

    def moves(self):
        return ("one", "two")[: self.left]

    def play(self, move):
        if move not in self.moves():
            raise self.illegal(move, "expected one or two")
        return Nim(self.left - 1 - (move == "two"), 1 - self.to_move)

    def outcome(self):
        return None if self.left else Outcome.win(1 - self.to_move, "no match is left")

    def rows(self):
        return ((str(self.left),),)

    def squares(self):
        return (("heap",),)
'''


def moves_played(game: Game, names: list[str], seed: int, cap: int = 12) -> list[str]:
    players = [make_player(name, game, MACHINE, seed + seat) for seat, name in enumerate(names)]
    events = list(play_game(game.start(), players, ply_cap=cap))
    assert isinstance(events[-1], Ended)
    assert events[-1].verdict.kind in ("outcome", "cut")
    return [event.move for event in events if isinstance(event, Played)]


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("name", PLAYERS)
def test_every_generic_player_plays_every_game_and_repeats_itself(game: str, name: str) -> None:
    names = [name, "random"]
    first = moves_played(EVERY_GAME[game], names, seed=1, cap=6)
    assert first
    assert first == moves_played(EVERY_GAME[game], names, seed=1, cap=6)


@pytest.mark.parametrize("game", GAMES)
def test_every_reference_agent_plays_its_game(game: str) -> None:
    for name in list_player_names(GAMES[game]):
        if name not in GENERIC:
            assert moves_played(GAMES[game], [name, name], seed=1, cap=8)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_new_game_in_one_file_is_played_by_all(name: str, tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    nim = load_game(tmp_path / "nim.py")
    assert moves_played(nim, [name, "random"], seed=2)


def test_a_search_plays_the_new_game_well(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    nim = load_game(tmp_path / "nim.py")
    for name in ("alphabeta:depth=9", "engine", "montecarlo"):
        for seed in range(3):
            # Nine is lost for the one who begins; the second player takes what is left over a multiple of three.
            moves = moves_played(nim, ["random", name], seed)
            assert len(moves) % 2 == 0, (name, moves)


@pytest.mark.parametrize("seats", [1, 3, 8])
@pytest.mark.parametrize("name", PLAYERS)
def test_every_generic_player_sits_down_with_any_number_of_others(name: str, seats: int) -> None:
    start = Amazons.start(size="6x6", players=seats, amazons=1, seed=seats)
    players = [make_player(name, Amazons, MACHINE, seat) for seat in range(seats)]
    *_, ended = play_game(start, players, ply_cap=30)
    assert isinstance(ended, Ended)
    assert ended.verdict.kind in ("outcome", "cut")


@pytest.mark.parametrize("name", ["alphabeta", "engine", "montecarlo"])
def test_a_player_without_limits_obeys_a_clock_of_positions(name: str) -> None:
    player = make_player(name, Checkers, MACHINE)
    events = play_game(Checkers.start(), [player, player], TimeControl.read("nodes=150"), ply_cap=4)
    thoughts = [event.thought for event in events if isinstance(event, Played)]
    assert all(thought is not None and 50 < thought.nodes <= 150 for thought in thoughts)


@pytest.mark.parametrize("name", ["alphabeta", "engine", "montecarlo"])
@pytest.mark.parametrize(("control", "plies"), [("game=1", 20), ("move=0.25", 4), ("game=10,wall", 4)])
def test_a_player_without_limits_does_not_lose_on_time(name: str, control: str, plies: int) -> None:
    """There is much time for few moves, because the machine may be busy."""
    player = make_player(name, Pente, MACHINE)
    *_, ended = play_game(Pente.start(), [player, player], TimeControl.read(control), ply_cap=plies)
    assert isinstance(ended, Ended)
    assert ended.verdict.kind in ("outcome", "cut")


def test_a_player_goes_by_the_text_that_made_it() -> None:
    player = make_player("alphabeta:depth=3", Checkers, MACHINE)
    assert (player.name, player.version) == ("alphabeta:depth=3", f"ludus {__version__}")


def test_each_game_lists_its_players() -> None:
    assert set(list_player_names(Pente)) - set(GENERIC) == {"neighbours", "minimax"}
    assert set(list_player_names(GAMES["chezz"])) - set(GENERIC) == {"firstlegal", "lastlegal", "randomlegal"}
    assert set(list_player_names(Checkers)) - set(GENERIC) == {"minimax"}
    assert set(list_player_names(Amazons)) - set(GENERIC) == {"territory"}
    assert list_player_names(EVERY_GAME["connect-four"]) == tuple(GENERIC)


def test_each_player_is_described_in_one_line() -> None:
    for game in EVERY_GAME.values():
        described = describe_players(game)
        assert tuple(described) == list_player_names(game)
        assert all(text and "\n" not in text for text in described.values())
    assert describe_players(Amazons)["greedy"] != describe_players(Checkers)["greedy"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no player is called '' in checkers; there are first, last"),
        ("nobody", "no player is called 'nobody' in checkers; there are first, last, random"),
        ("territory", "no player is called 'territory' in checkers"),
        ("\x1b[31m", r"no player is called '\\x1b\[31m'"),
        ("first:seed=1", "first has no settings, found 'seed'"),
        ("random:depth=1", "random has seed=, found 'depth'"),
        ("random:seed", "expected settings like seed=3, found 'seed'"),
        ("random:seed=x", "expected a whole number from 0 on as seed, found 'x'"),
        ("random:seed=²", "expected a whole number"),
        ("random:seed=1,seed=2", "expected settings like"),
        ("alphabeta:depth=0", "expected a whole number from 1 to 64 as depth, found '0'"),
        ("alphabeta:depth=65", "expected a whole number from 1 to 64 as depth"),
        ("level:0", "expected a whole number from 1 to 10 as number, found '0'"),
        ("level:11", "expected a whole number from 1 to 10 as number, found '11'"),
        ("level:high", "expected a whole number from 1 to 10 as number, found 'high'"),
        ("engine:nodes=" + "9" * 40, "expected a whole number from 1 on as nodes"),
        ("engine:seconds=0", "expected a number above 0 like 0.5 as seconds, found '0'"),
        ("engine:seconds=.", "expected a number above 0"),
        ("engine:seconds=nan", "expected a number above 0"),
        ("engine:seconds=1.2.3", "expected a number above 0"),
        ("montecarlo:playouts=-1", "expected a whole number from 1 on as playouts"),
        ("minimax:leaf=gold", "expected one of material, limits as leaf, found 'gold'"),
        ("process:command=true", "--unsafe"),
        ("program:folder=x", "program 'x': expected a folder, an archive"),
        ("program:", "expected a folder, an archive or ADDRESS#COMMIT as source"),
        ("program:persist=ever,folder=x", "expected one of tournament, game as persist, found 'ever'"),
        ("program:ext::sh -c touch% ran#" + "0" * 40, "expected https://HOST/PATH"),
        ("program:https://example.org/bot", "expected ADDRESS#COMMIT with a whole commit"),
    ],
)
def test_a_wrong_text_is_explained(text: str, complaint: str) -> None:
    with pytest.raises(BadPlayer, match=complaint):
        make_player(text, Checkers, Machine())


@pytest.mark.parametrize("command", ["", "no-such-program --x", "'open"])
def test_a_command_that_cannot_be_run_is_refused_before_the_game(command: str) -> None:
    with pytest.raises(BadPlayer, match="as command, found"):
        make_player(f"process:command={command}", Checkers, MACHINE)


@pytest.mark.parametrize("before", ["", "nodes=5,watch=wall,"])
def test_a_command_takes_the_rest_of_the_text(before: str, tmp_path: Path) -> None:
    script = tmp_path / "told.py"
    script.write_text("import sys; sys.exit(' '.join(sys.argv[1:]))")
    text = f"process:{before}command={sys.executable} {script} a,b=c 'd e'"
    player = make_player(text, Checkers, MACHINE)
    assert isinstance(player, EngineProcess)
    *_, ended = play_game(Checkers.start(), [player, player])
    assert isinstance(ended, Ended)
    assert "saying 'a,b=c d e'" in ended.verdict.reason


@pytest.mark.parametrize(
    "shape", ["program:folder={}", "program:persist=game,folder={}", "program:{}", "program:{}.zip"]
)
def test_a_contest_program_sits_down_from_wherever_it_is(tmp_path: Path, shape: str) -> None:
    """Commas and equals signs included: `program:` takes the rest of the text."""
    folder = tmp_path / "a,command=c"
    folder.mkdir()
    (folder / "homework.py").write_text("open('output.txt', 'w').write('10K')")
    shutil.make_archive(str(folder), "zip", folder)
    player = make_player(shape.format(folder), Pente, MACHINE)
    try:
        assert player.choose(Turn(Pente.start())).moves == ("10K",)
        assert player.name == "a,command=c"
        assert player.version.startswith("sha256:")
    finally:
        player.close()


def test_a_program_needs_its_folder() -> None:
    with pytest.raises(BadPlayer, match="expected a folder, an archive or ADDRESS#COMMIT as source"):
        make_player("program", Pente, MACHINE)


def test_a_setting_before_the_command_is_checked_too() -> None:
    with pytest.raises(BadPlayer, match="watch"):
        make_player("process:watch=sun,command=true", Checkers, MACHINE)
