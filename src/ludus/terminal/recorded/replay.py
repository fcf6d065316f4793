"""A recorded game, move by move: what is known of each, as text, and beside its board on a screen.

→ ← or space, b    one move on, one back        12 Enter   to move 12
PgDn PgUp          ten moves                    e          what does the engine think of this move?
Home End           the first, the last          m          to the next mistake that an analysis has found
d                  all that is known of a move  q          leave
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ludus.arena.inputs import trace_turns
from ludus.arena.replay import replay
from ludus.exams.analysis import MISTAKE, Assessment, choose_scale
from ludus.games.base import Game, Position, squares_of
from ludus.records.record import Record
from ludus.terminal.board import draw, write_caption
from ludus.terminal.recorded.game_text import (
    describe_end,
    describe_evaluation,
    describe_game,
    describe_offence,
    name_seat,
)
from ludus.terminal.table import measure, shorten
from ludus.text import make_printable

KEYS = "←→ move  PgDn/Up ten  Home End  12⏎ go to  e engine  m mistake  d more  q quit"
PANEL = 16
"""The columns that must be free beside a board; with fewer the words stand below it."""
_COLOUR = re.compile("\x1b\\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with all its positions."""

    record: Record
    positions: list[Position]
    """The start, and the position after each move."""
    seats: tuple[int, ...]
    """Who made each move."""

    @classmethod
    def of(cls, record: Record, games: Mapping[str, Game]) -> PlayedGame:
        """Replay a record; raise `BadRecord` where it contradicts the rules."""
        return cls(record, list(replay(record, games)), trace_turns(record, games)[1])

    @property
    def plies(self) -> int:
        """Count the moves."""
        return len(self.record.moves)

    def list_mistakes(self) -> list[int]:
        """List the moves that an analysis has better ones for, or after which it thinks less of the seat."""
        found = {variation.ply for variation in self.record.variations}
        analysis = self.record.analysis
        if analysis is not None and self.positions[0].seats == 2:
            steps = pairwise(zip(self.seats, analysis.evaluations, strict=True))
            for ply, ((seat, before), (other, after)) in enumerate(steps, start=1):
                if before is not None and after is not None:
                    scale = choose_scale(self.positions[ply - 1])
                    share = scale.find_share(after.score)
                    lost = scale.find_share(before.score) - (share if seat == other else 1 - share)
                    found |= {ply} if lost >= MISTAKE else set()
        return sorted(found)

    def draw(self, ply: int, *, colour: bool) -> list[str]:
        """Draw the board after the first moves."""
        marked = squares_of(self.record.moves[ply - 1]) if ply else ()
        return draw(self.positions[ply], colour=colour, marked=marked).splitlines()

    def describe(self, ply: int) -> list[str]:
        """Tell what is known of a move, and at the end how the game ended; 0 is before the first."""
        record, start = self.record, self.positions[0]
        lines = self._describe_move(ply) if ply else [" - ".join(_list_names(record, start))]
        # What happened between this move and the next.
        lines += [describe_offence(lost, start) for lost in record.offences if lost.ply == ply + 1]
        return lines + (describe_end(record, start) if ply == self.plies else [])

    def _describe_move(self, ply: int) -> list[str]:
        record, number = self.record, ply - 1
        name = name_seat(record, self.seats[number], self.positions[0])
        lines = [f"{ply}. {name}: {make_printable(record.moves[number])}", f"{record.seconds[number]:.3f} s"]
        own = record.evaluations[number] if record.evaluations else None
        if own is not None:
            lines.append(f"it thought {describe_evaluation(own)}")
        analysis = record.analysis.evaluations[number] if record.analysis else None
        if analysis is not None:
            lines.append(f"analysis: {describe_evaluation(analysis)}")
        lines += [
            make_printable(f"instead {' '.join(variation.moves)} ({variation.note})")
            for variation in record.variations
            if variation.ply == ply
        ]
        if record.notes and record.notes[number]:
            lines.append(make_printable(record.notes[number]))
        return lines


