"""One page of HTML that shows matches: a table, how the games ended, the last position of each. It needs no server.

Names and reasons come from untrusted programs, so everything is escaped, and the page may load and run nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.arena.summary import Line, Summary
from ludus.games.base import Position, squares_of
from ludus.records.record import Record
from ludus.web.board import draw, escape_html

_STYLE = """
:root { color-scheme: light dark; --ink: #1d1f21; --soft: #5c6370; --paper: #faf9f5; --card: #fff; --line: #0002; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e3; --soft: #9aa2ae; --paper: #16181b; --card: #1f2226; --line: #fff2; } }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { margin: 0; } h2 { margin: 0 0 .5rem; text-transform: capitalize; } p.note { color: var(--soft); margin: .3rem 0 1.2rem; }
main { display: grid; gap: 1.2rem; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.2rem; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 500; } td, th { padding: .15rem .5rem .15rem 0; } td.number, th.number { text-align: right; white-space: nowrap; }
svg.board { width: 100%; max-width: 26rem; border-radius: 6px; display: block; margin: .8rem auto; font-family: system-ui, sans-serif; font-weight: 600; }
ul { margin: .3rem 0; padding-left: 1.2rem; } small { color: var(--soft); overflow-wrap: anywhere; }
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A match as the page shows it."""

    title: str
    summary: Summary
    record: Record
    """One of its games, of which the last position is drawn."""
    last: Position


def page(title: str, note: str, matches: Sequence[Shown]) -> str:
    """Write the page."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    sections = "\n".join(_write_section(match) for match in matches)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape_html(title)}</title><style>{_STYLE}</style></head>\n"
        f'<body><h1>{escape_html(title)}</h1><p class="note">{escape_html(note)}</p>\n<main>\n{sections}\n</main></body></html>\n'
    )


def _write_section(match: Shown) -> str:
    rows = "\n".join(_write_row(line) for line in match.summary.lines)
    head = '<tr><th>player</th><th class="number">points</th><th class="number">Elo ± 95 %</th><th class="number">ms a move</th></tr>'
    endings = "".join(
        f"<li>{count} {'game' if count == 1 else 'games'}: {escape_html(ending.reason or ending.kind)}</li>"
        for ending, count in match.summary.endings.most_common()
    )
    record = match.record
    names = " against ".join(seat.name for seat in record.players)
    words = f"{names}: {record.verdict.reason}, {len(record.moves)} moves"
    marked = squares_of(record.moves[-1]) if record.moves else ()
    return (
        f"<section><h2>{escape_html(match.title)}</h2>\n<table>{head}\n{rows}</table>\n<ul>{endings}</ul>\n"
        f"{draw(match.last, marked, words)}<small>{escape_html(words)}</small><br><small>{escape_html(_describe_meters(record))}</small></section>"
    )


def _write_row(line: Line) -> str:
    found = line.estimate()
    numbers = (
        f"{line.points:g}/{line.games}",
        f"{round(found.elo):+d} ± {found.error:.0f}",
        f"{line.seconds_a_move * 1000:.3g}",
    )
    cells = "".join(f'<td class="number">{number}</td>' for number in numbers)
    return f"<tr><td>{escape_html(line.name)}</td>{cells}</tr>"


def _describe_meters(record: Record) -> str:
    """Describe how each program was contained and metered."""
    told = [f"{seat.name}: {seat.tier}, metered by {seat.meter}" for seat in record.players if seat.tier]
    return "; ".join(told)
