"""Other people's games: from an installed package, or from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.games import GAMES
from ludus.games.registry import UnknownGame, find_game, list_games, load_game

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect_four.py"


def test_built_in_games_come_first() -> None:
    assert list(list_games())[: len(GAMES)] == list(GAMES)
    assert set(GAMES) >= {"pente", "chezz", "checkers", "amazons"}


def test_a_file_with_one_game_is_loaded() -> None:
    assert load_game(EXAMPLE).name == "connect-four"
    assert find_game("connect-four", (str(EXAMPLE),)).start().moves() == (
        "a1",
        "b1",
        "c1",
        "d1",
        "e1",
        "f1",
        "g1",
    )


def test_the_same_file_gives_the_same_game() -> None:
    assert load_game(EXAMPLE) is load_game(str(EXAMPLE))


def install(folder: Path, entry: str) -> None:
    """Lay out a package as an installer would."""
    (folder / "drop_four.py").write_text(
        EXAMPLE.read_text().replace('name = "connect-four"', 'name = "drop-four"')
    )
    info = folder / "drop_four-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: drop-four\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ludus.games]\n{entry}\n")


def test_an_installed_package_brings_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "drop-four = drop_four:ConnectFour")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "drop-four" in list_games()
    assert find_game("drop-four").start().play("d1").to_move == 1


def test_a_broken_package_does_not_disturb_other_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "drop-four = nowhere:Game")
    monkeypatch.syspath_prepend(str(tmp_path))
    warnings: list[str] = []
    assert list(list_games(warn=warnings.append)) == list(GAMES)
    assert len(warnings) == 1
    assert find_game("pente") is GAMES["pente"]


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("drop-four = nowhere:Game", "does not load: ModuleNotFoundError"),
        ("drop-four = drop_four:WIDTH", "expected a class derived from ludus.games.Position, found 7"),
    ],
)
def test_a_broken_package_is_named(
    entry: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, entry)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UnknownGame, match=complaint):
        list_games()


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("1 +", "does not load: SyntaxError"),
        ("raise RuntimeError('no')", "does not load: RuntimeError: no"),
        ("raise SystemExit(7)", "does not load: SystemExit: 7"),
        ("raise RuntimeError('\\x1b[31mred\\nline')", r"does not load: RuntimeError:  \[31mred line$"),
        ("x = 1", r"expected one class derived from .*, found none"),
        (
            "from ludus.games import Position\nclass Go(Position): name = 'go'",
            "Go does not define __str__, moves",
        ),
    ],
)
def test_a_file_without_a_game_says_so(source: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "game.py"
    path.write_text(source)
    with pytest.raises(UnknownGame, match=complaint):
        load_game(path)


def test_a_name_is_taken_only_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(EXAMPLE.read_text().replace('name = "connect-four"', 'name = "pente"'))
    with pytest.raises(UnknownGame, match="a game called 'pente' is already there"):
        list_games((str(path),))


def test_a_missing_file_and_a_missing_name_say_so() -> None:
    with pytest.raises(UnknownGame, match=r"nowhere\.py: expected a Python file"):
        load_game("nowhere.py")
    with pytest.raises(UnknownGame, match=r"no game is called 'go'; there are pente"):
        find_game("go")