def _list_names(record: Record, start: Position) -> Iterator[str]:
    return (name_seat(record, seat, start) for seat in range(len(record.players)))


def write_game(game: PlayedGame) -> Iterator[str]:
    """Write the whole game for a pipe: its head, each board, and what is known of each move."""
    yield describe_game(game.record, game.seats, game.positions[0])
    for ply in range(game.plies + 1):
        yield ""
        yield from game.describe(ply)
        yield from game.draw(ply, colour=False)
        yield write_caption(game.positions[ply])


def describe_assessment(found: Assessment) -> str:
    """Say what the engine thinks of a move."""
    most = "at most " if found.is_bound else ""
    if found.move == found.thought.move:
        return f"the engine plays it, too: {found.best}"
    words = f"the engine: {most}{found.worth}; {' '.join(found.line)} is {found.best}"
    return f"{words}, {100 * found.lost:.0f} % lost" if found.is_mistake else words


def compose(
    game: PlayedGame, ply: int, extra: Sequence[str], columns: int, lines: int, *, colour: bool
) -> list[str]:
    """Compose a screen: the board, beside or below it what is known of the move, and the keys in the last line."""
    board = game.draw(ply, colour=colour)
    if _measure(board) > columns:
        board = [shorten(line, columns) for line in game.draw(ply, colour=False)]
    details = [*game.describe(ply), *extra, write_caption(game.positions[ply])]
    room, width = lines - 1, _measure(board)
    if columns - width > PANEL:
        screen = _put_beside(board, details, game, ply, width, columns, room)
    else:
        below = _fold(details, columns)
        screen = board[:room] + _cut(below, max(0, room - len(board)), columns)
    return [*screen[:room], *[""] * (room - len(screen)), shorten(KEYS, columns - 1)]


def compose_details(game: PlayedGame, ply: int, columns: int, lines: int) -> list[str]:
    """Compose a screen of all that is known of a move."""
    details = _fold(
        [*game.describe(ply), write_caption(game.positions[ply]), f"{game.positions[ply]}"], columns
    )
    room = lines - 1
    return [*_cut(details, room, columns), *[""] * (room - len(details)), "any key: back to the board"]


def _put_beside(
    board: list[str], details: list[str], game: PlayedGame, ply: int, width: int, columns: int, room: int
) -> list[str]:
    wide = columns - width - 3
    panel = _cut(_fold(details, wide), room, wide)
    panel += _list_around(game, ply, room - len(panel) - 1, wide)
    screen = []
    for number in range(max(len(board), len(panel))):
        left = board[number] if number < len(board) else ""
        blanks = " " * (width - _measure([left]) + 2)
        screen.append(f"{left}{blanks}{panel[number]}" if number < len(panel) else left)
    return screen


def _list_around(game: PlayedGame, ply: int, room: int, wide: int) -> list[str]:
    """List the moves around this one, as many as there is room for."""
    if room < 3:
        return []
    first = max(1, min(ply - room // 2, game.plies - room + 1))
    moves = game.record.moves
    return [
        "",
        *(
            shorten(f"{'>' if number == ply else ' '}{number:>2}. {make_printable(moves[number - 1])}", wide)
            for number in range(first, min(first + room, game.plies + 1))
        ),
    ]


def _fold(texts: Sequence[str], columns: int) -> list[str]:
    """Break texts into lines that fit."""
    return [
        line
        for text in texts
        for part in text.splitlines()
        for line in textwrap.wrap(part, max(columns - 1, 10), break_on_hyphens=False) or [""]
    ]


def _cut(lines: list[str], room: int, columns: int) -> list[str]:
    """Leave out what there is no room for, and say so."""
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], shorten("… (d: all)", columns)] if room else []


def _measure(lines: Sequence[str]) -> int:
    return max((measure(_COLOUR.sub("", line)) for line in lines), default=0)
