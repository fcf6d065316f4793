"""A recorded game, replayed for its page: the first board, and what each move changes on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from ludus.arena.inputs import trace_turns
from ludus.arena.replay import replay
from ludus.errors import LudusError
from ludus.games.base import Game, Position, squares_of
from ludus.publishing.identities import Identities
from ludus.records.record import Record
from ludus.web.board import BoardDrawing
from ludus.web.html import Html


@dataclass(frozen=True, slots=True)
class Step:
    """One move."""

    seat: int
    changes: dict[int, str]
    """The piece that each changed cell shows after the move, by its number; empty for none."""
    marked: list[int]
    """The cells that the move touched."""


@dataclass(frozen=True)
class ReplayedGame:
    """A game with its boards."""

    drawing: BoardDrawing
    start: list[str]
    """The piece in each cell at the beginning."""
    last: Position
    last_pieces: list[str]
    steps: list[Step]

    @cached_property
    def board(self) -> Html:
        """The last board, drawn once for all pages of the game."""
        return self.drawing.draw(
            self.last_pieces,
            self.steps[-1].marked if self.steps else (),
            f"The board after {len(self.steps)} moves",
            data_start=pack_pieces({place: piece for place, piece in enumerate(self.start) if piece}),
        )

    @cached_property
    def attributes(self) -> list[dict[str, str]]:
        """What each move says to the script."""
        return [
            {
                "data_set": pack_pieces(step.changes),
                "data_marks": " ".join(map(str, step.marked)),
            }
            for step in self.steps
        ]


def pack_pieces(pieces: Mapping[int, str]) -> str:
    """Write which cells show which pieces: `12:3 40:`."""
    return " ".join(f"{place}:{piece.rpartition('-')[2]}" for place, piece in pieces.items())


def rename_players(record: Record, names: Identities) -> Record:
    """Call the players of a record as the site does."""
    keys = [seated.key or seated.name for seated in record.players]
    players = tuple(
        replace(seated, key=key, name=names.call(key))
        for seated, key in zip(record.players, keys, strict=True)
    )
    return replace(record, players=players)


def replay_game(record: Record, games: Mapping[str, Game], prefix: str = "piece-") -> ReplayedGame | None:
    """Replay a game; None where its rules are not known here, or it contradicts them."""
    try:
        positions = list(replay(record, games))
        # Only offences make it hard to tell who moved.
        seats = (
            [position.to_move for position in positions]
            if not record.offences
            else trace_turns(record, games)[1]
        )
    except LudusError:
        return None
    drawing = BoardDrawing(positions[0], [seated.name for seated in record.players], prefix)
    start = drawing.list_pieces(positions[0])
    boards = [position.rows() for position in positions]
    steps = [
        Step(seat, drawing.compare(before, after), drawing.find_places(squares_of(move)))
        for seat, (before, after), move in zip(seats, pairwise(boards), record.moves, strict=False)
    ]
    return ReplayedGame(drawing, start, positions[-1], drawing.list_pieces(positions[-1]), steps)
