"""`ludus replay`: step through a recorded game with the keyboard, or print it board by board into a pipe."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping

from ludus.arena.inputs import trace_moves
from ludus.cli.arguments import add_colour, add_game_files
from ludus.cli.file_arguments import add_file, add_recorded_game
from ludus.errors import BadOption
from ludus.exams.analysis import Analyst
from ludus.games.base import Game
from ludus.games.registry import list_games
from ludus.store.sources import choose_record, open_source
from ludus.terminal.board import wants_colour
from ludus.terminal.recorded.replay import (
    PlayedGame,
    compose,
    compose_details,
    describe_assessment,
    write_game,
)
from ludus.terminal.recorded.screen import Screen, is_terminal, take_screen

EXAMPLES = """\
  ludus replay games.jsonl 3               step through the third game
  ludus replay games.jsonl 3 --ply 21      begin after move 21
  ludus replay pente.store 00012 | less    every board, as plain text

keys: right or space one move on, left or b one back, PgDn and PgUp ten moves,
Home and End, '12 Enter' to move 12, e what the engine thinks of the move,
m the next mistake that 'ludus analyse --keep' has found, d details of the move
(standard error, the position as text), q quit"""
TEN = 10
FORWARD, BACK, LEAVE = ("right", " ", "l", "j", "n"), ("left", "b", "h", "k", "p"), ("q", "escape", "")
_STEPS = {**dict.fromkeys(FORWARD, 1), **dict.fromkeys(BACK, -1), "page-down": TEN, "page-up": -TEN}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which game, and where to begin."""
    add_file(parser, "a file of records, or a store")
    add_recorded_game(parser)
    parser.add_argument("--ply", metavar="K", type=int, default=0, help="begin after the first K moves")
    add_game_files(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Show the game."""
    games = list_games(tuple(options.files))
    game = PlayedGame.of(choose_record(open_source(options.file), options.game), games)
    if not 0 <= options.ply <= game.plies:
        raise BadOption(f"--ply: expected 0 to {game.plies}, found {options.ply}")
    if not is_terminal():
        for line in write_game(game):
            print(line)
        return 0
    with take_screen() as screen:
        _Viewer(game, games, screen, wants_colour(sys.stdout, options.color)).step_from(options.ply)
    return 0


class _Viewer:
    """Somebody who steps through a game."""

    def __init__(self, game: PlayedGame, rules: Mapping[str, Game], screen: Screen, colour: bool) -> None:
        self._game = game
        self._rules = rules
        self._screen = screen
        self._colour = colour
        self._analyst = Analyst()
        self._opinions: dict[int, str] = {}

    def step_from(self, ply: int) -> None:
        """Show the board after the first moves, and then what the keys ask for."""
        typed = ""
        while True:
            columns, lines = self._screen.size
            extra = [each for each in (self._opinions.get(ply), f"go to {typed}" if typed else "") if each]
            self._screen.show(compose(self._game, ply, extra, columns, lines, colour=self._colour))
            key = self._screen.read_key()
            if key in LEAVE:
                return
            if key == "d":
                self._screen.show(compose_details(self._game, ply, columns, lines))
                self._screen.read_key()
            elif key == "e" and ply:
                self._opinions[ply] = self._ask_engine(ply)
            typed, ply = self._follow(key, typed, ply)

    def _follow(self, key: str, typed: str, ply: int) -> tuple[str, int]:
        """Return the number typed so far, and the move to go to."""
        last = self._game.plies
        if key.isdecimal():
            return f"{typed}{key}"[-5:], ply
        if key in ("\n", "\r"):
            return "", min(int(typed or min(ply + 1, last)), last)
        if key == "m":
            return "", next((each for each in self._game.list_mistakes() if each > ply), ply)
        ends = {"home": 0, "g": 0, "end": last, "G": last}
        return "", ends[key] if key in ends else max(0, min(last, ply + _STEPS.get(key, 0)))

    def _ask_engine(self, ply: int) -> str:
        record = self._game.record
        turn = trace_moves(record, self._rules)[ply - 1]
        return describe_assessment(self._analyst.assess(turn, record.moves[ply - 1]))
