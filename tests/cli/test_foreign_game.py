"""What commands say about a game in a file whose class does not do what a game must do: whose method did what, in one line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from ludus.cli import main

Captured = pytest.CaptureFixture[str]

NIM = """\
from ludus.games import Outcome, Position
from ludus.games.pente import Pente

class Nim(Position):
    name = "nim"
    sides = ("ann", "bob")

    def __init__(self, left=5, to_move=0):
        object.__setattr__(self, "left", left)
        object.__setattr__(self, "to_move", to_move)

    @classmethod
    def start(cls):
        return cls()

    @classmethod
    def read(cls, text):
        left, seat = text.split()
        return cls(int(left), int(seat))

    def __str__(self):
        return f"{self.left} {self.to_move}"

    def moves(self):
        return [f"a{count}" for count in range(1, min(self.left, 2) + 1)]

    def play(self, move):
        if move not in self.moves():
            raise self.illegal(move, "there are not so many")
        return type(self)(self.left - int(move[1]), 1 - self.to_move)

    def outcome(self):
        return None if self.left else Outcome.win(1 - self.to_move, "took the last one")

    def rows(self):
        return (tuple("|" * self.left or "."),)

    def squares(self):
        return (tuple(f"{'abcde'[at]}1" for at in range(self.left or 1)),)

    def standing(self):
        return (0, 0)
