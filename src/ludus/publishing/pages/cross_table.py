"""Everybody against everybody: a table of coloured numbers, or, for many entrants, a drawing.

The colour repeats what the number says. A drawing of forty thousand numbers has no text; each contestant's page lists
its own, and a file for spreadsheets holds them all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ludus.publishing.pages.charts import LEVELS, choose_level
from ludus.publishing.pages.document import Page, write_table
from ludus.publishing.tournament_view import TournamentView
from ludus.terminal.standings import write_cross_csv
from ludus.tournaments.standings import Standing, Standings
from ludus.web.html import Content, Html, tag

MOST_INLINE, MOST_AS_TABLE = 16, 40
"""Up to how many entrants the cross table is on the page of the tournament, and up to how many there is one at all."""
SIZE = 8
"""The side of a cell of the drawing."""


def write_cross_page(page: Page, view: TournamentView) -> str:
    """Write the cross table on a page of its own."""
    standings = view.standings
    is_table = len(standings.lines) <= MOST_AS_TABLE
    shown = write_cross_table(page, standings) if is_table else _draw_cross(page, standings.lines)
    file = page.link(view.name_page("cross.csv"), "The numbers for a spreadsheet", download="")
    return page.write(
        tag("h1", page.title),
        tag("p", _explain(is_table), " ", file, class_="note"),
        _write_key(),
        shown,
        scripts=("tables.js",),
        back=(view.name_page("index.html"), view.title),
    )


def write_cross_file(page: Page, standings: Standings) -> str:
    """Write the cross table for a spreadsheet, under the names of the site."""
    call = page.site.names.call
    lines = [
        _rename(line, call(line.key), {call(key): found for key, found in line.against.items()})
        for line in standings.lines
    ]
    return f"{write_cross_csv(lines)}\n"


def write_cross_table(page: Page, standings: Standings) -> Html:
    """Write the points of each against each other as a table."""
    lines = standings.lines
    head: list[Content] = [tag("th", "Entrant", scope="col")]
    head += [
        tag("th", str(number), tag("span", f" {line.name}", class_="unseen"), class_="number", scope="col")
        for number, line in enumerate(lines, start=1)
    ]
    rows = [
        tag(
            "tr",
            tag("th", f"{number}. ", page.call(line.key), scope="row"),
            [_write_cell(line, other) for other in lines],
        )
        for number, line in enumerate(lines, start=1)
    ]
    table = write_table("Points of each row against each column", head, rows, class_="cross")
    return tag("div", table, class_="scroll", role="region", tabindex=0, aria_label="Cross table")


def _write_cell(line: Standing, other: Standing) -> Html:
    if line is other:
        return tag("td", class_="self")
    points, games = line.against.get(other.key, (0, 0))
    if not games:
        return tag("td")
    text = f"{points:g}" if games == 1 else f"{points:g}/{games:g}"
    return tag("td", text, class_=f"number heat-{choose_level(points / games)}")


def _draw_cross(page: Page, lines: Sequence[Standing]) -> Html:
    """Draw all meetings; cells of one colour are one path, because an element for each would be slow."""
    paths: dict[int, list[str]] = defaultdict(list)
    for row, line in enumerate(lines):
        for col, other in enumerate(lines):
            points, games = line.against.get(other.key, (0, 0))
            if games:
                place = f"M{col * SIZE} {row * SIZE}h{SIZE}v{SIZE}h-{SIZE}z"
                paths[choose_level(points / games)].append(place)
    size = len(lines) * SIZE
    drawing = tag(
        "svg",
        tag("rect", class_="field", width=size, height=size),
        [tag("path", class_=f"heat-{level}", d="".join(paths[level])) for level in sorted(paths)],
        viewBox=f"0 0 {size} {size}",
        role="img",
        aria_label=f"Results of {len(lines)} entrants against each other, in the order of the standings",
    )
    return tag(
        "div",
        tag("div", drawing, class_="map", data_size=len(lines)),
        tag("output", "", class_="found"),
        tag(
            "ol",
            [tag("li", page.call(line.key), data_met=_list_met(line, lines)) for line in lines],
            class_="names",
        ),
        class_="heat-map",
    )


def _list_met(line: Standing, lines: Sequence[Standing]) -> str:
    """List points and games against each column for the script that shows them."""
    met = (line.against.get(other.key) for other in lines)
    return " ".join(f"{found[0]:g}/{found[1]:g}" if found else "" for found in met)


def _explain(is_table: bool) -> str:
    if is_table:
        return "Points of each row against each column, in the order of the standings."
    return (
        "Each row shows how one entrant did against all others, in the order of the standings;"
        " the page of an entrant lists the same as numbers."
    )


def _write_key() -> Html:
    cells = [tag("span", class_=f"heat-{level}") for level in range(LEVELS + 1)]
    return tag(
        "p", "lost all ", tag("span", cells, class_="key", aria_hidden="true"), " won all", class_="note"
    )


def _rename(line: Standing, key: str, against: dict[str, list[float]]) -> Standing:
    from dataclasses import replace

    return replace(line, key=key, against=against)
