"""The page of one contestant: how it stands, how it did against each other, and its games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludus.publishing.pages.charts import choose_level, draw_results
from ludus.publishing.pages.document import Page, count, write_facts, write_filter, write_section, write_table
from ludus.publishing.pages.game_list import OUTCOMES, write_own_games
from ludus.publishing.pages.standings_page import LONG, write_rating, write_share
from ludus.publishing.tournament_view import TournamentView
from ludus.records.results import DRAW, LOSS, WIN, GameResult
from ludus.tournaments.standings import Standing
from ludus.web.html import Content, Html, tag

SIGNS = {WIN: "1", DRAW: "½", LOSS: "0", "": "?"}
MOST_SIGNS = 40
"""How many games against one opponent are listed one by one beside its name."""


def write_contestant(page: Page, view: TournamentView, key: str, results: Sequence[GameResult]) -> str:
    """Write the page of a contestant in one tournament."""
    line = next((line for line in view.standings.lines if line.key == key), None)
    return page.write(
        tag("h1", tag("bdi", page.title)),
        _write_parts(page, view, line, results)
        if line
        else tag("p", "Could not take part.", class_="warning"),
        scripts=("tables.js",),
        back=(view.name_page("index.html"), view.title),
    )


def _write_parts(
    page: Page, view: TournamentView, line: Standing, results: Sequence[GameResult]
) -> Iterator[Content]:
    yield write_section("Standing", _write_standing(line))
    if line.against:
        yield write_section("Head-to-head", _write_opponents(page, view, line, results))
    if results:
        search = (
            write_filter("games", "Find games by opponent, result or reason") if len(results) > LONG else ""
        )
        yield write_section("Games", search, write_own_games(page, view, line.key, results, "games"))


def _write_standing(line: Standing) -> Html:
    facts: dict[str, Content] = {
        "Place": str(line.place),
        "Points": write_share(line.points, line.games + line.byes),
        "Elo ± 95 %": write_rating(line),
        "Won – drawn – lost": [
            draw_results(line.won, line.drawn, line.lost),
            f"{line.won} – {line.drawn} – {line.lost}",
        ],
        "Computing time": f"{line.seconds:.4g} s",
    }
    if line.offences:
        facts["Misconduct"] = count(line.offences, "time")
    if line.disqualified:
        facts["Disqualified"] = count(line.disqualified, "time")
    return write_facts(facts)


def _write_opponents(page: Page, view: TournamentView, own: Standing, results: Sequence[GameResult]) -> Html:
    signs: dict[str, list[Content]] = {}
    for result in results:
        seat = result.keys.index(own.key)
        for other, opponent in enumerate(result.keys):
            if other != seat:
                signs.setdefault(opponent, []).append(_write_sign(page, view, result, seat, other))
    head = [
        tag("th", "Opponent", scope="col"),
        tag("th", "Points", class_="number", scope="col"),
        tag("th", "Games, one by one", scope="col"),
    ]
    rows = [
        _write_opponent(page, line.key, own.against[line.key], signs.get(line.key, []))
        for line in view.standings.lines
        if line.key in own.against
    ]
    return write_table("Results against each opponent", head, rows, class_="opponents")


def _write_opponent(page: Page, key: str, met: Sequence[float], signs: Sequence[Content]) -> Html:
    points, games = met
    shown = [each for sign in signs[:MOST_SIGNS] for each in (sign, " ")]
    return tag(
        "tr",
        tag("th", page.call(key), scope="row"),
        tag("td", write_share(points, games), class_=f"number heat-{choose_level(points / games)}"),
        tag("td", shown, "…" if len(signs) > MOST_SIGNS else "", class_="signs"),
    )


def _write_sign(page: Page, view: TournamentView, result: GameResult, seat: int, other: int) -> Html:
    """Write what a game was against one opponent, with a link to it."""
    mine, theirs = result.points[seat], result.points[other]
    outcome = WIN if mine > theirs else LOSS if mine < theirs else DRAW
    path = view.find_game(page.site.names, result.id)
    return page.link(
        path,
        SIGNS[outcome],
        class_=f"sign {OUTCOMES[outcome]}",
        title=f"{OUTCOMES[outcome]}: {result.reason}",
    )
