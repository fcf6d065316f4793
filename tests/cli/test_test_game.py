"""`ludus test-game` on games that keep their promises, and on games that break one each."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest

from ludus.cli import main
from ludus.games.promise_runner import PLAYED
from ludus.games.promises import PROMISES
from tests.cli.refusals import expect_refusal
from tests.games.every_game import EXAMPLES

Captured = pytest.CaptureFixture[str]
EXAMPLE = Path(EXAMPLES["connect-four"]).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_good_game_keeps_every_promise(name: str, capsys: Captured) -> None:
    assert main(["test-game", EXAMPLES[name], "--games", "2", "--time", "300"]) == 0
    *lines, total = capsys.readouterr().out.splitlines()
    assert [line[:8] for line in lines] == ["ok      "] * (1 + len(PROMISES))
    assert total == f"{len(lines)} promises, 0 broken"


def test_a_game_of_the_package_goes_by_its_name_and_options(capsys: Captured) -> None:
    words = ["--option", "size=3x4", "--option", "amazons=1", "--games", "1", "--time", "300"]
    assert main(["test-game", "amazons", *words]) == 0
    assert "BROKEN" not in capsys.readouterr().out


def spoil(folder: Path, methods: str) -> str:
    """Write the example with these methods at the end of its class, where they replace earlier ones."""
    path = folder / "spoilt game.py"
    path.write_text(f"{EXAMPLE}\n{indent(dedent(methods), '    ')}\n", encoding="utf-8")
    return str(path)


def run_on(path: str, capsys: Captured, *words: str) -> tuple[int, str]:
    code = main(["test-game", path, "--games", "1", *words])
    printed = capsys.readouterr()
    assert printed.err == ""
    return code, printed.out


SPOILT = {
    "every method gives what the contract says": "def standing(self): return (1,)",
    "a position that is written and read again is the same": """
        def __str__(self): return f"{write_rows(self.board, WIDTH)} w"
        """,
    "a position's text is one line of plain words": """
        def __str__(self): return f"{write_rows(self.board, WIDTH)}  {STONES[self.to_move]}"
        """,
    "every listed move can be played": """
        listed = moves
        def moves(self): return [*self.listed(), "z9"] if self.board.count(".") == 42 else self.listed()
        """,
    "no other move can be played": """
        played = play
        def play(self, move): return self.played(move.strip())
        """,
    "an illegal move is quoted with the position": """
        def illegal(self, move, why):
            from ludus.games import IllegalMove
            return IllegalMove(why)
        """,
    "targets lead to just the listed moves": "def targets(self, touched=()): return ('a1',)",
    "squares have the shape of rows and name all that moves touch": """
        def squares(self): return split_rows(NAMES, 6)
        """,
    "each cell says how it looks": "def look(self, cell): return Look(2, 'stone')",
    "the game is over exactly when no move is left": "def outcome(self): return Outcome.draw('always')",
    "moves are always listed in the same order": """
        listed = moves
        def moves(self):
            import random
            return random.sample(self.listed(), len(self.listed()))
        """,
    "positions can be copied and pickled": "def __reduce__(self): raise TypeError('no')",
    "an odd or damaged text is refused, or is a position like any other": """
        @classmethod
        def read(cls, text):
            rows, letter = text.split()
            return cls(read_rows(rows, WIDTH, HEIGHT, STONES), read_side(letter, STONES))
        """,
}


@pytest.mark.parametrize("promise", SPOILT)
def test_a_broken_promise_is_named(promise: str, tmp_path: Path, capsys: Captured) -> None:
    code, told = run_on(spoil(tmp_path, SPOILT[promise]), capsys)
    assert code == 1
    assert f"BROKEN  {promise}\n" in told
    assert re.search(r"promises, [1-9]\d* broken$", told.strip())


def test_the_position_that_breaks_a_promise_can_be_seen(tmp_path: Path, capsys: Captured) -> None:
    methods = "def standing(self): return () if self.board.count('.') < 35 else (0, 0)"
    _, told = run_on(spoil(tmp_path, methods), capsys)
    complaint, position, see = told.split("BROKEN  every method gives what the contract says\n")[
        1
    ].splitlines()[:3]
    assert complaint.strip() == "standing(): expected 2 numbers, found ()"
    words = shlex.split(see.strip().removeprefix("see it: ludus "))
    (tmp_path / "spoilt game.py").write_text(EXAMPLE, encoding="utf-8")
    assert main([*words[:1], words[1], "--game", EXAMPLES["connect-four"], *words[4:]]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == position.strip().removeprefix("position: ")


@pytest.mark.parametrize(
    ("methods", "complaint"),
    [
        ("@classmethod\ndef start(cls): raise OSError('no board')", "OSError: no board ("),
        ("def moves(self): return None", "moves(): expected a list of strings, found None"),
        ("def moves(self): return 'a1'", "moves(): expected a list of strings, found 'a1'"),
        ("def moves(self): return [1, 2]", "moves(): expected a list of strings, found [1, 2]"),
        ("def play(self, move): return None", "expected a position, found None"),
        ("def play(self, move): return self.play(move)", "RecursionError: "),
        ("def play(self, move): raise KeyError(move)", "KeyError: "),
        ("def play(self, move): raise SystemExit(3)", "SystemExit: 3 ("),
        ("def play(self, move): raise RuntimeError('\\x1b[31mred')", r"RuntimeError: \x1b[31mred ("),
        ("def __str__(self): return 1 / 0", "ZeroDivisionError: "),
    ],
)
def test_nonsense_is_told_and_nothing_is_thrown(
    methods: str, complaint: str, tmp_path: Path, capsys: Captured
) -> None:
    code, told = run_on(spoil(tmp_path, methods), capsys)
    assert code == 1
    assert complaint in told
    assert "Traceback" not in told


def test_a_game_that_never_answers_is_interrupted_and_the_place_is_told(
    tmp_path: Path, capsys: Captured
) -> None:
    path = spoil(tmp_path, "def moves(self):\n    while True: pass")
    code, told = run_on(path, capsys, "--time", "0.5")
    assert code == 1
    assert f"BROKEN  {PLAYED}\n        TookTooLong: not done after 0.5 s ({path}, line " in told
    assert told.endswith(f"1 promise, 1 broken, {len(PROMISES)} not tried\n")


def test_a_game_that_no_exception_interrupts_is_ended_all_the_same(tmp_path: Path) -> None:
    """Signals are not looked at inside of `sum`, and these zeros never end."""
    path = spoil(tmp_path, "def moves(self): return sum(iter(int, 1))")
    words = [sys.executable, "-m", "ludus", "test-game", path, "--time", "0.5"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert "spoilt game.py" in done.stderr


def test_the_same_seed_tries_the_same(tmp_path: Path, capsys: Captured) -> None:
    path = spoil(tmp_path, "def standing(self): return () if self.board.count('.') < 30 else (0, 0)")
    first, again, other = (run_on(path, capsys, "--seed", seed)[1] for seed in ("1", "1", "2"))
    assert first == again != other


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["missing.py"], "missing.py: expected a Python file"),
        (["chess"], "no game is called 'chess'"),
        (["pente", "--games", "0"], "--games: expected a number above 0"),
        (["pente", "--time", "nan"], "--time: expected a number above 0"),
        (["pente", "--option", "size=3"], "--option 'size=3': expected KEY=VALUE"),
        (["pente", "--option", "second_stone=maybe"], "second_stone: expected one of at-most-3"),
    ],
)
def test_bad_input_is_one_line_a_hint_and_exit_code_2(
    words: list[str], complaint: str, capsys: Captured
) -> None:
    expect_refusal(["test-game", *words], complaint, capsys)
