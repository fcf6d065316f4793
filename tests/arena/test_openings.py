"""Opening suites: read, written, tried by the rules, and made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ludus.arena.openings import (
    START,
    BadSuite,
    Opening,
    Suite,
    load_built_in_suite,
    parse_suite,
    read_suite,
    write_suite,
)
from ludus.arena.suite_maker import (
    IsBalanced,
    Plan,
    judge_by_both,
    judge_by_games,
    judge_by_score,
    make_openings,
)
from ludus.contests import CONTESTS
from ludus.errors import BadOption
from ludus.games import GAMES
from ludus.games.amazons import Amazons
from ludus.games.base import Game, Position
from ludus.games.checkers import Checkers
from ludus.games.pente import Pente
from ludus.players.base import Player
from ludus.players.named import make_player
from ludus.search.alphabeta import think
from tests.games.every_game import EVERY_GAME
from tests.machines import MACHINE

HEAD = "# game: checkers\n# edition: 3\n# made by: hand\n"


def seated(text: str, game: Game) -> Callable[[int], Player]:
    return lambda seed: make_player(text, game, MACHINE, seed)


def anything(position: Position, seed: int) -> bool:
    return True


@pytest.mark.parametrize("text", ["G6-F5", "G6-F5 H3-G4", "seed=17 | c4 d5", "seed=1 size=10x10 |", "|"])
def test_an_opening_is_its_line(text: str) -> None:
    assert str(Opening.read(text)) == text


@pytest.mark.parametrize("text", ["", "  ", "word | c4", "=3 | c4"])
def test_a_line_that_is_no_opening_is_refused(text: str) -> None:
    with pytest.raises(BadSuite, match="opening: expected moves"):
        Opening.read(text)


def test_an_opening_of_very_many_moves_is_refused() -> None:
    with pytest.raises(BadSuite, match="expected at most 1000 moves, found 1001"):
        Opening.read("G6-F5 " * 1001)


def test_an_opening_sets_up_the_position_after_its_moves() -> None:
    position = Opening.read("G6-F5 H3-G4").make_position(Checkers)
    assert position == Checkers.start().play("G6-F5").play("H3-G4")
    assert START.make_position(Checkers) == Checkers.start()


def test_an_opening_may_bring_options_of_the_start() -> None:
    position = Opening.read("seed=17 | c4").make_position(Amazons, {"size": "10x10"})
    assert position == Amazons.start(seed=17, size="10x10").play("c4")


@pytest.mark.parametrize("text", ["depth=3 | G6-F5", "seed=17 | c4"])
def test_an_option_that_the_game_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(BadSuite, match="checkers cannot start with"):
        Opening.read(text).make_position(Checkers)


def test_an_opening_does_not_overrule_the_match() -> None:
    opening = Opening.read("seed=17 |")
    assert opening.make_position(Amazons, {"seed": "17"}) == Amazons.start(seed=17)
    with pytest.raises(BadSuite, match="seed=17"):
        opening.make_position(Amazons, {"seed": "18"})


def test_a_suite_comes_back_from_its_file(tmp_path: Path) -> None:
    suite = Suite("checkers", 2, "ludus openings checkers", (START, Opening.read("G6-F5 H3-G4")))
    write_suite(tmp_path / "suite.txt", suite)
    assert read_suite(tmp_path / "suite.txt", Checkers) == suite
    assert [file.name for file in tmp_path.iterdir()] == ["suite.txt"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("G6-F5\n", "the game in its head: expected checkers, found ''"),
        ("# game: chezz\n# edition: 1\nG6-F5\n", "the game in its head: expected checkers, found 'chezz'"),
        ("# game: checkers\n# edition: new\nG6-F5\n", "the edition in its head: expected a whole number"),
        (HEAD, "expected at least one opening"),
        (HEAD + "G6-F5\nG6-G5\n", r"here line 5: illegal move 'G6-G5'"),
        (HEAD + "G6-F5\nG6-F5\n", "here line 5: the opening 'G6-F5' is listed twice"),
        (HEAD + "seed=1 | G6-F5\n", "here line 4: opening 'seed=1 | G6-F5': checkers cannot start"),
    ],
)
def test_a_wrong_suite_is_explained(text: str, complaint: str) -> None:
    with pytest.raises(BadSuite, match=complaint):
        parse_suite(text, Checkers, "here")


def test_an_opening_that_ends_the_game_is_refused() -> None:
    connect_four = EVERY_GAME["connect-four"]
    text = "# game: connect-four\n# edition: 1\na1 b1 a2 b2 a3 b3 a4\n"
    with pytest.raises(BadSuite, match="the game is over after it"):
        parse_suite(text, connect_four, "here")


def test_a_file_that_is_no_text_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "suite.txt"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSuite, match=r"suite.txt: expected a suite of openings"):
        read_suite(path, Checkers)


def test_a_file_that_cannot_be_read_is_explained(tmp_path: Path) -> None:
    with pytest.raises(BadSuite, match=r"suite.txt: cannot be read: No such file"):
        read_suite(tmp_path / "suite.txt", Checkers)


@pytest.mark.parametrize("name", CONTESTS)
def test_the_game_of_every_contest_comes_with_fifty_openings(name: str) -> None:
    suite = load_built_in_suite(GAMES[name])
    assert suite is not None
    assert suite.made_by.startswith(f"ludus openings {name} ")
    assert len(suite.openings) == 50
    positions = {str(opening.make_position(GAMES[name])) for opening in suite.openings}
    assert len(positions) == 50


def test_a_game_from_elsewhere_has_no_suite() -> None:
    assert load_built_in_suite(EVERY_GAME["connect-four"]) is None


def test_the_same_seed_makes_the_same_openings() -> None:
    made = [tuple(make_openings(Checkers, Plan(5, 4, seed=7), anything)) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0] != tuple(make_openings(Checkers, Plan(5, 4, seed=8), anything))


def test_no_position_comes_twice() -> None:
    """After one move there are seven positions, and after none there is one."""
    assert len(set(make_openings(Checkers, Plan(7, 1), anything))) == 7
    with pytest.raises(BadOption, match="only 7 of 8 openings were found"):
        list(make_openings(Checkers, Plan(8, 1), anything))
    assert list(make_openings(Checkers, Plan(1, 0), anything)) == [START]


def test_openings_have_the_score_that_the_judge_allows() -> None:
    judge = judge_by_score(seated("alphabeta:depth=3", Checkers), limit=0)
    for opening in make_openings(Checkers, Plan(10, 6, seed=3), judge):
        assert think(opening.make_position(Checkers), lambda: False, depth=3).score.value == 0


def test_a_judge_may_have_another_word_for_even() -> None:
    montecarlo = seated("montecarlo:playouts=20", Checkers)
    assert judge_by_score(montecarlo, limit=0.3, even=0.5)(Checkers.start(), 1)
    assert not judge_by_score(montecarlo, limit=0.1, even=5)(Checkers.start(), 1)


def test_a_judge_without_a_score_is_refused() -> None:
    with pytest.raises(BadOption, match="'random' gives no score"):
        judge_by_score(seated("random", Checkers), limit=0)(Checkers.start(), 1)


@pytest.mark.parametrize(("text", "is_balanced"), [("1b6/8/8/8/8/8/8/w7 b", False), (None, True)])
def test_openings_played_out_must_come_out_even(text: str | None, is_balanced: bool) -> None:
    """Black crowns at once and hunts down the last piece; from the start the same player draws against itself."""
    position = Checkers.start() if text is None else Checkers.read(text)
    judge: IsBalanced = judge_by_games(seated("greedy", Checkers), limit=0.25, games=8, ply_cap=150)
    assert judge(position, 1) == is_balanced


@pytest.mark.parametrize(("one", "other"), [(True, True), (True, False), (False, True), (False, False)])
def test_two_judges_must_agree(one: bool, other: bool) -> None:
    judge = judge_by_both(lambda position, seed: one, lambda position, seed: other)
    assert judge(Checkers.start(), 1) == (one and other)


def test_no_game_is_played_that_cannot_change_the_judgement() -> None:
    """From this position White wins each game; after three of eight each seat's mean would have to be within a quarter."""
    made = []

    def make(seed: int) -> Player:
        made.append(seed)
        return make_player("engine:nodes=500", Pente, MACHINE, seed)

    won = Pente.read(f"{'19/' * 9}9wwww6/{'19/' * 8}b1b1b1b12 0,0 w")
    assert not judge_by_games(make, limit=0.25, games=8, ply_cap=50)(won, 1)
    assert len(made) == 2 * 7


