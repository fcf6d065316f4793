"""Words the results of a match: one line while it goes on, a table at the end, the same as JSON for scripts."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.arena.statistics import Estimate
from ludus.arena.summary import Ending, Line, Summary
from ludus.text import make_printable

PAIRS = ("LL", "LD", "DD/WL", "WD", "WW")
"""What the five results of a pair of games are called."""


def progress_line(summary: Summary, games: int, seconds: float) -> str:
    """Say in one line how the match stands."""
    first = summary.lines[0]
    points = " : ".join(f"{line.text} {line.points:g}" for line in summary.lines)
    pace = f", {summary.games / seconds:.1f} games/s" if seconds > 0 else ""
    return f"game {summary.games} of {games}: {points}, Elo {worded(first.estimate())}{pace}"


def worded(found: Estimate) -> str:
    """Give an Elo difference with its error bar."""
    return f"{round(found.elo):+d} ± {found.error:.0f}"


def table(summary: Summary, sides: Sequence[str]) -> str:
    """Set the results in a table; `sides` are what people call the seats."""
    head = ["", "player", "points", "score", "Elo ± 95 %", "better", *sides, "ms/move"]
    rows = [_row(number, line) for number, line in enumerate(summary.lines, start=1)]
    parts = [set_table([head, *rows])]
    if len(sides) == 2 and any(summary.lines[0].blocks):
        parts.append(pair_line(summary.lines[0].blocks))
    parts.append(_endings(summary))
    return "\n\n".join(part for part in parts if part)


def pair_line(counts: Sequence[int]) -> str:
    """Word the pairs of the first player."""
    words = ", ".join(f"{name} {count}" for name, count in zip(PAIRS, counts, strict=True))
    return f"pairs of the first player: {words}"


def as_json(summary: Summary, sides: Sequence[str]) -> dict[str, object]:
    """Give the results for scripts."""
    return {
        "games": summary.games,
        "given_up": summary.given_up,
        "players": [_line_as_json(line, sides) for line in summary.lines],
        "endings": [
            {"kind": ending.kind, "reason": ending.reason, "player": ending.player, "games": count}
            for ending, count in _sorted(summary)
        ],
    }


def _row(number: int, line: Line) -> list[str]:
    found = line.estimate()
    return [
        str(number),
        make_printable(line.text),
        f"{line.points:g}/{line.games}",
        f"{line.points / line.games:.1%}" if line.games else "-",
        worded(found),
        f"{found.superiority:.1%}",
        *("-".join(map(str, results)) for results in line.by_seat),
        f"{line.seconds_a_move * 1000:.3g}",
    ]


def set_table(rows: Sequence[Sequence[str]], left: Sequence[int] = (1,)) -> str:
    """Align the columns: names to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _endings(summary: Summary) -> str:
    lines = [f"{count:6}  {_ending(ending, summary)}" for ending, count in _sorted(summary)]
    if summary.given_up:
        lines.append(f"{summary.given_up:6}  given up: their workers died")
    return "\n".join(["endings", *lines])


def _ending(ending: Ending, summary: Summary) -> str:
    if ending.player is None:
        return make_printable(f"{ending.kind}: {ending.reason}")
    return make_printable(f"{ending.kind}: lost by {ending.player + 1} {summary.lines[ending.player].text}")


def _sorted(summary: Summary) -> list[tuple[Ending, int]]:
    """Put the most frequent endings first; equal ones by name, so that nothing depends on who finished first."""
    return sorted(
        summary.endings.items(),
        key=lambda found: (-found[1], found[0].kind, found[0].reason, found[0].player or 0),
    )


def _line_as_json(line: Line, sides: Sequence[str]) -> dict[str, object]:
    found = line.estimate()
    return {
        "player": line.text,
        "games": line.games,
        "points": line.points,
        "elo": round(found.elo, 2),
        "error": round(found.error, 2),
        "superiority": round(found.superiority, 5),
        "blocks": line.blocks,
        "seats": [
            {"seat": side, "won": won, "drawn": drawn, "lost": lost}
            for side, (won, drawn, lost) in zip(sides, line.by_seat, strict=True)
        ],
        "seconds_per_move": round(line.seconds_a_move, 9),
    }
