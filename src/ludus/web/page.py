"""One page of HTML that shows tournaments: standings, how the games ended, the last position of a game. It needs no server.

Names and reasons come from untrusted programs, so everything is escaped, and the page may load and run nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.games.base import Position, squares_of
from ludus.records.record import Record
from ludus.tournaments.standings import TREASURE, Standing, Standings, describe_end
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
    """A tournament as the page shows it."""

    title: str
    standings: Standings
    out: Sequence[str]
    """The names of those who could not play."""
    last: tuple[Record, Position] | None
    """One of its games, of which the last position is drawn; None where there is none."""


def page(title: str, note: str, tournaments: Sequence[Shown]) -> str:
    """Write the page."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    sections = "\n".join(_write_section(shown) for shown in tournaments)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape_html(title)}</title><style>{_STYLE}</style></head>\n"
        f'<body><h1>{escape_html(title)}</h1><p class="note">{escape_html(note)}</p>\n<main>\n{sections}\n</main></body></html>\n'
    )


def _write_section(shown: Shown) -> str:
    board = _write_game(*shown.last) if shown.last else ""
    return (
        f"<section><h2>{escape_html(shown.title)}</h2>\n{_write_table(shown.standings)}\n"
        f"<ul>{''.join(f'<li>{escape_html(note)}</li>' for note in _list_notes(shown))}</ul>\n{board}</section>"
    )


def _write_table(standings: Standings) -> str:
    """Write the standings, with the points of each against each other in the middle."""
    labels, lines = standings.list_labels(), standings.lines
    extra = ["treasure"] if TREASURE in standings.order else []
    head = ["", *(str(line.place) for line in lines), "points", *extra, "Elo ± 95 %"]
    rows = [_write_row("th", "player", head)]
    for line in lines:
        met = [_write_meeting(line, other) for other in lines]
        more = [f"{line.treasure:.6g}"] if extra else []
        cells = [str(line.place), *met, f"{line.points:.6g}/{line.games + line.byes:.6g}", *more]
        rows.append(_write_row("td", labels[line.key], [*cells, _write_rating(line)]))
    return f"<table>{''.join(rows)}</table>"


def _write_row(tag: str, name: str, cells: Sequence[str]) -> str:
    """Write a row: the first cell, the name, and the others."""
    first, *others = (f'<{tag} class="number">{escape_html(cell)}</{tag}>' for cell in cells)
    return f"<tr>{first}<{tag}>{escape_html(name)}</{tag}>{''.join(others)}</tr>\n"


def _write_meeting(line: Standing, other: Standing) -> str:
    if line is other:
        return "·"
    points, games = line.against.get(other.key, (0, 0))
    return f"{points:g}/{games:g}" if games else ""


def _write_rating(line: Standing) -> str:
    return "" if line.rating is None else f"{round(line.rating):+d} ± {line.error:.0f}"


def _list_notes(shown: Shown) -> list[str]:
    """List how the games ended, and who stayed out."""
    labels = shown.standings.list_labels()
    ends = [
        f"{end.games} {'game' if end.games == 1 else 'games'}: {describe_end(end, labels)}"
        for end in shown.standings.reasons
    ]
    return ends + [f"{name} could not play" for name in shown.out]


def _write_game(record: Record, last: Position) -> str:
    names = " against ".join(seat.name for seat in record.players)
    words = f"{names}: {record.verdict.reason}, {len(record.moves)} moves"
    marked = squares_of(record.moves[-1]) if record.moves else ()
    return f"{draw(last, marked, words)}<small>{escape_html(words)}</small><br><small>{escape_html(_describe_meters(record))}</small>"


def _describe_meters(record: Record) -> str:
    """Describe how each program was contained and metered."""
    told = [f"{seat.name}: {seat.tier}, metered by {seat.meter}" for seat in record.players if seat.tier]
    return "; ".join(told)
