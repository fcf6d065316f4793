"""Publishes tournaments: writes the pages of a site, and beside it what single contestants may see."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.publishing.contestant_page import Part, write_contestant
from ludus.publishing.cross_table import MOST_INLINE, write_cross_file, write_cross_page
from ludus.publishing.document import Page, Site
from ludus.publishing.game_list import find_lists, write_list
from ludus.publishing.game_page import write_game
from ludus.publishing.game_replay import rename_players, replay_game
from ludus.publishing.identities import Identities, load_secret
from ludus.publishing.site_folder import SiteFolder
from ludus.publishing.standings_page import write_tournament
from ludus.publishing.tournament_view import TournamentView, read_is_anonymous, read_names, read_tournament
from ludus.records.results import GameResult
from ludus.store.reader import StoreReader
from ludus.store.views import PUBLIC, view_record

SECRET = ".pseudonyms"
"""The end of the name of the file with the secret behind the pseudonyms, beside a store."""


@dataclass(frozen=True, slots=True)
class Published:
    """What was done."""

    pages: int
    written: int


def publish_tournament(path: Path, folder: Path, games: Mapping[str, Game], title: str = "") -> Published:
    """Write the site of one tournament, or bring it up to date."""
    names = open_identities(read_names([path]), read_is_anonymous(path), path.with_name(path.name + SECRET))
    title = title or path.stem.replace("-", " ").replace("_", " ").capitalize()
    site = Site(title, names)
    view = read_tournament(path, title, "", names)
    target = SiteFolder(folder)
    pages = dict(list_pages(view, names)) | dict.fromkeys(list_contestants(names, [view]).values(), "")
    target.expect(pages)
    write_tournament_pages(target, site, view, games, back=None)
    write_contestants(target, site, [view])
    target.finish()
    return Published(len(pages), target.written)


def open_identities(names: Mapping[str, str], is_anonymous: bool, secret: Path) -> Identities:
    """Choose how contestants are called."""
    return Identities(names, load_secret(secret) if is_anonymous else b"")


def list_pages(view: TournamentView, names: Identities) -> Iterator[tuple[str, str]]:
    """List the pages of a tournament, each with what its content depends on where that is known beforehand."""
    yield view.name_page("index.html"), ""
    if len(view.standings.lines) > MOST_INLINE:
        yield from ((view.name_page(name), "") for name in ("cross.html", "cross.csv"))
    yield from dict.fromkeys(find_lists(view), "").items()
    for result in view.results:
        yield view.find_game(names, result.id), compute_origin(view, names, result)


def compute_origin(view: TournamentView, names: Identities, result: GameResult) -> str:
    """Compute a hash of all that the page of a game depends on; nothing goes into it that may not be seen."""
    labels = [names.call(key) for key in result.keys]
    made_from = (
        hash_sources(),
        view.title,
        view.began,
        view.rows.get(result.id),
        labels,
        result.points,
        result.reason,
    )
    return sha256(repr(made_from).encode(errors="backslashreplace")).hexdigest()[:20]


@cache
def hash_sources() -> str:
    """Hash the code that writes the pages: a new version of it writes all of them again."""
    folders = (files("ludus.publishing"), files("ludus.web"))
    sources = [
        file.read_bytes()
        for folder in folders
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".py")
    ]
    return sha256(b"\0".join(sources)).hexdigest()


def write_tournament_pages(
    target: SiteFolder,
    site: Site,
    view: TournamentView,
    games: Mapping[str, Game],
    back: tuple[str, str] | None,
) -> None:
    """Write the pages of a tournament and of its games; those of games that have not changed are left alone."""
    page = Page(site, view.name_page("index.html"), view.title)
    target.write(page.path, write_tournament(page, view, back))
    if len(view.standings.lines) > MOST_INLINE:
        cross = Page(site, view.name_page("cross.html"), f"{view.title}: cross table")
        target.write(cross.path, write_cross_page(cross, view))
        target.write(view.name_page("cross.csv"), write_cross_file(cross, view.standings))
    for number, (path, name) in enumerate(find_lists(view).items()):
        target.write(
            path, write_list(Page(site, path, f"Games {name}" if "–" in name else "Games"), view, number)
        )
    _write_games(target, site, view, games)


def _write_games(target: SiteFolder, site: Site, view: TournamentView, games: Mapping[str, Game]) -> None:
    with StoreReader(view.store) as store:
        for result in view.results:
            path, origin = view.find_game(site.names, result.id), compute_origin(view, site.names, result)
            if not target.is_current(path, origin):
                target.write(
                    path,
                    _write_game(store, Page(site, path, _name(site, result)), view, result, games),
                    origin,
                )


def _write_game(
    store: StoreReader, page: Page, view: TournamentView, result: GameResult, games: Mapping[str, Game]
) -> str:
    record = store.record(result.id)
    if record is None:
        return write_game(page, view, result, None, None)
    renamed = rename_players(record, page.site.names)
    return write_game(page, view, result, view_record(renamed, PUBLIC), replay_game(renamed, games))


def _name(site: Site, result: GameResult) -> str:
    return " – ".join(map(site.names.call, result.keys))


def list_contestants(names: Identities, views: Sequence[TournamentView]) -> dict[str, str]:
    """List who has a page, by key, with the path of it."""
    keys = {line.key: None for view in views for line in view.standings.lines}
    keys |= {key: None for view in views for key in view.out}
    return {key: names.find_page(key) for key in keys}


def write_contestants(target: SiteFolder, site: Site, views: Sequence[TournamentView]) -> None:
    """Write the page of each contestant."""
    own = [_sort_by_key(view) for view in views]
    lines = [{line.key: line for line in view.standings.lines} for view in views]
    for key, path in list_contestants(site.names, views).items():
        parts = [
            Part(view, line.get(key), results[key])
            for view, line, results in zip(views, lines, own, strict=True)
            if key in line or key in view.out
        ]
        target.write(path, write_contestant(Page(site, path, site.names.call(key)), key, parts))


def _sort_by_key(view: TournamentView) -> dict[str, list[GameResult]]:
    found: dict[str, list[GameResult]] = defaultdict(list)
    for result in view.results:
        for key in dict.fromkeys(result.keys):
            found[key].append(result)
    return found


def check_apart(site: Path, contestants: Path) -> None:
    """Refuse to put what is private where everybody looks."""
    if contestants.resolve() == site.resolve() or site.resolve() in contestants.resolve().parents:
        raise BadOption(f"{contestants}: expected a folder outside the site {site}, which everybody may read")