"""
MOVES = 'return [f"a{count}" for count in range(1, min(self.left, 2) + 1)]'
PLAYED = "return type(self)(self.left - int(move[1]), 1 - self.to_move)"
OUTCOME = 'return None if self.left else Outcome.win(1 - self.to_move, "took the last one")'
MATCH = ["match", "nim", "random", "first", "--games", "2", "--quiet", "--workers", "0"]
SHOW = ["show", "nim"]


def write_game(folder: Path, *changes: tuple[str, str]) -> str:
    """Write the game with some of its lines changed, under a name of its own: a file is loaded only once."""
    text = NIM
    for before, after in changes:
        assert text.count(before) == 1
        text = text.replace(before, after)
    (folder / "nim.py").write_text(text, encoding="utf-8")
    return str(folder / "nim.py")


def expect_complaint(words: list[str], game: str, complaint: str, capsys: Captured) -> str:
    """Run a command that must fail because of the game; give the hint."""
    assert main([*words, "--game", game]) == 2
    error, hint = capsys.readouterr().err.splitlines()[-2:]
    assert error.startswith("error: ")
    assert complaint in error
    assert error.isprintable()
    assert hint.startswith("hint: ")
    return hint


def test_the_game_of_these_tests_is_sound(tmp_path: Path, capsys: Captured) -> None:
    game = write_game(tmp_path)
    assert main([*MATCH, "--game", game]) == 0
    assert main([*SHOW, "--game", game]) == 0
    assert capsys.readouterr().err == ""


RAISING = {
    "start()": "return cls()",
    "__str__()": 'return f"{self.left} {self.to_move}"',
    "moves()": MOVES,
    "play()": PLAYED,
    "outcome()": OUTCOME,
    "standing()": "return (0, 0)",
}


@pytest.mark.parametrize("method", RAISING)
@pytest.mark.parametrize(
    "fault", ["1 / 0", "raise SystemExit(3)", "None.left", "raise Mute()", "raise Pente"]
)
def test_a_method_that_raises_is_named_with_its_line(
    method: str, fault: str, tmp_path: Path, capsys: Captured
) -> None:
    mute = "class Mute(Exception):\n    def __str__(self): return 1\n\nclass Nim"
    game = write_game(tmp_path, (RAISING[method], fault), ("class Nim", mute))
    words = SHOW if method == "standing()" else MATCH
    hint = expect_complaint(words, game, f"{game}): {method} raised ", capsys)
    assert hint.startswith("hint: nim.py, line ")
    assert hint.endswith(f": {fault}")


@pytest.mark.parametrize("method", ["moves()", "outcome()", "__str__()"])
def test_only_play_raises_illegal_moves(method: str, tmp_path: Path, capsys: Captured) -> None:
    game = write_game(tmp_path, (RAISING[method], "raise self.illegal.__globals__['IllegalMove']('no')"))
    expect_complaint(MATCH, game, f"{method} raised IllegalMove: no", capsys)


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ("return cls()", "return None", "start() returned None, expected a position"),
        ("return cls()", "return Pente.start()", "start() returned a position with 2 seats and to_move 0"),
        ("return cls()", "return cls(5, 7)", "start() returned a position with 2 seats and to_move 7"),
        ("return cls()", "return cls(5, '0')", "start() returned a position with 2 seats and to_move '0'"),
        (
            "int(seat))",
            "1 - int(seat))",
            "expected a position with 1 to 64 seats, one of them to_move, that read()",
        ),
        (
            'return f"{self.left} {self.to_move}"',
            "return None",
            "__str__() returned None, expected a string of one",
        ),
        ('return f"{self.left} {self.to_move}"', r"return '\n\x1b[2J'", "__str__() returned '\\n\\x1b[2J'"),
        (MOVES, "return None", "moves() returned None, expected a list or tuple of texts"),
        (MOVES, "return [1, None]", "moves() returned a list of 2 (NoneType, int)"),
        (
            MOVES,
            "return []",
            "moves() returned nothing, expected a list or tuple of texts without blanks, empty only",
        ),
        (MOVES, "return ['a 1']", "moves() returned a list of 1 (str)"),
        (MOVES, "return 'a1'", "moves() returned 'a1', expected"),
        (MOVES, "return iter(int, 1)", "moves() returned an object of type callable_iterator"),
        (MOVES, "while True: yield 'a1'", "moves() returned an object of type generator"),
        (PLAYED, "return None", "play() returned None, expected a position"),
        (
            PLAYED,
            "return type(self)(self.left, -1)",
            "play() returned a position with 2 seats and to_move -1",
        ),
        (OUTCOME, "return 'won'", "outcome() returned 'won', expected None, or an Outcome"),
        (
            OUTCOME,
            "return Outcome((1,), 'won')",
            "outcome() returned an Outcome with a tuple of 1 (int) and 'won'",
        ),
        (OUTCOME, "return Outcome((1, float('nan')), 'won')", "outcome() returned an Outcome with"),
        (
            OUTCOME,
            "return Outcome((1, 0), None)",
            "outcome() returned an Outcome with a tuple of 2 (int) and None",
        ),
    ],
)
def test_a_method_that_returns_nonsense_is_named(
    before: str, after: str, complaint: str, tmp_path: Path, capsys: Captured
) -> None:
    hint = expect_complaint(MATCH, write_game(tmp_path, (before, after)), complaint, capsys)
    assert hint.startswith("hint: nim.py, line ")


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('return (tuple("|" * self.left or "."),)', "return None", "rows() returned None, expected rows"),
        ('return (tuple("|" * self.left or "."),)', "return ()", "rows() returned nothing"),
        (
            'return (tuple("|" * self.left or "."),)',
            "return ((1, 2),)",
            "rows() returned a tuple of 1 (tuple)",
        ),
        (
            "range(self.left or 1)",
            "range(2)",
            "squares() returned a tuple of 1 (tuple), expected texts in the shape of",
        ),
        (
            "return (0, 0)",
            "return (0,)",
            "standing() returned a tuple of 1 (int), expected a number for each seat",
        ),
        ("return (0, 0)", "return ('0', '0')", "standing() returned a tuple of 2 (str)"),
    ],
)
def test_a_board_that_cannot_be_drawn_is_named(
    before: str, after: str, complaint: str, tmp_path: Path, capsys: Captured
) -> None:
    expect_complaint(SHOW, write_game(tmp_path, (before, after)), complaint, capsys)


@pytest.mark.parametrize(
    ("after", "complaint"),
    [
        ("seats = 0", "seats is 0, expected a number from 1 to 64"),
        ("seats = 10**9", "seats is 1000000000, expected a number"),
        ("seats = 'two'", "seats is 'two', expected a number"),
        ("seats = 3", "sides is a tuple of 2 (str), expected a string for each seat"),
        ("moves = ('a1',)", "moves is a tuple of 1 (str), expected a method"),
        ("def start(self): return self", "start is an object of type function, expected a class method"),
    ],
)
def test_what_is_wrong_with_a_class_is_told_at_once(
    after: str, complaint: str, tmp_path: Path, capsys: Captured
) -> None:
    name = after.split()[1 if after.startswith("def") else 0].partition("(")[0]
    rest = {"moves": ("def moves(", "def other("), "start": ("def start(cls)", "def other(cls)")}
    changes = [('name = "nim"', f'name = "nim"\n    {after}'), *([rest[name]] if name in rest else [])]
    expect_complaint(SHOW, write_game(tmp_path, *changes), complaint, capsys)


@pytest.mark.parametrize(
    "words",
    [
        ["moves", "nim"],
        ["perft", "nim", "2"],
        ["think", "nim", "--depth", "2"],
        ["play", "nim", "--against", "random"],
        ["openings", "nim", "--count", "2", "--plies", "1", "--judge", "alphabeta:depth=1"],
        ["match", "nim", "random", "first", "--games", "2", "--quiet", "--workers", "1"],
        ["sprt", "nim", "random", "first", "--max-games", "2", "--quiet", "--workers", "1"],
    ],
)
def test_every_command_tells_it_in_one_line(
    words: list[str], tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1\n"))
    if words[0] == "openings":
        words = [*words, "--output", "suite.txt"]
    hint = expect_complaint(
        words, write_game(tmp_path, (MOVES, "return [][3]")), "() raised IndexError: list", capsys
    )
    assert hint == "hint: nim.py, line 25: return [][3]"


def test_records_of_such_a_game_are_not_judged(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "sound").mkdir()
    records = str(tmp_path / "games")
    assert main([*MATCH, "--game", write_game(tmp_path / "sound"), "--records", records]) == 0
    broken = write_game(tmp_path, (PLAYED, "return 7"))
    for command in (["record", "check", records], ["record", "show", records, "1"]):
        expect_complaint(command, broken, "play() returned 7, expected a position", capsys)


def test_what_a_game_raises_and_catches_itself_is_its_own_affair(tmp_path: Path) -> None:
    catching = (
        "try: return [f'a{n}' for n in (1, 2) if self.play(f'a{n}')]\n        except KeyError: return ['a1']"
    )
    playing = "if True: {}[move]"
    game = write_game(
        tmp_path, (MOVES, catching), ("if move not in self.moves():", "if False:"), (PLAYED, playing)
    )
    assert main(["moves", "nim", "--game", game]) == 0
