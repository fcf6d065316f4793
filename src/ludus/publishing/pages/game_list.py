"""The games of a tournament, or of one contestant, as tables; a tournament of many games has several pages of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludus.publishing.pages.document import Page, count, write_filter, write_table
from ludus.publishing.tournament_view import TournamentView
from ludus.records.record import MISCONDUCT
from ludus.records.results import DRAW, LOSS, WIN, GameResult, name_outcome
from ludus.web.html import Content, Html, tag

PER_PAGE = 500
OUTCOMES = {WIN: "won", DRAW: "drawn", LOSS: "lost", "": ""}


def find_lists(view: TournamentView) -> Mapping[str, str]:
    """Name the pages with all games, by their paths within the site."""
    pages = range(0, len(view.results), PER_PAGE)
    if len(pages) == 1:
        return {view.name_page("games/index.html"): count(len(view.results), "game")}
    return {
        view.name_page(f"games/list-{number}.html"): f"{begin + 1}–{min(begin + PER_PAGE, len(view.results))}"
        for number, begin in enumerate(pages, start=1)
    }


def write_list(page: Page, view: TournamentView, number: int) -> str:
    """Write one of the pages with all games, from 0."""
    shown = view.results[number * PER_PAGE : (number + 1) * PER_PAGE]
    return page.write(
        tag("h1", page.title),
        write_filter("games", "Find games by name, result or reason"),
        write_games(page, view, shown),
        scripts=("tables.js",),
        back=(view.name_page("index.html"), view.title),
    )


def write_games(page: Page, view: TournamentView, results: Sequence[GameResult]) -> Html:
    """Write games as a table."""
    head = [
        tag("th", "Game", scope="col"),
        tag("th", "Points", class_="number", scope="col"),
        tag("th", "Ending", scope="col"),
        tag("th", "Moves", class_="number wide", scope="col"),
    ]
    rows = [
        tag(
            "tr",
            tag("td", page.link(view.find_game(page.site.names, each.id), _name_players(page, each))),
            tag("td", write_points(each), class_="number"),
            tag("td", each.reason, class_="ending misconduct" if each.kind in MISCONDUCT else "ending"),
            tag("td", str(each.plies), class_="number wide"),
        )
        for each in results
    ]
    return write_table("Games", head, rows, id="games", class_="games")


def write_own_games(
    page: Page, view: TournamentView, key: str, results: Sequence[GameResult], id_: str | None = None
) -> Html:
    """Write the games of one contestant as a table."""
    head = [
        tag("th", "Against", scope="col"),
        tag("th", "Result", scope="col"),
        tag("th", "Seat", class_="number wide", scope="col"),
        tag("th", "Ending", scope="col"),
        tag("th", "Moves", class_="number wide", scope="col"),
        tag("th", "Seconds", class_="number wide", scope="col"),
    ]
    rows = [
        _write_own(page, view, each, seat)
        for each in results
        for seat, owner in enumerate(each.keys)
        if owner == key
    ]
    return write_table("Games", head, rows, id=id_, class_="games")


def _write_own(page: Page, view: TournamentView, result: GameResult, seat: int) -> Html:
    others = [page.site.names.call(key) for number, key in enumerate(result.keys) if number != seat]
    outcome = OUTCOMES[name_outcome(result.points, seat)]
    seconds = f"{result.seconds[seat]:.2f}" if seat < len(result.seconds) else ""
    return tag(
        "tr",
        tag("td", page.link(view.find_game(page.site.names, result.id), tag("bdi", ", ".join(others)))),
        tag("td", outcome, class_=f"outcome {outcome}"),
        tag("td", str(seat + 1), class_="number wide"),
        tag("td", result.reason, class_="ending misconduct" if result.kind in MISCONDUCT else "ending"),
        tag("td", str(result.plies), class_="number wide"),
        tag("td", seconds, class_="number wide"),
    )


def write_points(result: GameResult) -> str:
    """Write the points of all seats."""
    return " – ".join(f"{points:.3g}" for points in result.points)


def _name_players(page: Page, result: GameResult) -> Sequence[Content]:
    names = [tag("bdi", page.site.names.call(key)) for key in result.keys]
    return [each for name in names for each in (name, " – ")][:-1]
