"""The pages of a season: its table with error bars, its evaluations, and each contestant over all of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import variance

from ludus.publishing.pages.charts import (
    Scale,
    choose_level,
    draw_axis,
    draw_history,
    draw_interval,
    draw_sparkline,
)
from ludus.publishing.pages.document import Page, count, write_facts, write_filter, write_section, write_table
from ludus.publishing.pages.standings_page import LONG, write_share, write_standings
from ludus.publishing.tournament_view import TournamentView, select_rules
from ludus.seasons.history import FINAL, Evaluation, Member, Season, SeasonDecision, SeasonScore
from ludus.tournaments.standings import Standing
from ludus.web.html import Content, Html, tag

MOST_COLUMNS = 6
"""How many evaluations, the last ones, have a column in the table; a line shows all of them."""
MOST_LINES = 10
"""How many lines of the final are on the first page."""
WIDE_95 = 1.96
"""Half of a 95 % interval, in standard errors."""
UNKNOWN = 0.25
"""How much the points of a single game vary at most."""
DECISIONS = {
    "exclude": "excluded from the season",
    "readmit": "takes part again",
    "correct": "a game has another result",
    "rerun": "is played again",
}


@dataclass(frozen=True, slots=True)
class Held:
    """An evaluation and its tournament."""

    evaluation: Evaluation
    view: TournamentView

    @property
    def short(self) -> str:
        """What it is called in a narrow column."""
        return "Final" if self.evaluation.kind == FINAL else f"E{self.evaluation.number}"


def write_season(page: Page, season: Season, scores: Sequence[SeasonScore], held: Sequence[Held]) -> str:
    """Write the first page."""
    final = next((one for one in held if one.evaluation.kind == FINAL and one.evaluation.ended), None)
    ended = [one for one in held if one.evaluation.ended]
    parts = [
        season.game.capitalize(),
        count(len(season.members), "contestant"),
        count(len(ended), "evaluation"),
    ]
    return page.write(
        tag("h1", page.title),
        tag("p", " · ".join(part for part in parts if part), class_="note"),
        _write_final(page, final) if final else "",
        write_section("Table of the season", *_write_scores(page, scores, ended)) if scores else "",
        write_section("Evaluations", _write_evaluations(page, held))
        if held
        else tag("p", "No evaluation yet."),
        _write_decisions(page, season),
        scripts=("tables.js",),
    )


def _write_final(page: Page, final: Held) -> Html:
    inner = Page(page.site, page.path, page.title, final.view.folder)
    standings = final.view.standings
    shown = replace(standings, lines=standings.lines[:MOST_LINES])
    link = page.link(final.view.name_page("index.html"), "All about the final")
    return write_section("Final", *write_standings(inner, shown, None), tag("p", link, class_="links"))


def _write_scores(page: Page, scores: Sequence[SeasonScore], ended: Sequence[Held]) -> Iterator[Content]:
    """Write the table of the season."""
    shown = range(max(0, len(ended) - MOST_COLUMNS), len(ended))
    points = [(one.evaluation.weight, _collect_points(one.view)) for one in ended]
    errors = {
        line.key: compute_error([(weight, own.get(line.key, [])) for weight, own in points])
        for line in scores
    }
    low = min(line.score - errors[line.key] for line in scores)
    high = max(line.score + errors[line.key] for line in scores)
    scale = Scale(max(0.0, low), min(1.0, max(high, low + 0.01)))
    head: list[Content] = [
        tag("th", "#", tag("span", "Place", class_="unseen"), class_="number", scope="col"),
        tag("th", "Contestant", scope="col"),
        tag("th", "Score", class_="number", scope="col"),
        tag(
            "th",
            tag("span", "Score with error bar", class_="unseen"),
            draw_axis(scale, "{:.0%}"),
            scope="col",
        ),
        tag("th", "Over time", scope="col", class_="wide"),
        *(_write_head(page, ended[number]) for number in shown),
    ]
    if len(scores) > LONG:
        yield write_filter("season", "Find a contestant")
    rows = [_write_score(page, line, errors[line.key], scale, shown) for line in scores]
    yield write_table("Table of the season", head, rows, id="season", class_="standings")
    yield tag(
        "p",
        "The score is the mean of points per game over the evaluations, by their weights; the bars are 95 % intervals."
        " Reference programs play along and are not in the table.",
        class_="note",
    )


def _write_head(page: Page, one: Held) -> Html:
    weight = f" · weight {one.evaluation.weight:g}" if one.evaluation.weight != 1 else ""
    link = page.link(one.view.name_page("index.html"), one.short, title=one.view.title)
    return tag("th", link, weight, class_="number wide", scope="col")


def _write_score(page: Page, line: SeasonScore, error: float, scale: Scale, shown: Sequence[int]) -> Html:
    shares = [line.shares[number] for number in shown]
    return tag(
        "tr",
        tag("td", str(line.place), class_="number place"),
        tag("th", page.call(line.key), scope="row"),
        tag("td", f"{line.score:.1%}", tag("span", f" ± {error:.1%}", class_="soft"), class_="number"),
        tag("td", draw_interval(line.score, error, scale), class_="drawing"),
        tag("td", draw_sparkline(line.shares), class_="wide"),
        [
            tag("td", "–" if share is None else f"{share:.0%}", class_=_choose_class(share))
            for share in shares
        ],
    )


def _choose_class(share: float | None) -> str:
    return "number wide" if share is None else f"number wide heat-{choose_level(share)}"


def compute_error(games: Sequence[tuple[float, Sequence[float]]]) -> float:
    """Compute half the 95 % interval of a score, given the weight and the points of single games of each evaluation."""
    total, spread = 0.0, 0.0
    for weight, points in games:
        if points:
            deviation = variance(points) if len(points) > 1 else UNKNOWN
            total, spread = total + weight, spread + weight**2 * deviation / len(points)
    return WIDE_95 * math.sqrt(spread) / total if total else 0.0


def _collect_points(view: TournamentView) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for result in view.results:
        for key, points in zip(result.keys, result.points, strict=True):
            found.setdefault(key, []).append(points)
    return found


def _write_evaluations(page: Page, held: Sequence[Held]) -> Html:
    head = [
        tag("th", "Evaluation", scope="col"),
        tag("th", "Began", scope="col", class_="wide"),
        tag("th", "Games", class_="number", scope="col"),
        tag("th", "First", scope="col"),
        tag("th", "New rules", scope="col", class_="wide"),
    ]
    before: Mapping[str, str] | None = None
    rows = []
    for one in held:
        rules = select_rules(one.evaluation.rules)
        rows.append(_write_evaluation(page, one, _compare_rules(before, rules)))
        before = rules
    return write_table("Evaluations", head, rows[::-1], class_="evaluations")


def _write_evaluation(page: Page, one: Held, changes: str) -> Html:
    lines = one.view.standings.lines
    inner = Page(page.site, page.path, page.title, one.view.folder)
    state = "" if one.evaluation.ended else " (being played)"
    return tag(
        "tr",
        tag("th", page.link(one.view.name_page("index.html"), one.view.title), state, scope="row"),
        tag("td", one.evaluation.began[:16].replace("T", " "), class_="wide"),
        tag("td", f"{one.view.standings.games:,}", class_="number"),
        tag("td", inner.call(lines[0].key) if lines else ""),
        tag("td", changes, class_="ending wide"),
    )


def _compare_rules(before: Mapping[str, str] | None, rules: Mapping[str, str]) -> str:
    """Say which rules are others than in the evaluation before."""
    if before is None:
        return ""
    changed = [key for key in {**before, **rules} if before.get(key, "") != rules.get(key, "")]
    return "; ".join(f"{key}: {rules.get(key) or 'as usual'}" for key in changed)


def _write_decisions(page: Page, season: Season) -> Content:
    if not season.decisions:
        return ""
    items = [tag("li", *_describe(page, each)) for each in season.decisions]
    return write_section("Decisions of the organiser", tag("ul", items, class_="decisions"))


def _describe(page: Page, decision: SeasonDecision) -> list[Content]:
    who: Content = page.call(decision.key) if decision.key else f"evaluation {decision.evaluation}"
    what = DECISIONS.get(decision.kind, decision.kind)
    reason = "" if page.site.names.is_anonymous else f". {decision.reason}"
    return [tag("time", decision.written[:10]), " ", who, f": {what}{reason}"]


def write_member(page: Page, member: Member, score: SeasonScore | None, held: Sequence[Held]) -> str:
    """Write the page of a contestant over the whole season."""
    played = [one for one in held if member.key in one.evaluation.versions]
    facts: dict[str, Content] = {}
    if score is not None:
        facts = {"Place": str(score.place), "Score of the season": f"{score.score:.1%}"}
    facts["Joined in"] = next((one.view.title for one in played), "–")
    return page.write(
        tag("h1", tag("bdi", page.title)),
        tag("p", "Excluded from the season by the organiser.", class_="warning") if member.exclusion else "",
        write_section("Season", write_facts(facts)),
        write_section("Points per game over versions", *_write_history(page, member, held)) if played else "",
        write_section("Head-to-head over the season", _write_rivals(page, member.key, played))
        if played
        else "",
        scripts=("tables.js",),
    )


def _write_history(page: Page, member: Member, held: Sequence[Held]) -> Iterator[Content]:
    lines = [_find_line(one, member.key) for one in held]
    shares = [line.score if line and line.games else None for line in lines]
    versions = [one.evaluation.versions.get(member.key, 0) for one in held]
    known = {each.number: each for each in member.versions}
    changed = [
        bool(now) and now != (versions[number - 1] if number else 0) for number, now in enumerate(versions)
    ]
    yield draw_history(
        shares,
        [one.short for one in held],
        changed,
        "Points per game in each evaluation; a ring marks a new version",
    )
    head = [
        tag("th", "Evaluation", scope="col"),
        tag("th", "Version", scope="col"),
        tag("th", "Place", class_="number", scope="col"),
        tag("th", "Points", class_="number", scope="col"),
    ]
    rows = []
    for one, line, number in zip(held, lines, versions, strict=True):
        if number:
            path = one.view.name_page(page.site.names.find_page(member.key))
            version = known.get(number)
            rows.append(
                tag(
                    "tr",
                    tag("th", page.link(path, one.view.title), scope="row"),
                    tag("td", f"{number}", _name_version(page, version.hash if version else "")),
                    tag("td", str(line.place) if line else "–", class_="number"),
                    tag("td", write_share(line.points, line.games) if line else "–", class_="number"),
                )
            )
    yield write_table("Versions and results", head, rows[::-1], class_="versions")


def _name_version(page: Page, text: str) -> Content:
    """Show the beginning of a version's hash, unless it could tell whose it is."""
    return (
        ""
        if page.site.names.is_anonymous or not text
        else tag("code", f" {text.rpartition(':')[2][:10]}", class_="soft")
    )


def _write_rivals(page: Page, key: str, played: Sequence[Held]) -> Html:
    """Write the points against each opponent, over all evaluations."""
    sums: dict[str, list[float]] = {}
    for one in played:
        line = _find_line(one, key)
        for other, (points, games) in (line.against if line else {}).items():
            found = sums.setdefault(other, [0.0, 0.0])
            found[0], found[1] = found[0] + points, found[1] + games
    head = [
        tag("th", "Opponent", scope="col"),
        tag("th", "Points", class_="number", scope="col"),
        tag("th", "Share", class_="number", scope="col"),
    ]
    rows = [
        tag(
            "tr",
            tag("th", page.call(other), scope="row"),
            tag("td", write_share(points, games), class_="number"),
            tag("td", f"{points / games:.0%}", class_=f"number heat-{choose_level(points / games)}"),
        )
        for other, (points, games) in sorted(sums.items(), key=lambda item: page.site.names.call(item[0]))
    ]
    return write_table("Points against each opponent", head, rows, class_="opponents")


def _find_line(one: Held, key: str) -> Standing | None:
    return next((line for line in one.view.standings.lines if line.key == key), None)
