"""Sets text in columns and paragraphs that fit a terminal of 80 columns."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Sequence

WIDTH = 80
GAP = "  "
LEAST = 24
"""The minimum width of a long name; other columns are omitted first."""

VERBATIM = "    "
_STARTS = re.compile(rf"[-*] |\d+\. |{VERBATIM}")
"""How an item of a list and a line that is not to be touched begin."""

Rows = Sequence[Sequence[str]]


def measure(text: str) -> int:
    """Count the columns that a text takes: some letters take two, accents none."""
    if text.isascii():
        return len(text)
    return sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else not unicodedata.combining(letter)
        for letter in text
    )


def shorten(text: str, columns: int) -> str:
    """Cut a text to this many columns, with a mark where something is missing."""
    if measure(text) <= columns:
        return text
    while measure(text) > columns - 1:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrap(text: str, indent: int) -> str:
    """Break a text into lines; all but the first are indented."""
    return "\n".join(textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False))


def reflow(text: str) -> str:
    """Break paragraphs and lists anew if a line is too long; lines indented by four columns stay as they are."""
    if max(map(measure, text.splitlines()), default=0) <= WIDTH:
        return text
    parts: list[str] = []
    for line in text.splitlines():
        if not parts or not parts[-1] or not line or _STARTS.match(line):
            parts.append(line)
        else:
            parts[-1] += f" {line.strip()}"
    return "\n".join(map(_break, parts))


def _break(part: str) -> str:
    mark = _STARTS.match(part)
    indent = len(mark[0]) if mark else 0
    return part if not part or part.startswith(VERBATIM) else wrap(part, indent)


def set_table(rows: Rows, left: Sequence[int] = (1,)) -> str:
    """Align the columns: those of `left` to the left, numbers to the right."""
    widths = _measure_widths(rows)
    lines = []
    for row in rows:
        cells = []
        for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - measure(cell))
            cells.append(f"{cell}{blanks}" if column in left else f"{blanks}{cell}")
        lines.append(GAP.join(cells).rstrip())
    return "\n".join(lines)


def fit_table(rows: Rows, flexible: int, optional: Sequence[Sequence[int]] = ()) -> list[list[str]]:
    """Make a table fit: leave out optional columns, group by group, then shorten the flexible column."""
    kept = list(range(len(rows[0])))
    wanted = min(LEAST, _measure_widths(rows)[flexible])
    for group in optional:
        if _measure_space(rows, kept, flexible) >= wanted:
            break
        kept = [column for column in kept if column not in group]
    space = max(_measure_space(rows, kept, flexible), 1)
    return [
        [shorten(row[column], space) if column == flexible else row[column] for column in kept]
        for row in rows
    ]


def _measure_widths(rows: Rows) -> list[int]:
    return [max(measure(row[column]) for row in rows) for column in range(len(rows[0]))]


def _measure_space(rows: Rows, kept: Sequence[int], flexible: int) -> int:
    """Compute the width that is left for the flexible column."""
    widths = _measure_widths(rows)
    return WIDTH - sum(widths[column] for column in kept if column != flexible) - len(GAP) * (len(kept) - 1)
