"""The course's grading: which games are played, and what they give."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.arena.match import Result, play
from ludus.arena.workers import play_match
from ludus.entries.export import write_folder
from ludus.errors import BadOption
from ludus.exams.grade import (
    DRAWN,
    GIVEN_UP,
    GRADINGS,
    LOST,
    WON,
    GradeSheet,
    Mark,
    grade_pairings,
    grade_terms,
    grading_of,
    mark_of,
)
from ludus.games import GAMES
from tests.programs.folders import entry_folder

PENTE = GRADINGS["pente"]
SHORT = "game=5"


def test_the_schedule_is_the_courses(tmp_path: Path) -> None:
    """'10 full games against a random agent, another 10 against a simple minimax agent'; 'the first move for 6 of 10'"""
    games = list(grade_pairings(PENTE, str(tmp_path), "game=100", seed=0))
    program = f"program:{tmp_path}"
    seats = Counter(game.seats for game in games)
    assert seats == {
        (program, "neighbours"): 6,
        ("neighbours", program): 4,
        (program, "minimax"): 6,
        ("minimax", program): 4,
    }
    assert PENTE.most == 100
    assert PENTE.clock == "game=100"
    assert len({game.id for game in games}) == len({game.seed for game in games}) == 20


def test_the_seed_decides_the_games(tmp_path: Path) -> None:
    one, again, other = (list(grade_pairings(PENTE, str(tmp_path), SHORT, seed)) for seed in (1, 1, 2))
    assert one == again
    assert {game.seed for game in one}.isdisjoint({game.seed for game in other})


def test_a_won_game_gives_five_points(tmp_path: Path) -> None:
    write_folder("pente", tmp_path / "entry")
    games = list(grade_pairings(PENTE, str(tmp_path / "entry"), SHORT, seed=0))
    terms = grade_terms(GAMES["pente"], SHORT, unsafe=True)
    for game, seat in ((games[0], 0), (games[9], 1)):
        mark = mark_of(game, play(game, terms), PENTE)
        assert (mark.number, mark.opponent, mark.seat) == (game.number + 1, "neighbours", seat)
        assert (mark.result, mark.points, mark.is_misconduct) == (WON, 5, False)
        assert mark.moves >= 4
        assert 0 < mark.seconds < 5


def test_misconduct_gives_nothing_and_is_named(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    terms = grade_terms(GAMES["pente"], SHORT, unsafe=True)
    game = next(grade_pairings(PENTE, str(folder), SHORT, seed=0))
    mark = mark_of(game, play(game, terms), PENTE)
    assert (mark.result, mark.points, mark.kind, mark.is_misconduct) == (LOST, 0, "format", True)
    assert "expected a square like 10K" in mark.reason
    assert mark.seconds > 0, "a move that loses the game is charged all the same"


def test_the_opponents_misconduct_is_not_the_programs(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    game = next(grade_pairings(PENTE, str(folder), SHORT, seed=0))
    swapped = replace(game, order=game.order[::-1])
    result = play(swapped, grade_terms(GAMES["pente"], SHORT, unsafe=True))
    mark = mark_of(swapped, result, PENTE)
    assert (mark.result, mark.points, mark.is_misconduct) == (WON, 5, False)


def test_a_draw_with_equal_time_gives_nothing(tmp_path: Path) -> None:
    """'In case of a draw, the agent with more remaining play time wins'"""
    folder = entry_folder(tmp_path, "pente", "form")
    game = next(grade_pairings(PENTE, str(folder), SHORT, seed=0))
    result = play(game, grade_terms(GAMES["pente"], SHORT, unsafe=True))
    mark = mark_of(game, replace(result, points=(0.5, 0.5)), PENTE)
    assert (mark.result, mark.points) == (DRAWN, 0)


def test_a_game_that_could_not_be_played_gives_nothing_and_is_told(tmp_path: Path) -> None:
    game = next(grade_pairings(PENTE, str(tmp_path), SHORT, seed=0))
    mark = mark_of(game, None, PENTE)
    assert (mark.result, mark.points) == (GIVEN_UP, 0)
    assert not GradeSheet(PENTE, [mark]).is_clean


def test_a_sheet_is_clean_only_when_all_games_were_played() -> None:
    marks = [
        Mark(number, "minimax", 0, LOST, 0, 9, 1.0, "outcome", "five in a line", "") for number in range(20)
    ]
    assert GradeSheet(PENTE, marks).is_clean
    assert not GradeSheet(PENTE, marks[:-1]).is_clean
    assert not GradeSheet(PENTE, [*marks[:-1], replace(marks[0], is_misconduct=True)]).is_clean


def test_only_graded_contests_are_graded() -> None:
    with pytest.raises(BadOption, match="no grading is known for 'chezz'; there is one for pente"):
        grading_of(GAMES["chezz"])
    with pytest.raises(BadOption, match="expected seconds for the whole game"):
        grade_terms(GAMES["pente"], "move=3", unsafe=True)


@pytest.mark.slow
def test_our_own_entry_has_full_marks(tmp_path: Path) -> None:
    write_folder("pente", tmp_path / "entry")
    games = list(grade_pairings(PENTE, str(tmp_path / "entry"), "game=20", seed=0))
    terms = grade_terms(GAMES["pente"], "game=20", unsafe=True)
    results = [event for event in play_match(games, terms, workers=2) if isinstance(event, Result)]
    sheet = GradeSheet(PENTE, [mark_of(result.pairing, result, PENTE) for result in results])
    assert sheet.points == PENTE.most
    assert sheet.is_clean
