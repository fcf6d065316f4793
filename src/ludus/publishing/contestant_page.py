"""The page of one contestant: how it stands, how it did against each other, and its games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.publishing.charts import choose_level, draw_results
from ludus.publishing.document import Page, count, write_facts, write_filter, write_section, write_table
from ludus.publishing.game_list import OUTCOMES, write_own_games
from ludus.publishing.standings_page import LONG, write_rating, write_share
from ludus.publishing.tournament_view import TournamentView
from ludus.records.results import DRAW, LOSS, WIN, GameResult, name_outcome
from ludus.tournaments.standings import Standing
from ludus.web.html import Content, Html, tag

SIGNS = {WIN: "1", DRAW: "½", LOSS: "0", "": "?"}
MOST_SIGNS = 40
"""So many games against one opponent are listed one by one beside its name."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one contestant did in one tournament."""

    view: TournamentView
    line: Standing | None
    """None for who could not play."""
    results: Sequence[GameResult]


def write_contestant(page: Page, key: str, parts: Sequence[Part], *history: Content) -> str:
    """Write the page; `history` comes first, and the latest tournament before the others."""
    sections = [
        each for part in reversed(parts) for each in _write_part(page, key, part, with_title=len(parts) > 1)
    ]
    return page.write(
        tag("h1", tag("bdi", page.title)),
        *history,
        *sections,
        scripts=("tables.js",),
        back=("index.html", page.site.title),
    )


def _write_part(page: Page, key: str, part: Part, *, with_title: bool) -> list[Content]:
    title = f"{part.view.title}: " if with_title else ""
    if part.line is None:
        return [tag("p", f"{title}could not take part.", class_="warning")]
    found: list[Content] = [
        write_section(f"{title}standing" if title else "Standing", _write_standing(part.line))
    ]
    if part.line.against:
        found.append(
            write_section(
                f"{title}head-to-head" if title else "Head-to-head", _write_opponents(page, key, part)
            )
        )
    if part.results:
        games = write_own_games(page, part.view, key, part.results)
        search = (
            write_filter("games", "Find games by opponent, result or reason")
            if len(part.results) > LONG and not title
            else ""
        )
        found.append(write_section(f"{title}games" if title else "Games", search, games))
    return found


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


def _write_opponents(page: Page, key: str, part: Part) -> Html:
    signs: dict[str, list[Content]] = {}
    for result in part.results:
        seat = result.keys.index(key)
        for other, opponent in enumerate(result.keys):
            if other != seat:
                signs.setdefault(opponent, []).append(_write_sign(page, part.view, result, seat, other))
    head = [
        tag("th", "Opponent", scope="col"),
        tag("th", "Points", class_="number", scope="col"),
        tag("th", "Games, one by one", scope="col"),
    ]
    rows = [
        _write_opponent(page, line, part, signs.get(line.key, []))
        for line in part.view.standings.lines
        if part.line and line.key in part.line.against
    ]
    return write_table("Results against each opponent", head, rows, class_="opponents")


def _write_opponent(page: Page, other: Standing, part: Part, signs: Sequence[Content]) -> Html:
    points, games = part.line.against[other.key] if part.line else (0, 0)
    shown = [each for sign in signs[:MOST_SIGNS] for each in (sign, " ")]
    return tag(
        "tr",
        tag("th", page.call(other.key), scope="row"),
        tag(
            "td",
            write_share(points, games),
            class_=f"number heat-{choose_level(points / games if games else 0.5)}",
        ),
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


def find_outcome(result: GameResult, key: str) -> str:
    """Name what a game was for a contestant."""
    return OUTCOMES[name_outcome(result.points, result.keys.index(key))]
