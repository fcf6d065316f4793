"""What single contestants may see: a folder for each, with its own pages, that no page of the site leads to.

There a contestant finds its games with what its program said on each move, why it lost by misconduct, and its build log.
Of the others it sees what everybody sees, under the names of the site.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ludus.errors import BadOption
from ludus.publishing.game_replay import ReplayedGame
from ludus.publishing.identities import Identities
from ludus.publishing.pages.document import Page, Site, write_section
from ludus.publishing.pages.game_list import write_own_games
from ludus.publishing.pages.game_page import write_game
from ludus.publishing.site_folder import SiteFolder
from ludus.publishing.tournament_view import OwnThings, TournamentView, read_own
from ludus.records.path_names import make_path_name
from ludus.records.record import MISCONDUCT, Record
from ludus.records.results import GameResult
from ludus.store.views import Viewer, view_record
from ludus.web.html import Content, tag, write_lines

HOME = "index.html"


class PrivateFolders:
    """The folders of all contestants."""

    def __init__(self, folder: Path, title: str, names: Identities, keys: Collection[str]) -> None:
        self._site = Site(title, names, has_contestants=False)
        self._targets = {key: SiteFolder(folder / make_path_name(key, ("",))) for key in keys}

    @property
    def written(self) -> int:
        """The number of files that were written."""
        return sum(target.written for target in self._targets.values())

    def expect(self, views: Sequence[TournamentView], origins: Mapping[str, str]) -> None:
        """List the pages that are about to be written; `origins` are those of all games, by their paths."""
        for key, target in self._targets.items():
            paths = [
                view.find_game(self._site.names, each.id)
                for view in views
                for each in view.results
                if key in each.keys
            ]
            target.expect({HOME: "", **{path: origins[path] for path in paths}})

    def is_current(self, result: GameResult, path: str, origin: str) -> bool:
        """Tell whether the pages of a game are there for all who played it."""
        targets = [self._targets[key] for key in dict.fromkeys(result.keys) if key in self._targets]
        # All of them are asked, because a page that is not asked for would be removed.
        found = [target.is_current(path, origin) for target in targets]
        return all(found)

    def write_game(
        self,
        view: TournamentView,
        result: GameResult,
        record: Record | None,
        replayed: ReplayedGame | None,
        path: str,
        origin: str,
    ) -> None:
        """Write the page of a game for each contestant who played it."""
        seats = tuple(step.seat for step in replayed.steps) if replayed else ()
        title = " – ".join(map(self._site.names.call, result.keys))
        for key in dict.fromkeys(result.keys):
            if key in self._targets:
                page = Page(self._site, path, title)
                own = _explain(result, record, key)
                shown = view_record(record, Viewer(key=key), seats) if record else None
                self._targets[key].write(path, write_game(page, view, own, shown, replayed), origin)

    def finish(self, views: Sequence[TournamentView], more: Mapping[str, Content] | None = None) -> None:
        """Write the first page of each contestant, with `more` about it, and end."""
        pages = {key: Page(self._site, HOME, self._site.names.call(key)) for key in self._targets}
        parts: dict[str, list[Content]] = {key: [(more or {}).get(key, "")] for key in pages}
        for view in reversed(views):
            own = read_own(view, self._site.names)
            for key, page in pages.items():
                parts[key].append(_write_part(page, view, key, own))
        note = "Only you and the organiser may see these pages: what your program said is on them."
        for key, target in self._targets.items():
            page = pages[key]
            target.write(HOME, page.write(tag("h1", page.title), tag("p", note, class_="note"), parts[key]))
            target.finish()


def _explain(result: GameResult, record: Record | None, key: str) -> GameResult:
    """Say to whoever lost by misconduct what exactly was wrong; to others what everybody reads."""
    is_own = result.culprit is not None and result.keys[result.culprit] == key
    if record is None or not is_own or result.kind not in MISCONDUCT:
        return result
    return replace(result, reason=record.verdict.reason)


def _write_part(page: Page, view: TournamentView, key: str, own: OwnThings) -> Content:
    one, results = own.participants.get(key), own.results.get(key, [])
    if one is None and not results:
        return ""
    absence = tag("p", one.absence, class_="warning") if one and one.absence else ""
    games = write_own_games(page, view, key, results) if results else ""
    return write_section(view.title, absence, _write_log(one.build_log if one else ""), games)


def _write_log(log: str) -> Content:
    if not log:
        return ""
    return tag("details", tag("summary", "Build log"), tag("pre", write_lines(log), class_="log"))


def check_apart(site: Path, contestants: Path) -> None:
    """Refuse to put what is private where everybody looks."""
    if contestants.resolve() == site.resolve() or site.resolve() in contestants.resolve().parents:
        raise BadOption(f"{contestants}: expected a folder outside the site {site}, which everybody may read")
