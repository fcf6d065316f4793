"""Checks a board against the last one that this program wrote, to find cheating.

The last board is kept beside the input as `.NAME.last`, with the phase on a line before it. It says nothing about a
board of other dimensions, with other rows, or of a placement after a movement: that is another game. Who must
pass keeps the board that it saw. Nothing that goes wrong here ever costs the move.
"""

from __future__ import annotations

from ludus.entries.files import read_bounded, say, write_atomically
from ludus.games.amazons_board import FREE
from ludus.games.base import IllegalMove
from ludus.protocols.amazons import is_own_turn, make_own_turn
from ludus.protocols.amazons_file import LIMIT, State, find_place, read_state, write_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_FINDINGS = 8
_PLACEMENT, _MOVEMENT = b"placement", b"movement"


def audit(board: str, name: str, state: State, amazons: int) -> list[str]:
    """List what cannot have come about by the rules, each with its place; `amazons` is -1 in movement."""
    try:
        kept = _read_last(board, name)
        if kept is None:
            return []
        last, was_placement = kept
        if not _continues(last, state) or (amazons >= 0 and not was_placement):
            return []
        findings = list(_find_wrong(last, state, name, was_placement, amazons >= 0))
        if not findings and not was_placement and len(state.players) == 2:
            findings = list(_find_illegal_turn(last, state, name))
    except Exception as error:
        say(f"note: the audit failed: {type(error).__name__}")
        return []
    more = len(findings) - MOST_FINDINGS
    return findings if more <= 0 else [*findings[:MOST_FINDINGS], f"and {more} more places"]


def keep(board: str, name: str, state: State, amazons: int, *, again: bool = False) -> None:
    """Keep a board for the next audit; `again`: only in place of an older one."""
    place = _name_file(board, name)
    try:
        if place and (not again or read_bounded(place, 0)):
            phase = _MOVEMENT if amazons < 0 else _PLACEMENT
            write_atomically(place, phase + b"\n" + write_state(state))
    except OSError:
        # A folder that cannot be written, or no board so far: the next audit knows less.
        return


def _name_file(board: str, name: str) -> str:
    folder, slash, _ = board.rpartition("/")
    return "" if "/" in name else f"{folder}{slash}.{name}.last"


def _read_last(board: str, name: str) -> tuple[State, bool] | None:
    place = _name_file(board, name)
    try:
        phase, _, data = read_bounded(place, LIMIT).partition(b"\n")
        state = read_state(data)
    except (OSError, ValueError):
        return None
    return (state, phase == _PLACEMENT) if phase in (_PLACEMENT, _MOVEMENT) else None


def _continues(last: State, state: State) -> bool:
    """Whether both boards have the same size and the same first rows; otherwise it is another game."""
    return (
        (last.width, len(last.fields)) == (state.width, len(state.fields))
        and len(last.players) <= len(state.players)
        and all(
            (old.name, old.digit) == (new.name, new.digit)
            for old, new in zip(last.players, state.players, strict=False)
        )
    )


def _find_wrong(
    last: State, state: State, name: str, was_placement: bool, is_placement: bool
) -> Iterator[str]:
    own = next((row.digit for row in last.players if row.name == name), "")
    yield from _find_wrong_fields(last, state, own)
    yield from _find_wrong_rows(last, state, own, was_placement)
    yield from _find_wrong_scores(last, state, own, is_placement)


def _find_wrong_fields(last: State, state: State, own: str) -> Iterator[str]:
    """Find obstacles that vanished, own amazons that moved, and treasure or artifacts that appeared."""
    for square, (old, new) in enumerate(zip(last.fields, state.fields, strict=True)):
        if old == new:
            continue
        line, field = find_place(state, square)
        expected = ""
        if old[2] == "9" and new[2] != "9":
            expected = f"the obstacle {old} of the last board"
        elif own and (old[2] == own) != (new[2] == own):
            expected = "own amazons where they were" if old[2] == own else f"no new amazon of player {own}"
        elif new[0] not in (old[0], "0") or new[1] not in (old[1], "0"):
            expected = f"no more than {old} of the last board"
        elif old in FREE and new in FREE and new != "000":
            # Whoever lands there takes both, and so does an arrow.
            expected = f"{old} as before, or 000"
        if expected:
            yield f"line {line}, field {field}: expected {expected}, found '{new}'"


def _find_wrong_rows(last: State, state: State, own: str, was_placement: bool) -> Iterator[str]:
    """Find players who came too late, and amazons too many or too few."""
    for number, row in enumerate(state.players):
        line = state.height + 2 + number
        is_new = number >= len(last.players)
        if is_new and not was_placement:
            yield f"line {line}: expected no new player after the placement, found '{row.name}'"
            continue
        before, now = last.fields.count(f"00{row.digit}"), state.fields.count(f"00{row.digit}")
        most = before + (was_placement and row.digit != own)
        if row.digit != own and not before <= now <= most:
            expected = f"{before} amazons" if before == most else f"{before} or {most} amazons"
            yield f"line {line}, field 2: expected {expected} of player {row.digit}, found {now}"


def _find_wrong_scores(last: State, state: State, own: str, is_placement: bool) -> Iterator[str]:
    """Find scores that fell, rose in placement, or rose by more than what is gone from the board."""
    gone = sum(
        int(old[0]) for old, new in zip(last.fields, state.fields, strict=True) if old != new and old in FREE
    )
    before = {row.digit: row.score for row in last.players}
    gained = 0
    for line, row in enumerate(state.players, start=state.height + 2):
        score = before.get(row.digit, 0)
        if row.score < score or (row.score > score and (is_placement or row.digit == own)):
            yield f"line {line}, field 3: expected the score {score}, found {row.score}"
            continue
        gained += row.score - score
        if gained > gone:
            yield f"line {line}, field 3: expected at most {gone} more points in all, found {gained}"
            return


def _find_illegal_turn(last: State, state: State, name: str) -> Iterator[str]:
    """Check the opponent's turn, which is known exactly if there is one opponent."""
    if last == state:
        return
    opponent = next(row.name for row in state.players if row.name != name)
    position = make_own_turn(last, opponent, 0)
    if not is_own_turn(position, opponent, 0):
        place = next(
            (square for square, field in enumerate(state.fields) if field != last.fields[square]), None
        )
        line, field = (1, 0) if place is None else find_place(state, place)
        yield f"line {line}, field {field}: expected no change, since {opponent} cannot move, found one"
        return
    from ludus.protocols.amazons_turn import Unsettled, explain

    try:
        explain(position, state)
    except Unsettled:
        # Neither found nor refuted, so there is nothing to report.
        return
    except IllegalMove as error:
        yield f"line 1: expected a legal turn of {opponent} since the last board, found none: {error}"
