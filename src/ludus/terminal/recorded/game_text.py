"""A recorded game as plain text: its head, its moves by number and seat, the turns that were lost, and how it ended.

What programs have said, and their names, is untrusted text.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.base import Position
from ludus.records.events import BY_RULES, Offence
from ludus.records.record import DECISION, Evaluation, Record
from ludus.terminal.table import WIDTH, measure, wrap
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
        # Too many seats to stand side by side.
        cells = [f"{cell:<22} {titles[seat].strip()}" for cell, seat in zip(cells, seats, strict=True)]
        return [
            line for row in _split_rows(record, cells, [0] * len(cells), start) for line in _set_row(row, 0)
        ]
    rows = _split_rows(record, cells, seats, start)
    return [_place(dict(enumerate(titles)), width), *(line for row in rows for line in _set_row(row, width))]


_Row = dict[int, str] | str
"""Moves by their seats, or a turn that was lost."""


def _split_rows(record: Record, cells: Sequence[str], columns: Sequence[int], start: Position) -> list[_Row]:
    """Begin a new row where a column comes again, or a turn was lost."""
    rows: list[_Row] = []
    offences = list(record.offences)
    for number, (cell, column) in enumerate(zip(cells, columns, strict=True), start=1):
        while offences and offences[0].ply <= number:
            rows.append(describe_offence(offences.pop(0), start))
        last = rows[-1] if rows else ""
        if isinstance(last, str) or column <= max(last):
            rows.append({column: cell})
        else:
            last[column] = cell
    return rows + [describe_offence(offence, start) for offence in offences]


def _set_row(row: _Row, width: int) -> list[str]:
    return row.splitlines() if isinstance(row, str) else [_place(row, width)]


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
