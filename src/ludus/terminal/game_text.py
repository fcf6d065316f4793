"""A recorded game as plain text: its head, its moves by number and seat, the turns that were lost, and how it ended.

What programs have said, and their names, is untrusted text.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.base import Position
from ludus.records.events import BY_RULES, Offence
from ludus.records.record import DECISION, Evaluation, Record
from ludus.terminal.table import WIDTH, measure, shorten, wrap
from ludus.text import make_printable

GAP = 3
"""Blanks between two columns of moves."""


def sum_up(record: Record) -> str:
    """Sum up a game in one line."""
    names = " - ".join(seat.name for seat in record.players)
    scores = "-".join(f"{score:g}" for score in record.verdict.scores)
    verdict = record.verdict
    words = (
        record.id,
        record.game,
        names,
        scores,
        f"{len(record.moves)} moves",
        f"{verdict.kind}: {verdict.reason}",
    )
    return make_printable("  ".join(word for word in words if word))


def describe_game(record: Record, seats: Sequence[int], start: Position) -> str:
    """Describe a whole game without its boards; `seats` made its moves."""
    facts = {
        "began": record.started,
        "clock": record.clock,
        "options": " ".join(f"{key}={value}" for key, value in record.options),
        "opening": record.opening.strip("| "),
        "decision": dict(record.tags).get(DECISION, ""),
    }
    head = [sum_up(record), *(f"{name}: {make_printable(value)}" for name, value in facts.items() if value)]
    return "\n".join([*head, "", *list_moves(record, seats, start), "", *describe_end(record, start)])


def list_moves(record: Record, seats: Sequence[int], start: Position) -> list[str]:
    """List the moves with their numbers, each seat in its own column, and between them the turns that were lost."""
    cells = [f"{number:>3}. {move}" for number, move in enumerate(record.moves, start=1)]
    titles = [f"     {name_seat(record, seat, start)}" for seat in range(len(record.players))]
    width = max(map(measure, [*cells, *titles])) + GAP
    if width * len(titles) > WIDTH:
        # Too many seats to stand side by side: the widest that fits, and short names.
        width = max(WIDTH // len(titles), max(map(measure, cells), default=0) + GAP)
    lines = [_place({seat: shorten(title, width - GAP) for seat, title in enumerate(titles)}, width)]
    row: dict[int, str] = {}
    offences = list(record.offences)
    for number, (cell, seat) in enumerate(zip(cells, seats, strict=True), start=1):
        lost = [offence for offence in offences if offence.ply == number]
        if row and (lost or seat <= max(row)):
            lines.append(_place(row, width))
            row = {}
        lines += [describe_offence(offence, start) for offence in lost]
        row[seat] = cell
    lines += [_place(row, width)] if row else []
    return lines + [describe_offence(offence, start) for offence in offences if offence.ply > len(cells)]


def describe_offence(offence: Offence, position: Position) -> str:
    """Say which turn was lost, and why."""
    out = ", and is out" if offence.is_out else ""
    seat = position.seat_name(offence.seat)
    text = f"{offence.ply:>3}. {seat} loses its turn{out}: {offence.kind}: {offence.reason}"
    return wrap(make_printable(text), 5)


def describe_end(record: Record, position: Position) -> list[str]:
    """Say how the game ended, with the points and the times."""
    verdict = record.verdict
    by = "" if verdict.kind == BY_RULES else f"{verdict.kind}: "
    lines = [wrap(make_printable(f"end: {by}{verdict.reason}"), 5)]
    for seat in range(len(record.players)):
        score = f"score {verdict.scores[seat]:g}"
        points = f", points {record.points[seat]:.3g}" if record.points else ""
        out = ", disqualified" if seat in verdict.out else ""
        lines.append(
            f"  {name_seat(record, seat, position)}: {score}{points}, {record.used[seat]:.3f} s{out}"
        )
    return lines


def name_seat(record: Record, seat: int, position: Position) -> str:
    """Name a seat and who sat there."""
    name, side = make_printable(record.players[seat].name), make_printable(position.seat_name(seat))
    return name if name == side else f"{side} ({name})"


def describe_evaluation(found: Evaluation) -> str:
    """Describe what somebody thought of a move."""
    return f"{found.score} (depth {found.depth})"


def _place(row: dict[int, str], width: int) -> str:
    """Put each cell into the column of its seat."""
    text = ""
    for seat, cell in sorted(row.items()):
        text += " " * (seat * width - measure(text)) + cell
    return text
