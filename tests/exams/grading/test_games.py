"""The course's grading: which games are played, and what they give."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from ludus.arena.match import Pairing, play
from ludus.arena.runner import Finished, Voided
from ludus.contests.base import GamesPart
from ludus.entries.export import write_folder
from ludus.errors import BadOption
from ludus.exams.grading.games import (
    DRAWN,
    LOST,
    VOID,
    WON,
    Mark,
    add_tables,
    make_grade_pairings,
    make_grade_settings,
    mark_game,
)
from ludus.exams.grading.sheet import GradeSheet, find_grading
from ludus.games import GAMES
from ludus.players.participant import Participant
from tests.arena.matches import participants, played, resolved
from tests.machines import MACHINE
from tests.programs.folders import entry_folder


def part_of(game: str) -> GamesPart:
    part = find_grading(GAMES[game]).games
    assert part is not None
    return part


GRADING = find_grading(GAMES["pente"])
PENTE = part_of("pente")
GAMES_PLAYED = 20
SHORT = "game=5"
SETTINGS = make_grade_settings(GAMES["pente"], PENTE, SHORT)
NAMES = [name for table in PENTE.tables for name in table]
OPPONENTS = [(opponent,) for opponent in participants(*NAMES)]
PROGRAM = Participant("bot", "bot", "1", "program:bot")


def pairings_of(folder: Path, clock: str = SHORT, seed: int = 0) -> list[Pairing]:
    settings = make_grade_settings(GAMES["pente"], PENTE, clock)
    (program,) = resolved(settings, f"program:{folder}")
    return list(make_grade_pairings(PENTE, settings, program, OPPONENTS, seed))


def program_of(pairing: Pairing) -> Participant:
    return next(seat for seat in pairing.seats if seat.name not in NAMES)


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
    assert GRADING.most == 100
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
        mark = mark_game(Finished(play(game, MACHINE)), program_of(game), PENTE, GAMES_PLAYED)
        assert (mark.number, mark.opponent, mark.seat) == (game.number + 1, "neighbours", seat)
        assert (mark.result, mark.points, mark.is_misconduct) == (WON, 5, False)
        assert mark.moves >= 4
        assert 0 < mark.seconds < 5


def test_misconduct_gives_nothing_and_is_named(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    game = pairings_of(folder)[0]
    mark = mark_game(Finished(play(game, MACHINE)), program_of(game), PENTE, GAMES_PLAYED)
    assert (mark.result, mark.points, mark.kind, mark.is_misconduct) == (LOST, 0, "format", True)
    assert "expected a square like 10K" in mark.reason
    assert mark.seconds > 0, "a move that loses the game is charged all the same"


def test_the_opponents_misconduct_is_not_the_programs(tmp_path: Path) -> None:
    folder = entry_folder(tmp_path, "pente", "form")
    game = pairings_of(folder)[0]
    mark = mark_game(Finished(play(game, MACHINE)), game.seats[1], PENTE, GAMES_PLAYED)
    assert (mark.result, mark.points, mark.is_misconduct) == (WON, 5, False)


def test_a_draw_with_equal_time_gives_nothing(tmp_path: Path) -> None:
    """'In case of a draw, the agent with more remaining play time wins'"""
    folder = entry_folder(tmp_path, "pente", "form")
    game = pairings_of(folder)[0]
    mark = mark_game(
        Finished(replace(play(game, MACHINE), points=(0.5, 0.5))), program_of(game), PENTE, GAMES_PLAYED
    )
    assert (mark.result, mark.points) == (DRAWN, 0)


def test_a_game_that_could_not_be_played_gives_nothing_and_is_told() -> None:
    game = next(make_grade_pairings(PENTE, SETTINGS, PROGRAM, OPPONENTS, 0))
    mark = mark_game(Voided(game, 3, "its worker process ended with -9"), PROGRAM, PENTE, GAMES_PLAYED)
    assert (mark.result, mark.points) == (VOID, 0)
    assert not GradeSheet(GRADING, (), [mark], 1).is_clean


def test_a_sheet_is_clean_only_when_all_games_were_played() -> None:
    marks = [
        Mark(number, "minimax", 0, LOST, 0, 9, 1.0, "outcome", "five in a line", "") for number in range(20)
    ]
    assert GradeSheet(GRADING, (), marks, 20).is_clean
    assert not GradeSheet(GRADING, (), marks[:-1], 20).is_clean
    assert not GradeSheet(GRADING, (), [*marks[:-1], replace(marks[0], is_misconduct=True)], 20).is_clean


def test_a_course_with_a_clock_is_not_graded_without_one() -> None:
    with pytest.raises(BadOption, match="expected seconds for the whole game"):
        make_grade_settings(GAMES["pente"], PENTE, "move=3")


def test_other_opponents_sit_at_further_tables_where_the_course_allows_it() -> None:
    with pytest.raises(BadOption, match="the opponents are fixed"):
        add_tables(PENTE, ["greedy"])
    assert add_tables(part_of("chezz"), ["greedy"])[3:] == [("greedy",)]
    assert add_tables(part_of("amazons"), ["random"])[1:] == [("random", "territory")]


def test_chezz_is_graded_by_the_average_score_with_each_colour_once_against_each() -> None:
    """'Each program will play white once and black once against each opponent'"""
    part = part_of("chezz")
    opponents = [(one,) for one in participants(*(name for table in part.tables for name in table), "greedy")]
    settings = make_grade_settings(GAMES["chezz"], part)
    games = list(make_grade_pairings(part, settings, PROGRAM, opponents, 0))
    assert Counter(game.keys.index("bot") for game in games) == {0: 4, 1: 4}
    assert {keys for game in games for keys in game.keys} == {
        "bot",
        "greedy",
        "firstlegal",
        "lastlegal",
        "randomlegal",
    }
    result = play(replace(games[0], seats=(replace(PROGRAM, spec="greedy"), opponents[0][0])), MACHINE)
    assert result.points == (1.0, 0.0)
    assert mark_game(Finished(result), PROGRAM, part, len(games)).points == 1 / 8
    assert mark_game(Finished(replace(result, points=(0.5, 0.5))), PROGRAM, part, len(games)).points == 1 / 16


def test_at_a_table_of_three_the_program_sits_in_every_seat_on_boards_of_its_own() -> None:
    part = part_of("amazons")
    table = tuple(participants(*part.tables[0]))
    settings = make_grade_settings(GAMES["amazons"], part)
    games = list(make_grade_pairings(part, settings, PROGRAM, [table], 0))
    assert [game.keys.index("bot") for game in games] == [0, 0, 1, 1, 2, 2]
    starts = {str(game.opening.make_position(GAMES["amazons"], dict(settings.options))) for game in games}
    assert len(starts) == 6


@pytest.mark.nightly
def test_our_own_entry_has_full_marks(tmp_path: Path) -> None:
    write_folder("pente", tmp_path / "entry")
    games = pairings_of(tmp_path / "entry", "game=20")
    marks = [
        mark_game(Finished(result), program_of(games[0]), PENTE, GAMES_PLAYED) for result in played(games, 2)
    ]
    sheet = GradeSheet(GRADING, (), marks, GAMES_PLAYED)
    assert sheet.points == PENTE.most
    assert sheet.is_clean
