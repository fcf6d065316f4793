"""All pages of one tournament: which there are, what each is made from, and how they are written.

A page whose origin has not changed is not made again. A page of a game depends on its row in the store, which never
changes; the others depend on the whole tournament.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from ludus.games.base import Game
from ludus.publishing.game_replay import rename_players, replay_game
from ludus.publishing.identities import Identities
from ludus.publishing.pages.contestant_page import write_contestant
from ludus.publishing.pages.cross_table import MOST_INLINE, write_cross_file, write_cross_page
from ludus.publishing.pages.document import Page, Site
from ludus.publishing.pages.game_list import find_lists, write_list
from ludus.publishing.pages.game_page import write_game
from ludus.publishing.pages.standings_page import write_tournament
from ludus.publishing.private_pages import PrivateFolders
from ludus.publishing.site_folder import SiteFolder
from ludus.publishing.tournament_view import TournamentView
from ludus.records.results import GameResult
from ludus.store.reader import StoreReader
from ludus.store.views import PUBLIC, view_record

Back = tuple[str, str] | None
"""The path and the name of the page above."""


def list_pages(view: TournamentView, names: Identities) -> Iterator[tuple[str, str]]:
    """List the pages of a tournament, each with its origin."""
    origin = compute_origin(view, names)
    yield view.name_page("index.html"), origin
    if len(view.standings.lines) > MOST_INLINE:
        yield from ((view.name_page(name), origin) for name in ("cross.html", "cross.csv"))
    yield from dict.fromkeys(find_lists(view), origin).items()
    yield from ((view.name_page(names.find_page(key)), origin) for key in view.list_keys())
    for result in view.results:
        yield view.find_game(names, result.id), compute_game_origin(view, names, result)


def compute_origin(view: TournamentView, names: Identities) -> str:
    """Hash what the pages of a tournament depend on: its store as it is now, the names, and the code."""
    labels = sorted(map(names.call, view.list_keys()))
    return _hash(hash_sources(), view.title, view.began, view.ended, view.state, labels)


def compute_game_origin(view: TournamentView, names: Identities, result: GameResult) -> str:
    """Hash what the page of a game depends on."""
    labels = [names.call(key) for key in result.keys]
    row = names.anonymise_number(view.rows.get(result.id))
    return _hash(hash_sources(), view.title, view.began, row, labels, result.points, result.reason)


def _hash(*made_from: object) -> str:
    """Hash what may be seen, and nothing else: whoever has a hash can try what it was made from."""
    return sha256(repr(made_from).encode(errors="backslashreplace")).hexdigest()[:20]


@cache
def hash_sources() -> str:
    """Hash the code that writes the pages: a new version of it writes all of them again."""
    sources = (
        file.read_bytes() for name in ("ludus.publishing", "ludus.web") for file in list_sources(files(name))
    )
    return sha256(b"\0".join(sources)).hexdigest()


def list_sources(folder: Traversable) -> Iterator[Traversable]:
    """List the modules of a package and of those in it."""
    for place in sorted(folder.iterdir(), key=lambda place: place.name):
        if place.is_dir():
            yield from list_sources(place)
        elif place.name.endswith(".py"):
            yield place


def write_tournament_pages(
    target: SiteFolder,
    site: Site,
    view: TournamentView,
    games: Mapping[str, Game],
    back: Back = None,
    private: PrivateFolders | None = None,
) -> None:
    """Write the pages of a tournament, of its entrants and of its games."""
    origin = compute_origin(view, site.names)
    for path, write in _list_writers(site, view, back):
        if not target.is_current(path, origin):
            target.write(path, write(), origin)
    _write_games(target, site, view, games, private)


def _list_writers(site: Site, view: TournamentView, back: Back) -> Iterator[tuple[str, Callable[[], str]]]:
    def make(path: str, title: str) -> Page:
        return Page(site, path, title, view.folder)

    index = make(view.name_page("index.html"), view.title)
    yield index.path, lambda: write_tournament(index, view, back)
    if len(view.standings.lines) > MOST_INLINE:
        cross = make(view.name_page("cross.html"), f"{view.title}: cross table")
        yield cross.path, lambda: write_cross_page(cross, view)
        yield view.name_page("cross.csv"), lambda: write_cross_file(cross, view.standings)
    for number, (path, name) in enumerate(find_lists(view).items()):
        title = f"Games {name}" if "–" in name else "Games"
        yield path, partial(write_list, make(path, title), view, number)
    own = _sort_by_key(view)
    for key in view.list_keys():
        page = make(view.name_page(site.names.find_page(key)), site.names.call(key))
        yield page.path, partial(write_contestant, page, view, key, own[key])


def _write_games(
    target: SiteFolder,
    site: Site,
    view: TournamentView,
    games: Mapping[str, Game],
    private: PrivateFolders | None,
) -> None:
    """Write the pages of the games that are new, for everybody and for those who played them."""
    with StoreReader(view.store) as store:
        for result in view.results:
            path, origin = (
                view.find_game(site.names, result.id),
                compute_game_origin(view, site.names, result),
            )
            is_current = target.is_current(path, origin)
            is_known = private is None or private.is_current(result, path, origin)
            if is_current and is_known:
                continue
            record = store.find_record(result.id)
            renamed = rename_players(record, site.names) if record else None
            replayed = replay_game(renamed, games) if renamed else None
            if not is_current:
                page = Page(site, path, " – ".join(map(site.names.call, result.keys)), view.folder)
                shown = view_record(renamed, PUBLIC) if renamed else None
                target.write(path, write_game(page, view, result, shown, replayed), origin)
            if private is not None:
                private.write_game(view, result, renamed, replayed, path, origin)


def _sort_by_key(view: TournamentView) -> dict[str, list[GameResult]]:
    found: dict[str, list[GameResult]] = defaultdict(list)
    for result in view.results:
        for key in dict.fromkeys(result.keys):
            found[key].append(result)
    return found
