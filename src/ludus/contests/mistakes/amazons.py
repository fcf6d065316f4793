"""Finds the rule of treasure Amazons that an illegal board breaks, and says what the right board would show."""

from __future__ import annotations

from ludus.contests.amazons_situations import FIELDS, OWN_ROW, PLACEMENT, PLAYER, SCORE
from ludus.contests.mistakes.amazons_turn import TurnTaken, find_score, list_changes
from ludus.contests.mistakes.mistake import Mistake
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import Contestant, find_chart
from ludus.protocols.amazons import BOARD
from ludus.protocols.amazons_file import State, read_state
from ludus.protocols.base import BadRequest
from ludus.turn import Reply, Turn


def find_mistake(turn: Turn, reply: Reply) -> Mistake | None:
    """Find what is wrong with the board of this reply; None where nothing stands out."""
    before = turn.position
    assert isinstance(before, Amazons)
    try:
        after = read_state(reply.files.get(BOARD, b""))
    except BadRequest as error:
        return _find_form_mistake(before, str(error))
    if (after.width, len(after.fields)) != (before.width, len(before.fields)):
        return None
    return _compare_rows(before, after) or (
        _compare_placement(before, after) if before.placement else TurnTaken(before, after).find()
    )


def _find_form_mistake(before: Amazons, error: str) -> Mistake | None:
    """Find the rule for a board that cannot be read."""
    if "before the ID" in error:
        return Mistake(PLACEMENT if before.placement else FIELDS)
    if "a row for each player" in error or "no other row has" in error:
        return Mistake(OWN_ROW if before.placement else PLAYER)
    return None


def _compare_rows(before: Amazons, after: State) -> Mistake | None:
    """Compare names, IDs and the scores of others."""
    own = before.seated[before.to_move]
    rule = OWN_ROW if before.placement else PLAYER
    rows = [row for row in before.seated if row.digit == own.digit or _is_told(before, row)]
    if [(row.name, row.digit) for row in rows] != [(row.name, row.digit) for row in after.players]:
        wanted = ", ".join(f"{row.name} {row.digit}" for row in rows)
        found = ", ".join(f"{row.name} {row.digit}" for row in after.players)
        return Mistake(rule, f"the player rows must be {wanted}; found {found or 'none'}")
    for want, have in zip(rows, after.players, strict=True):
        if want.digit != own.digit and want.score != have.score:
            return Mistake(
                SCORE, f"the score of {want.name} must stay {want.score}, and the board shows {have.score}"
            )
    return None


def _is_told(before: Amazons, row: Contestant) -> bool:
    """Whether a player's row is in the file: in placement rows come with the first amazon."""
    return not before.placement or f"00{row.digit}" in before.fields


def _compare_placement(before: Amazons, after: State) -> Mistake:
    own = before.seated[before.to_move]
    names = find_chart(len(before.fields) // before.width, before.width).names
    placed = [square for square in list_changes(before, after) if after.fields[square] == f"00{own.digit}"]
    gain = find_score(after.players, own.digit) - own.score
    if gain and not _is_told(before, own):
        return Mistake(OWN_ROW, f"a new row begins with 0 points, and the score shows {gain:+}")
    if gain:
        return Mistake(PLACEMENT, f"nothing is collected in placement, and the score shows {gain:+}")
    if len(placed) != 1:
        return Mistake(
            PLACEMENT, f"one amazon is placed in a turn, and the board shows {len(placed)} new ones"
        )
    if before.fields[placed[0]][2] != "0":
        return Mistake(PLACEMENT, f"{names[placed[0]]} was {before.fields[placed[0]]}, which is not free")
    others = [square for square in list_changes(before, after) if square != placed[0]]
    where = ", ".join(f"{names[square]} {after.fields[square]}" for square in others[:3])
    return Mistake(PLACEMENT, f"only the field of the new amazon changes, and the board shows {where}")
