"""Publishes a season: the site of all its evaluations, and beside it a folder for each contestant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ludus.games.base import Game
from ludus.games.registry import list_games
from ludus.publishing.identities import Identities
from ludus.publishing.pages.document import Page, Site, write_section, write_table
from ludus.publishing.pages.season_pages import Held, write_member, write_season
from ludus.publishing.publish import SECRET, Published, open_identities, open_private
from ludus.publishing.site_folder import SiteFolder
from ludus.publishing.tournament_pages import list_pages, write_tournament_pages
from ludus.publishing.tournament_view import read_names, read_tournament
from ludus.seasons.evaluations import REFERENCE
from ludus.seasons.history import FINAL, Evaluation, Member, Season
from ludus.seasons.plans.plan import SeasonPlan
from ludus.seasons.reader import SeasonReader
from ludus.web.html import Html, tag

HOME = "index.html"


def publish_season(path: Path, site: Path | None = None) -> Published:
    """Write the site of the season of a plan, or bring it up to date; `site` is the folder, if not the plan's own."""
    with SeasonReader(path) as reader:
        plan, season, scores = reader.plan, reader.read(), reader.read_scores()
    folder = site or plan.site
    names = _open_names(plan, season)
    held = [_read(one, names) for one in season.evaluations if one.store.exists()]
    views = [one.view for one in held]
    games = _find_games(plan)
    public = Site(season.title, names, {one.view.name_page(HOME): one.view.title for one in held[-3:]})
    target = SiteFolder(folder)
    members = {member.key: names.find_page(member.key) for member in season.members}
    references = [line.key for view in views for line in view.standings.lines if line.key not in members]
    pages = {page: origin for view in views for page, origin in list_pages(view, names)}
    own = dict.fromkeys((HOME, *members.values(), *map(names.find_page, references)), "")
    target.expect({**pages, **own})
    private = open_private(plan.contestants, folder, season.title, names, members, views, pages)
    for one in held:
        write_tournament_pages(target, public, one.view, games, (HOME, season.title), private)
    target.write(HOME, write_season(Page(public, HOME, season.title), season, scores, held))
    table = {line.key: line for line in scores}
    for member in (*season.members, *(Member(key, "", 0, ()) for key in dict.fromkeys(references))):
        page = Page(public, names.find_page(member.key), names.call(member.key))
        target.write(page.path, write_member(page, member, table.get(member.key), held))
    target.finish()
    written = target.written
    if private is not None:
        private.finish(views, {member.key: _write_versions(member) for member in season.members})
        written += private.written
    return Published(folder / HOME, len(pages) + len(own), written)


def _open_names(plan: SeasonPlan, season: Season) -> Identities:
    """Choose the names: those of the season's members, and of the reference programs."""
    found = read_names([one.store for one in season.evaluations if one.store.exists()])
    found |= {member.key: member.name for member in season.members}
    known = [key for key in found if key.startswith(REFERENCE)]
    return open_identities(found, season.anonymous, plan.store.with_name(plan.store.name + SECRET), known)


def _read(one: Evaluation, names: Identities) -> Held:
    title = "Final" if one.kind == FINAL else f"Evaluation {one.number}"
    view = read_tournament(one.store, title, f"evaluations/{one.number:03}/", names)
    return Held(one, replace(view, began=one.began, ended=one.ended))


def _find_games(plan: SeasonPlan) -> Mapping[str, Game]:
    return list_games(plan.rules.files)


def _write_versions(member: Member) -> Html:
    """Write what became of each version, for its owner."""
    head: Sequence[Html] = [
        tag("th", name, scope="col") for name in ("Version", "Imported", "What became of it")
    ]
    rows = [
        tag(
            "tr",
            tag("td", str(one.number)),
            tag("td", one.taken_in[:16].replace("T", " ")),
            tag("td", "accepted" if one.accepted else f"refused: {one.reason}"),
        )
        for one in reversed(member.versions)
    ]
    return write_section("Your versions", write_table("Your versions", head, rows, class_="versions"))
