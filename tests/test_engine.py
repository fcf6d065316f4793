"""The native kernels against the Python rules, which decide."""

from __future__ import annotations

import ast

import pytest

from ludus import engine
from ludus.games import GAMES
from tests.conftest import ROOT
from tests.games.every_game import random_game

KERNELS = [name for name in GAMES if engine.has_kernel(name)]


def test_checkers_has_a_kernel() -> None:
    assert "checkers" in KERNELS


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("seed", range(20))
def test_kernel_and_rules_agree_on_random_games(name: str, seed: int) -> None:
    for position, move in random_game(GAMES[name].start(), seed):
        assert engine.moves(position) == list(position.moves())
        if move is not None:
            assert engine.play(position, move) == str(position.play(move))


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (7, 1585096), (8, 13019316), (9, 109895943)])
def test_checkers_perft_deeper_than_python_likes(depth: int, leaves: int) -> None:
    assert engine.perft(GAMES["checkers"].start(), depth) == leaves


@pytest.mark.parametrize(
    "text", ["", "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/9 b", "8/8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/bbbbbbbbb b"]
)
def test_a_bad_text_is_an_error_not_a_crash(text: str) -> None:
    from ludus import _native  # noqa: TID251  the boundary itself is under test

    with pytest.raises(ValueError, match="checkers"):
        _native.moves("checkers", text)
    with pytest.raises(ValueError, match="no native game is called 'go'"):
        _native.moves("go", text)


def test_the_stub_tells_the_truth_about_the_native_module() -> None:
    from ludus import _native  # noqa: TID251  the boundary itself is under test

    stub = ast.parse((ROOT / "src" / "ludus" / "_native.pyi").read_text(encoding="utf-8"))
    promised = {
        node.name: f"def {node.name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns)}"
        for node in stub.body
        if isinstance(node, ast.FunctionDef) and node.returns is not None
    }
    functions = {name: value for name, value in vars(_native).items() if hasattr(value, "__nb_signature__")}
    assert promised == {name: value.__nb_signature__[0][0] for name, value in functions.items()}
