"""The course's grading: which games are played, and what they give."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.arena.match import Pairing, play
from ludus.arena.runner import Finished, Voided
from ludus.entries.export import write_folder
from ludus.errors import BadOption
from ludus.exams.grade import (
    DRAWN,
    GIVEN_UP,
    LOST,
    WON,
    GradeSheet,
    Mark,
    find_grading,
    make_grade_pairings,
    make_grade_settings,
    mark_game,
)
from ludus.games import GAMES
from ludus.players.participant import Participant
from tests.arena.matches import participants, played, resolved
from tests.machines import MACHINE
from tests.programs.folders import entry_folder

PENTE = find_grading(GAMES["pente"])
SHORT = "game=5"
SETTINGS = make_grade_settings(GAMES["pente"], SHORT)
OPPONENTS = participants(*PENTE.opponents)
PROGRAM = Participant("bot", "bot", "1", "program:bot")


def pairings_of(folder: Path, clock: str = SHORT, seed: int = 0) -> list[Pairing]:
    settings = make_grade_settings(GAMES["pente"], clock)
    (program,) = resolved(settings, f"program:{folder}")
    return list(make_grade_pairings(PENTE, settings, program, OPPONENTS, seed))


def program_of(pairing: Pairing) -> Participant:
    return next(seat for seat in pairing.seats if seat.name not in PENTE.opponents)


def test_the_schedule_is_the_courses() -> None:
    """'10 full games against a random agent, another 10 against a simple minimax agent'; 'the first move for 6 of 10'"""
    games = list(make_grade_pairings(PENTE, SETTINGS, PROGRAM, OPPONENTS, 0))
    seats = Counter(game.keys for game in games)
    assert seats == {
        ("bot", "neighbours"): 6,
        ("neighbours", "bot"): 4,
        ("bot", "minimax"): 6,
        ("minimax", "bot"): 4,
    }
    assert PENTE.most == 100
    assert PENTE.clock == "game=100"
    assert len({game.id for game in games}) == len({game.seed for game in games}) == 20


def test_the_seed_decides_the_games() -> None:
    one, again, other = (
        list(make_grade_pairings(PENTE, SETTINGS, PROGRAM, OPPONENTS, seed)) for seed in (1, 1, 2)
    )
    assert one == again
    assert {game.seed for game in one}.isdisjoint({game.seed for game in other})


def test_a_won_game_gives_five_points(tmp_path: Path) -> None:
    write_folder("pente", tmp_path / "entry")
    games = pairings_of(tmp_path / "entry")
    for game, seat in ((games[0], 0), (games[9], 1)):
        mark = mark_game(Finished(play(game, MACHINE)), program_of(game), PENTE)
        assert (mark.number, mark.opponent, mark.seat) == (game.number + 1, "neighbours", seat)
        assert (mark.result, mark.points, mark.is_misconduct) == (WON, 5, False)
        assert mark.moves >= 4
        assert 0 < mark.seconds < 5


def test_misconduct_gives_nothing_and_is_named(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    game = pairings_of(folder)[0]
    mark = mark_game(Finished(play(game, MACHINE)), program_of(game), PENTE)
    assert (mark.result, mark.points, mark.kind, mark.is_misconduct) == (LOST, 0, "format", True)
    assert "expected a square like 10K" in mark.reason
    assert mark.seconds > 0, "a move that loses the game is charged all the same"


def test_the_opponents_misconduct_is_not_the_programs(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    game = pairings_of(folder)[0]
    mark = mark_game(Finished(play(game, MACHINE)), game.seats[1], PENTE)
    assert (mark.result, mark.points, mark.is_misconduct) == (WON, 5, False)


def test_a_draw_with_equal_time_gives_nothing(tmp_path: Path) -> None:
    """'In case of a draw, the agent with more remaining play time wins'"""
    folder = entry_folder(tmp_path, "pente", "form")
    game = pairings_of(folder)[0]
    mark = mark_game(Finished(replace(play(game, MACHINE), points=(0.5, 0.5))), program_of(game), PENTE)
    assert (mark.result, mark.points) == (DRAWN, 0)


def test_a_game_that_could_not_be_played_gives_nothing_and_is_told() -> None:
    game = next(make_grade_pairings(PENTE, SETTINGS, PROGRAM, OPPONENTS, 0))
    mark = mark_game(Voided(game, 3, "its worker process ended with -9"), PROGRAM, PENTE)
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
        find_grading(GAMES["chezz"])
    with pytest.raises(BadOption, match="expected seconds for the whole game"):
        make_grade_settings(GAMES["pente"], "move=3")


@pytest.mark.nightly
def test_our_own_entry_has_full_marks(tmp_path: Path) -> None:
    write_folder("pente", tmp_path / "entry")
    games = pairings_of(tmp_path / "entry", "game=20")
    marks = [mark_game(Finished(result), program_of(games[0]), PENTE) for result in played(games, 2)]
    sheet = GradeSheet(PENTE, marks)
    assert sheet.points == PENTE.most
    assert sheet.is_clean