def test_boards_differ_where_the_start_has_a_seed() -> None:
    made = list(make_openings(Amazons, Plan(5, 2), anything, {"size": "6x6"}))
    seeds = {dict(opening.options)["seed"] for opening in made}
    assert len(seeds) == 5
    assert all(dict(opening.options)["size"] == "6x6" for opening in made)
    assert all(len(opening.moves) == 2 for opening in made)


def test_a_seed_that_was_asked_for_stays() -> None:
    (opening,) = make_openings(Amazons, Plan(1, 2), anything, {"seed": "5"})
    assert dict(opening.options) == {"seed": "5"}


def test_moves_can_be_kept_near_the_pieces() -> None:
    for opening in make_openings(Pente, Plan(20, 4, near=1), anything):
        position = Pente.start()
        for move in opening.moves[1:]:
            position = position.play(opening.moves[0]) if position == Pente.start() else position
            assert touches(position, move)
            position = position.play(move)


def touches(position: Position, move: str) -> bool:
    """Tell whether a cell beside `move` holds a stone."""
    names, cells = position.squares(), position.rows()
    ((row, col),) = [
        (row, col) for row, line in enumerate(names) for col, name in enumerate(line) if name == move
    ]
    around = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return any(cells[r][c] != "." for r, c in around if 0 <= r < len(cells) and 0 <= c < len(cells[0]))


@pytest.mark.parametrize("plan", [Plan(0, 4), Plan(5, -1)])
def test_a_plan_without_sense_is_refused(plan: Plan) -> None:
    with pytest.raises(BadOption, match="expected 1 or more openings"):
        list(make_openings(Checkers, plan, anything))
