"""The screens of a replay: everything fits, and nothing that a program said reaches the terminal as it is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ludus.games import GAMES
from ludus.games.base import Position
from ludus.records.record import Analysis, Evaluation, Record
from ludus.score import Score
from ludus.terminal.recorded.replay import PlayedGame, compose, compose_details, write_game
from ludus.terminal.table import measure
from tests.arena.recording import record_moves

BOARDS = {
    "pente": GAMES["pente"].start(),
    "chezz": GAMES["chezz"].start(),
    "checkers": GAMES["checkers"].start(),
    "amazons": GAMES["amazons"].start(),
    "large amazons": GAMES["amazons"].start(size="20x20"),
    "eight at one board": GAMES["amazons"].start(players="8", amazons="1"),
}
HOSTILE = "exit code 0: \x1b[2J\x1b]0;mine\x07 \u202eevil"


def play_on(start: Position, plies: int = 6, note: str = "") -> Record:
    moves, position = list[str](), start
    for _ in range(plies):
        moves.append(position.moves()[0])
        position = position.play(moves[-1])
    return record_moves(start, " ".join(moves), "a b c d e f g h", note)


def strip_colour(line: str) -> str:
    return re.sub("\x1b\\[[0-9;]*m", "", line)


@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("board", BOARDS)
def test_every_screen_fits_24_lines_of_80_columns(board: str, colour: bool) -> None:
    game = PlayedGame.of(play_on(BOARDS[board], note=HOSTILE), GAMES)
    for ply in range(game.plies + 1):
        screen = compose(game, ply, ["an opinion"], 80, 24, colour=colour)
        assert len(screen) == 24
        assert max(measure(strip_colour(line)) for line in screen) <= 80
        assert len(compose_details(game, ply, 80, 24)) == 24


@pytest.mark.parametrize(("columns", "lines"), [(40, 10), (12, 4), (300, 90)])
def test_windows_of_other_sizes_are_filled_and_not_overrun(columns: int, lines: int) -> None:
    game = PlayedGame.of(play_on(BOARDS["large amazons"]), GAMES)
    screen = compose(game, 3, (), columns, lines, colour=False)
    assert len(screen) == lines
    assert max(map(measure, screen)) <= columns


@pytest.mark.parametrize("board", BOARDS)
def test_the_screen_shows_the_board_and_the_move(board: str) -> None:
    game = PlayedGame.of(play_on(BOARDS[board]), GAMES)
    text = " ".join(" ".join(compose(game, 1, (), 140, 40, colour=False)).split())
    assert f"1. {game.positions[0].seat_name(0)} (a): {game.record.moves[0]}" in text
    assert "0.250 s" in text


def test_what_a_program_said_is_escaped_on_screens_and_in_pipes() -> None:
    game = PlayedGame.of(play_on(BOARDS["pente"], note=HOSTILE), GAMES)
    shown = [
        *compose(game, 2, (), 200, 40, colour=False),
        *compose_details(game, 2, 80, 24),
        *write_game(game),
    ]
    assert any("\\x1b[2J" in line for line in shown)
    assert not any("\x1b" in line or "\u202e" in line or "\x07" in line for line in shown)


def test_the_last_screen_says_how_the_game_ended() -> None:
    game = PlayedGame.of(play_on(BOARDS["checkers"]), GAMES)
    assert "end: cut: 6 plies were played" in " ".join(compose(game, 6, (), 100, 30, colour=False))


def test_mistakes_are_known_from_the_evaluations_alone() -> None:
    """As in a store, which keeps no variations."""
    record = play_on(BOARDS["checkers"], 3)
    scores = (0.0, 0.0, -4.0)
    analysis = Analysis("x", tuple(Evaluation(Score.points(score), 1, 1) for score in scores))
    assert PlayedGame.of(replace(record, analysis=analysis), GAMES).list_mistakes() == []
    better = Analysis("x", tuple(Evaluation(Score.points(score), 1, 1) for score in (0.0, 3.0, -4.0)))
    assert PlayedGame.of(replace(record, analysis=better), GAMES).list_mistakes() == [1]
