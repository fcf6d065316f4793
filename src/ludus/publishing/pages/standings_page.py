"""The page of a tournament: its standings, how each did against each other, how the games ended, what was decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ludus.publishing.pages.charts import Scale, choose_scale, draw_axis, draw_interval, draw_results
from ludus.publishing.pages.cross_table import MOST_INLINE, write_cross_table
from ludus.publishing.pages.document import Page, count, write_facts, write_filter, write_section, write_table
from ludus.publishing.pages.game_list import find_lists
from ludus.publishing.tournament_view import TournamentView
from ludus.store.stored import Decision
from ludus.tournaments.standings import BUCHHOLZ, POINTS, ROUND, SCORE, TREASURE, Ended, Standing, Standings
from ludus.web.html import Content, Html, tag

LONG = 25
"""Tables of more rows get a field to search them."""
ORDER = {POINTS: "points", SCORE: "points per game", BUCHHOLZ: "Buchholz", ROUND: "the round reached"}
COLUMNS = {TREASURE: "treasure", BUCHHOLZ: "Buchholz", SCORE: "per game"}
"""Criteria that have a column of their own where they decide."""


def write_tournament(page: Page, view: TournamentView, back: tuple[str, str] | None, *extra: Content) -> str:
    """Write the page; `extra` comes between the standings and the rest."""
    standings = view.standings
    return page.write(
        tag("h1", page.title),
        tag("p", _describe(view), class_="note"),
        [tag("p", warning, class_="warning") for warning in standings.warnings],
        write_section("Standings", *write_standings(page, standings)),
        *extra,
        _write_cross(page, view),
        write_section("How the games ended", _write_reasons(page, standings)) if standings.reasons else "",
        _write_out(page, view),
        write_decisions(page, view),
        write_section("Rules of this tournament", write_facts(view.rules)) if view.rules else "",
        scripts=("tables.js",),
        back=back,
    )


def _describe(view: TournamentView) -> str:
    parts = [
        view.game.capitalize(),
        count(len(view.standings.lines), "entrant"),
        count(view.standings.games, "game"),
    ]
    parts += [f"began {view.began[:10]}"] if view.began else []
    return " · ".join(part for part in parts if part)


def write_standings(page: Page, standings: Standings, id_: str | None = "standings") -> Iterator[Content]:
    """Write the table, and how it is to be read."""
    scale = choose_scale(standings.lines)
    extra = [criterion for criterion in COLUMNS if criterion in standings.order]
    head: list[Content] = [
        tag("th", "#", tag("span", "Place", class_="unseen"), class_="number", scope="col"),
        tag("th", "Entrant", scope="col"),
        tag("th", "Points", class_="number", scope="col"),
    ]
    if scale:
        head.append(
            tag("th", tag("span", "Rating, with error bars", class_="unseen"), draw_axis(scale), scope="col")
        )
        head.append(tag("th", "Elo ± 95 %", class_="number wide", scope="col"))
    head.append(tag("th", "Won – drawn – lost", class_="number wide", scope="col"))
    head += [tag("th", COLUMNS[criterion], class_="number wide", scope="col") for criterion in extra]
    rows = [_write_line(page, line, scale, extra) for line in standings.lines]
    if id_ and len(rows) > LONG:
        yield write_filter(id_, "Find an entrant")
    yield write_table("Standings", head, rows, id=id_, class_="standings")
    yield tag("p", _explain(standings, scale), class_="note")


def _write_line(page: Page, line: Standing, scale: Scale | None, extra: Sequence[str]) -> Html:
    cells: list[Content] = [
        tag("td", str(line.place), class_="number place"),
        tag("th", page.call(line.key), scope="row"),
        tag("td", write_share(line.points, line.games + line.byes), class_="number"),
    ]
    if scale:
        is_rated = line.rating is not None and line.error is not None
        drawing = draw_interval(line.rating or 0, line.error or 0, scale) if is_rated else ""
        cells.append(tag("td", drawing, class_="drawing"))
        cells.append(tag("td", write_rating(line), class_="number wide"))
    results = f"{line.won} – {line.drawn} – {line.lost}"
    cells.append(tag("td", draw_results(line.won, line.drawn, line.lost), results, class_="number wide"))
    cells += [tag("td", f"{getattr(line, criterion):.6g}", class_="number wide") for criterion in extra]
    return tag("tr", *cells)


def write_share(points: float, games: float) -> Html:
    """Write points out of games."""
    return tag("span", f"{points:.6g}", tag("span", f" / {games:.6g}", class_="soft"))


def write_rating(line: Standing) -> str:
    """Write a rating with its error."""
    if line.rating is None:
        return "–"
    return f"{round(line.rating):+d} ± {line.error:.0f}".replace("-", "−")


def _explain(standings: Standings, scale: Scale | None) -> str:
    order = ", then ".join(ORDER.get(criterion, criterion) for criterion in standings.order)
    text = f"Ordered by {order}."
    if scale:
        text += (
            " The bars are 95 % intervals: where two overlap widely, the games do not tell who is stronger."
        )
    if standings.first_seat is not None:
        elo, error = standings.first_seat
        text += f" The first seat is worth {round(elo):+d} ± {error:.0f} Elo.".replace("-", "−")
    return text


def _write_cross(page: Page, view: TournamentView) -> Content:
    lists = find_lists(view)
    links: list[Content] = [page.link(path, name) for path, name in lists.items()]
    games = tag("p", "All games: ", _separate(links), class_="links") if links else ""
    if len(view.standings.lines) < 2:
        return games
    if len(view.standings.lines) <= MOST_INLINE:
        return write_section("Everybody against everybody", write_cross_table(page, view.standings), games)
    link = page.link(view.name_page("cross.html"), "The cross table of all entrants")
    return write_section("Everybody against everybody", tag("p", link, class_="links"), games)


def _separate(links: Sequence[Content]) -> list[Content]:
    return [each for link in links for each in (link, " ")]


def _write_reasons(page: Page, standings: Standings) -> Html:
    most = max(each.games for each in standings.reasons)
    rows = [
        tag(
            "tr",
            tag("td", f"{each.games:,}", class_="number"),
            tag("td", _draw_count(each.games / most), class_="drawing"),
            tag("td", *_describe_end(page, each)),
        )
        for each in standings.reasons
    ]
    head = [
        tag("th", "Games", class_="number", scope="col"),
        tag("td"),
        tag("th", "Ending", scope="col"),
    ]
    return write_table("How the games ended", head, rows, class_="reasons")


def list_endings(page: Page, view: TournamentView) -> Html:
    """List how games ended and who stayed out, in few words."""
    ends = [
        tag("li", f"{count(each.games, 'game')}: ", *_describe_end(page, each))
        for each in view.standings.reasons
    ]
    out = [tag("li", page.call(key), " could not play") for key in view.out]
    return tag("ul", ends, out, class_="endings")


def _draw_count(share: float) -> Html:
    bar = tag("rect", class_="count", width=f"{100 * share:.4g}", height=8)
    return tag(
        "svg", bar, class_="results", viewBox="0 0 100 8", preserveAspectRatio="none", aria_hidden="true"
    )


def _describe_end(page: Page, ended: Ended) -> list[Content]:
    if ended.key:
        return [ENDINGS.get(ended.kind, ended.kind), ": lost by ", page.call(ended.key)]
    return (
        [ENDINGS.get(ended.kind, ended.kind), ": ", ended.reason]
        if ended.kind != "outcome"
        else [ended.reason]
    )


ENDINGS: Mapping[str, str] = {
    "outcome": "by the rules",
    "cut": "cut short",
    "told": "decided",
    "time": "out of time",
    "crash": "ended with an error",
    "silence": "no answer",
    "format": "unreadable answer",
    "illegal": "illegal move",
    "refusal": "would not move",
    "absent": "could not take part",
}
"""How kinds of endings are called on the pages."""


def _write_out(page: Page, view: TournamentView) -> Content:
    if not view.out:
        return ""
    names = sorted(view.out, key=page.site.names.call)
    return write_section("Could not take part", tag("ul", [tag("li", page.call(key)) for key in names]))


def write_decisions(page: Page, view: TournamentView) -> Content:
    """Write what the organiser has decided about games."""
    if not view.decisions:
        return ""
    rows = [tag("li", *_describe_decision(page, view, each)) for each in view.decisions]
    return write_section("Decisions of the organiser", tag("ul", rows, class_="decisions"))


def _describe_decision(page: Page, view: TournamentView, decision: Decision) -> list[Content]:
    result = decision.result
    game = page.link(view.find_game(page.site.names, result.id), "game")
    names = [each for key in result.keys for each in (page.call(key), " – ")][:-1]
    points = " – ".join(f"{points:g}" for points in result.points)
    return [tag("time", decision.written[:10]), " ", *names, f": {points} (", game, f"). {result.reason}"]
