"""What the engine thinks of a game, as text: a row for each mistake, and the evaluation as a graph of characters."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.exams.analysis import BLUNDER, Assessment
from ludus.games.base import Position
from ludus.records.record import Record
from ludus.terminal.recorded.game_text import name_seat
from ludus.terminal.table import WIDTH, measure, shorten
from ludus.text import make_printable

HIGH = 9
"""Lines of the graph."""
MARGIN = 12
_NAME, _MOVE, _SCORE = 18, 12, 11


def write_head() -> str:
    """Write the head of the table of mistakes."""
    return _write_row("move", "seat", "played", "worth", "best was", "lost", "better")


def write_mistake(found: Assessment, record: Record, position: Position) -> str:
    """Write the row of a mistake."""
    most = "at most " if found.is_bound else ""
    lost = f"{100 * found.lost:.0f} %{'!' if found.lost >= BLUNDER else ' '}"
    return _write_row(
        f"{found.ply}",
        name_seat(record, found.seat, position),
        found.move,
        f"{most}{found.worth}",
        f"{found.best}",
        lost,
        " ".join(found.line),
    )


def _write_row(ply: str, seat: str, move: str, worth: str, best: str, lost: str, line: str) -> str:
    seat, move = shorten(make_printable(seat), _NAME), make_printable(move)
    row = f"{ply:>4}  {seat}{' ' * (_NAME - measure(seat))}  {move:{_MOVE}}{worth:>{_SCORE}}{best:>{_SCORE}}{lost:>7}  "
    # Whole moves only, as many as fit on the line.
    words = make_printable(line).split()
    while len(words) > 1 and measure(row) + len(" ".join(words)) > WIDTH:
        words.pop()
    return f"{row}{' '.join(words)}".rstrip()


def list_shares(found: Sequence[Assessment], seats: int) -> dict[int, list[tuple[int, float]]]:
    """List the evaluation before each move by the seat whose view it is: with two seats that of the first."""
    shares: dict[int, list[tuple[int, float]]] = {}
    for each in found:
        seat, share = each.seat, each.share
        if seats == 2 and seat == 1:
            seat, share = 0, 1 - share
        shares.setdefault(seat, []).append((each.ply, share))
    return shares


def draw_graph(found: Sequence[Assessment], position: Position) -> str:
    """Draw the evaluation over the moves; below it a mark shows each mistake."""
    moves = len(found)
    columns = min(moves, WIDTH - MARGIN - 1)
    rows = [[" "] * columns for _ in range(HIGH)]
    rows[HIGH // 2] = ["·"] * columns
    marks = [" "] * columns

    def find(ply: int) -> int:
        return (ply - 1) * columns // moves

    for seat, shares in list_shares(found, position.seats).items():
        for ply, share in shares:
            mark = "*" if position.seats <= 2 else f"{seat + 1}"
            rows[round((1 - share) * (HIGH - 1))][find(ply)] = mark
    for each in found:
        if each.is_mistake and marks[find(each.ply)] != "!":
            marks[find(each.ply)] = "!" if each.lost >= BLUNDER else "?"
    names = _name_levels(position)
    lines = [
        f"{shorten(names.get(number, ''), MARGIN - 1):>{MARGIN - 1}} {''.join(row)}".rstrip()
        for number, row in enumerate(rows)
    ]
    axis = f"{'':{MARGIN}}{1:<{max(1, columns - len(str(moves)))}}{moves if columns > 4 else ''}"
    return "\n".join([*lines, f"{'mistakes':>{MARGIN - 1}} {''.join(marks)}".rstrip(), axis.rstrip()])


def _name_levels(position: Position) -> dict[int, str]:
    """Name what the top, the middle and the bottom of the graph mean."""
    if position.seats == 2:
        return {0: position.seat_name(0), HIGH // 2: "even", HIGH - 1: position.seat_name(1)}
    return {0: "ahead", HIGH // 2: "even", HIGH - 1: "behind"}


def sum_up_mistakes(found: Sequence[Assessment], record: Record, position: Position) -> list[str]:
    """Say for each seat how many mistakes it made, and which cost the most."""
    lines = []
    for seat in range(position.seats):
        own = [each for each in found if each.seat == seat]
        worst = max(own, key=lambda each: each.lost, default=None)
        mistakes = sum(each.is_mistake for each in own)
        text = f"{name_seat(record, seat, position)}: {len(own)} moves, {mistakes} mistake{'s' * (mistakes != 1)}"
        if worst is not None and worst.is_mistake:
            text += f"; move {worst.ply} cost the most: {make_printable(worst.line[0])} was better than {make_printable(worst.move)}"
        lines.append(f"{text}{_describe_lost_turns(record, seat)}")
    return lines


def _describe_lost_turns(record: Record, seat: int) -> str:
    """Say which turns a seat lost by misconduct, which no engine sees."""
    lost = [f"{offence.kind} at move {offence.ply}" for offence in record.offences if offence.seat == seat]
    if record.verdict.seat == seat:
        lost.append(f"{record.verdict.kind} at move {len(record.moves) + 1}")
    return f"; lost by misconduct: {', '.join(lost)}" if lost else ""
