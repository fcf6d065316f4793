"""Publishes tournaments: the site of one or of several, and beside it what single contestants may see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.games.base import Game
from ludus.publishing.identities import Identities, load_secret
from ludus.publishing.pages.document import Site
from ludus.publishing.private_pages import PrivateFolders, check_apart
from ludus.publishing.site_folder import SiteFolder
from ludus.publishing.tournament_pages import list_pages, write_tournament_pages
from ludus.publishing.tournament_view import TournamentView, read_is_anonymous, read_names, read_tournament

SECRET = ".pseudonyms"
"""The end of the name of the file with the secret behind the pseudonyms, beside a store."""


@dataclass(frozen=True, slots=True)
class Published:
    """What was done."""

    page: Path
    """The first page."""
    pages: int
    written: int


def publish_tournament(
    path: Path, folder: Path, games: Mapping[str, Game], title: str = "", contestants: Path | None = None
) -> Published:
    """Write the site of one tournament, or bring it up to date; `contestants` is for what they alone may see."""
    names = open_identities(read_names([path]), read_is_anonymous(path), path.with_name(path.name + SECRET))
    title = title or path.stem.replace("-", " ").replace("_", " ").capitalize()
    view = read_tournament(path, title, "", names)
    target = SiteFolder(folder)
    pages = dict(list_pages(view, names))
    target.expect(pages)
    private = open_private(contestants, folder, title, names, view.list_keys(), [view], pages)
    write_tournament_pages(target, Site(title, names), view, games, private=private)
    target.finish()
    if private is not None:
        private.finish([view])
    return Published(folder / "index.html", len(pages), target.written + (private.written if private else 0))


def open_identities(
    names: Mapping[str, str], is_anonymous: bool, secret: Path, known: Collection[str] = ()
) -> Identities:
    """Choose how contestants are called."""
    return Identities(names, load_secret(secret) if is_anonymous else b"", known)


def open_private(
    folder: Path | None,
    site: Path,
    title: str,
    names: Identities,
    keys: Collection[str],
    views: Sequence[TournamentView],
    origins: Mapping[str, str],
) -> PrivateFolders | None:
    """Open the folders of contestants, if they are wanted."""
    if folder is None:
        return None
    check_apart(site, folder)
    private = PrivateFolders(folder, title, names, keys)
    private.expect(views, origins)
    return private
