"""The native core builds with both compilers, without a warning, and without exceptions and run-time types."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from ludus import engine
from ludus.games import GAMES
from ludus.turn import Limits
from tests.conftest import ROOT
from tests.native_programs import compile_program, find_compiler

COMPILERS = (pytest.param("g++", marks=pytest.mark.nightly), "clang++")
"""With g++ everything else is built, so that every day clang is enough."""
STRICT = ("-std=c++20", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror")
BARE = ("-fno-exceptions", "-fno-rtti")
PATIENCE = {"clang++": ("-fconstexpr-steps=100000000",)}
"""Pente's tables are made by the compiler; clang gives up early unless it is asked not to."""
pytestmark = pytest.mark.xdist_group("native build")
"""One process makes each build, once."""
PLAYED = """
from ludus import engine
from ludus.games import GAMES
from ludus.turn import Limits
for name in engine.list_kernels():
    print(engine._native.__file__, name, engine.think(GAMES[name].start(), Limits(depth=4)).nodes)
"""


@pytest.fixture(params=COMPILERS)
def said(request: pytest.FixtureRequest) -> dict[str, str]:
    """Give what the core says."""
    return _build_and_run(request.param)


@cache
def _build_and_run(name: str) -> dict[str, str]:
    """Build the core without exceptions, asserts included, and run it."""
    program = compile_program(name, "core.cpp", [*STRICT, *BARE, *PATIENCE.get(name, ())])
    ran = subprocess.run([program], capture_output=True, text=True, timeout=60, check=True)
    return dict(line.split(": ", 1) for line in ran.stdout.splitlines())


@pytest.mark.slow
def test_the_core_needs_neither_exceptions_nor_run_time_types(said: dict[str, str]) -> None:
    assert said["engine"] == "depth 5 of C6-D5"
    assert said["self-play"] == "played"
    assert said["stones"] == "restored"


@pytest.mark.slow
def test_a_reader_tells_what_is_wrong(said: dict[str, str]) -> None:
    assert said["wrong text"] == "heap: expected nothing but stones"
    assert said["refused"] == "checkers: expected 8 rows of 8 cells"
    assert said["no game"] == "none"


@pytest.mark.slow
def test_a_kernel_without_an_evaluation_counts(said: dict[str, str]) -> None:
    """Six stones: of the 27 ways to take one to three, three times, all but those above six are open."""
    ways = [(a, b, c) for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3) if a + b + c <= 6]
    assert said["perft"].split()[0] == str(len(ways))


@pytest.mark.slow
def test_the_search_takes_any_evaluation(said: dict[str, str]) -> None:
    """Seven stones: who leaves four wins, two moves later."""
    assert said["search"] == "takes 3, wins in 3"


@pytest.mark.slow
def test_no_move_of_a_line_belongs_to_another_position(said: dict[str, str]) -> None:
    """The boards assert that every move made is one of theirs."""
    assert said["half-moves"] == "legal"


@pytest.mark.slow
def test_a_move_without_a_thought_looks_at_nothing(said: dict[str, str]) -> None:
    assert said["level"] == "1 moves after 0 positions"


@pytest.mark.slow
def test_a_stopped_search_still_has_a_move(said: dict[str, str]) -> None:
    assert said["stopped"] in {"takes 1", "takes 2", "takes 3"}


@pytest.mark.nightly
def test_clang_builds_everything_and_plays_the_same(tmp_path: Path) -> None:
    compiler = find_compiler("clang++")
    cmake = [sys.executable, "-m", "cmake"]
    for command in (
        [
            *cmake,
            "-S",
            str(ROOT),
            "-B",
            str(tmp_path),
            "-G",
            "Ninja",
            f"-DCMAKE_CXX_COMPILER={compiler}",
            f"-DPython_EXECUTABLE={sys.executable}",
        ],
        [*cmake, "--build", str(tmp_path)],
    ):
        built = subprocess.run(command, capture_output=True, text=True, check=False)
        assert built.returncode == 0, built.stdout + built.stderr
    package = tmp_path / "package" / "ludus"
    shutil.copytree(ROOT / "src" / "ludus", package, ignore=shutil.ignore_patterns("*.so"))
    (module,) = tmp_path.glob("_native*.so")
    shutil.copy(module, package)
    ran = subprocess.run(
        [sys.executable, "-S", "-c", PLAYED],
        env={"PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    expected = {
        name: engine.think(GAMES[name].start(), Limits(depth=4)).nodes for name in engine.list_kernels()
    }
    for line in ran.stdout.splitlines():
        path, name, nodes = line.split()
        assert path.startswith(str(package))
        assert int(nodes) == expected.pop(name)
    assert not expected
