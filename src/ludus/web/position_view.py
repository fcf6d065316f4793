"""Describes a position as JSON, with all that a page needs to draw it and to say how the game stands."""

from __future__ import annotations

from ludus.games.base import Outcome, Position

Json = dict[str, object]


def view_position(position: Position) -> Json:
    """Describe a position; the squares of a board do not change in a game, so they are told once elsewhere."""
    outcome = position.outcome()
    return {
        "text": str(position),
        "rows": [list(row) for row in position.rows()],
        "looks": list_looks(position),
        "seatNames": [position.seat_name(seat) for seat in range(position.seats)],
        "toMove": position.to_move,
        "over": outcome is not None,
        "outcome": None if outcome is None else _describe_outcome(outcome),
        "standing": list(position.standing()),
        "within": position.is_within_turn,
    }


def list_looks(position: Position) -> dict[str, Json]:
    """Say how each cell that is on the board looks."""
    cells = dict.fromkeys(cell for row in position.rows() for cell in row)
    return {cell: _describe_look(position, cell) for cell in cells}


def _describe_look(position: Position, cell: str) -> Json:
    look = position.look(cell)
    return {"owner": look.owner, "kind": look.kind, "words": look.words}


def _describe_outcome(outcome: Outcome) -> Json:
    return {"scores": list(outcome.scores), "reason": outcome.reason, "winners": list(outcome.winners)}
