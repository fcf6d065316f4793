"""Programs that contain our own engine or entry are recognised by their content; ordinary ones are not accused."""

from __future__ import annotations

import asyncio
import email
import importlib.util
import json
import random
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from ludus.entries.export import write_folder
from ludus.tournaments.own_code import find_own_code
from tests.conftest import ROOT
from tests.programs.folders import open_box

GAMES = ("pente", "chezz", "checkers", "amazons")


def export(folder: Path, game: str) -> Path:
    write_folder(game, folder / "entry")
    return folder / "entry"


@pytest.mark.parametrize("game", GAMES)
def test_our_entry_is_recognised(game: str, tmp_path: Path) -> None:
    assert "lines of its source" in find_own_code(export(tmp_path, game), open_box())


@pytest.mark.parametrize("game", GAMES)
def test_our_sources_are_recognised_under_other_names_in_another_order_and_indented(
    game: str, tmp_path: Path
) -> None:
    chance = random.Random(game)
    mine = tmp_path / "mine"
    mine.mkdir()
    for number, path in enumerate(export(tmp_path, game).rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        chance.shuffle(lines)
        text = "".join(f"\t{line}\r\n" for line in lines)
        (mine / f"part{number}.txt").write_text(text, encoding="utf-8")
    assert "lines of its source" in find_own_code(mine, open_box())


@pytest.mark.parametrize("game", GAMES)
def test_our_compiled_modules_are_recognised_without_their_sources(game: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    shutil.copy(export(tmp_path, game) / "ludus.bundle", mine / "weights.bin")
    assert "texts of its compiled modules" in find_own_code(mine, open_box())


def test_our_native_core_is_recognised_under_another_name(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (core,) = (export(tmp_path, "pente") / "ludus").glob("_native*")
    shutil.copy(core, mine / "fast.so")
    assert "texts of its native core" in find_own_code(mine, open_box())


def test_our_native_program_is_recognised_under_another_name(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (program,) = export(tmp_path, "chezz").glob("run.*-*")
    shutil.copy(program, mine / "run")
    assert "texts of its native core" in find_own_code(mine, open_box())


def test_a_reference_agent_is_recognised(tmp_path: Path) -> None:
    agent = ROOT / "src" / "ludus" / "players" / "references" / "pente_minimax.py"
    shutil.copy(agent, tmp_path / "homework.py")
    assert "lines of its source" in find_own_code(tmp_path, open_box())


STATIC = """
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>
int main() {
  std::map<std::string, int> seen;
  std::string line;
  while (std::getline(std::cin, line)) std::istringstream(line) >> seen[line];
  std::function<int(int)> add = [&](int more) { return more + static_cast<int>(seen.size()); };
  std::thread([&] { std::cout << add(2); }).join();
  if (seen.empty()) throw std::runtime_error("expected a board");
}
"""


def test_somebody_elses_program_that_brings_its_libraries_along_is_not_accused(tmp_path: Path) -> None:
    """As our native core does, so that they have these in common."""
    source = tmp_path / "program.cpp"
    source.write_text(STATIC, encoding="utf-8")
    (tmp_path / "mine").mkdir()
    subprocess.run(["g++", "-static", str(source), "-o", str(tmp_path / "mine" / "run")], check=True)
    assert find_own_code(tmp_path / "mine", open_box()) == ""


def test_somebody_elses_module_with_the_binding_library_of_ours_is_not_accused(tmp_path: Path) -> None:
    spec = importlib.util.find_spec("nanobind")
    assert spec is not None
    assert spec.origin is not None
    sources = Path(spec.origin).parent.glob("src/*.cpp")
    texts = [
        text for path in sources for text in re.findall(r'"([^"\\\n]{24,})', path.read_text(encoding="utf-8"))
    ]
    assert len(texts) > 50
    (tmp_path / "fast.so").write_bytes("\0".join(texts).encode())
    assert find_own_code(tmp_path, open_box()) == ""


@pytest.mark.parametrize("name", ["data.zip", "data.bin"])
def test_our_entry_is_recognised_inside_an_archive_of_any_name(name: str, tmp_path: Path) -> None:
    entry, mine = export(tmp_path, "chezz"), tmp_path / "mine"
    mine.mkdir()
    with zipfile.ZipFile(mine / name, "w", zipfile.ZIP_DEFLATED) as file:
        for path in entry.rglob("*.py"):
            file.write(path, path.relative_to(entry))
    assert "it contains Ludus itself" in find_own_code(mine, open_box())


@pytest.mark.parametrize("kind", ["gztar", "xztar", "bztar"])
def test_our_entry_is_recognised_inside_a_compressed_archive_of_another_name(
    kind: str, tmp_path: Path
) -> None:
    entry, mine = export(tmp_path, "chezz"), tmp_path / "mine"
    mine.mkdir()
    archive = shutil.make_archive(str(tmp_path / "packed"), kind, entry)
    shutil.move(archive, mine / "weights.bin")
    assert "it contains Ludus itself" in find_own_code(mine, open_box())


@pytest.mark.parametrize(
    "folder", [ROOT / "tests" / "programs", *(Path(module.__path__[0]) for module in (asyncio, email, json))]
)
def test_ordinary_programs_and_libraries_are_not_accused(folder: Path) -> None:
    assert find_own_code(folder, open_box()) == ""


def test_a_damaged_archive_is_no_accusation(tmp_path: Path) -> None:
    (tmp_path / "data.zip").write_bytes(b"PK\x03\x04 and nothing more")
    assert find_own_code(tmp_path, open_box()) == ""
