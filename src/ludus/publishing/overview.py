"""Several tournaments on one site: a first page that shows them all, and the pages of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ludus.games.base import Game
from ludus.publishing.game_replay import rename_players, replay_game
from ludus.publishing.identities import Identities
from ludus.publishing.pages.document import Page, Site, write_section
from ludus.publishing.pages.game_page import describe_ending
from ludus.publishing.pages.standings_page import list_endings, write_standings
from ludus.publishing.site_folder import SiteFolder
from ludus.publishing.tournament_pages import list_pages, write_tournament_pages
from ludus.publishing.tournament_view import TournamentView, read_names, read_tournament
from ludus.store.reader import StoreReader
from ludus.web.html import Content, Html, tag

HOME = "index.html"


def publish_several(
    title: str, note: str, stores: Mapping[str, Path], folder: Path, games: Mapping[str, Game]
) -> Path:
    """Write a site of several tournaments, each under its name; return its first page."""
    names = Identities(read_names(stores.values()))
    views = [read_tournament(path, name.capitalize(), f"{name}/", names) for name, path in stores.items()]
    site = Site(title, names, {view.name_page(HOME): view.title for view in views})
    target = SiteFolder(folder)
    target.expect({HOME: "", **{path: origin for view in views for path, origin in list_pages(view, names)}})
    for view in views:
        write_tournament_pages(target, site, view, games)
    page = Page(site, HOME, title)
    target.write(HOME, _write_overview(page, note, views, games))
    target.finish()
    return folder / HOME


def _write_overview(page: Page, note: str, views: Sequence[TournamentView], games: Mapping[str, Game]) -> str:
    parts = [_write_part(page, view, games) for view in views]
    return page.write(
        tag("h1", page.title), tag("p", note, class_="note"), tag("div", *parts, class_="overview")
    )


def _write_part(page: Page, view: TournamentView, games: Mapping[str, Game]) -> Html:
    page = Page(page.site, page.path, page.title, view.folder)
    return write_section(
        page.link(view.name_page(HOME), view.title),
        *write_standings(page, view.standings, id_=None),
        list_endings(page, view),
        _write_last(page, view, games),
    )


def _write_last(page: Page, view: TournamentView, games: Mapping[str, Game]) -> Content:
    """Show the last board of the last game."""
    if not view.results:
        return ""
    result = view.results[-1]
    with StoreReader(view.store) as store:
        record = store.find_record(result.id)
    renamed = rename_players(record, page.site.names) if record else None
    replayed = replay_game(renamed, games, f"{view.title.lower()}-piece-") if renamed else None
    if replayed is None:
        return ""
    words = f"{' – '.join(map(page.site.names.call, result.keys))}: {describe_ending(result)}"
    marked = replayed.steps[-1].marked if replayed.steps else ()
    board = replayed.drawing.draw(replayed.last_pieces, marked, words)
    link = page.link(view.find_game(page.site.names, result.id), words)
    return tag("figure", board, tag("figcaption", link))
