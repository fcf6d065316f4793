"""What the pages say about one tournament, read from its store: the public view, with the names of the site."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludus.publishing.identities import Identities
from ludus.records.record import TOLD
from ludus.records.results import GameResult
from ludus.store.fingerprint import SETTINGS
from ludus.store.reader import StoreReader
from ludus.store.stored import Decision, StoredParticipant
from ludus.store.views import PUBLIC, Viewer, describe_misconduct, view_participant, view_result
from ludus.tournaments.standings import Ended, Standings
from ludus.tournaments.standings_files import load_store

DECIDED = "the organiser has decided"
SHOWN_RULES = {
    "options": "options",
    "clock": "clock",
    "schedule": "schedule",
    "ply_cap": "moves before a game is cut short",
    "absent": "who cannot play",
    "persist": "files of programs",
}
"""The settings that everybody may read, and how they are called; a seed or a path helps nobody but a cheat."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """One tournament on a site."""

    title: str
    folder: str
    """Where its pages are within the site: empty, or a path that ends with a slash."""
    store: Path
    game: str
    standings: Standings
    """Names are those of the site; among equals the order is theirs, too."""
    results: list[GameResult]
    """The games that count, in the order in which the site lists them."""
    rows: Mapping[str, int]
    """The row of the store that counts for each game: what is in a row never changes."""
    out: list[str]
    """The keys of those who could not play."""
    decisions: list[Decision]
    rules: Mapping[str, str]
    state: int
    """A number that grows with every change of the store."""
    began: str
    ended: str = ""

    def list_keys(self) -> list[str]:
        """List all who have a page, also those who could not play."""
        return [*(line.key for line in self.standings.lines), *self.out]

    def name_page(self, name: str) -> str:
        """Return the path of one of its pages within the site."""
        return f"{self.folder}{name}"

    def find_game(self, names: Identities, game: str) -> str:
        """Return the path of the page of a game."""
        return f"{self.folder}games/{names.name_game(game)}.html"


def read_names(paths: Iterable[Path]) -> dict[str, str]:
    """Read who takes part in some tournaments: their names by key."""
    names: dict[str, str] = {}
    for path in paths:
        with StoreReader(path) as store:
            names |= store.list_names()
    return names


def read_is_anonymous(path: Path) -> bool:
    """Tell whether the plan of a tournament says that nobody may learn who is who."""
    with StoreReader(path) as store:
        runs = store.list_runs()
    try:
        return bool(tomllib.loads(runs[-1].plan if runs else "").get("anonymous", False))
    except tomllib.TOMLDecodeError:
        return False


def read_tournament(path: Path, title: str, folder: str, names: Identities) -> TournamentView:
    """Read a store."""
    standings = load_store(path)
    with StoreReader(path) as store:
        state = store.find_last_change()
        results = [_hide(result, names) for result in store.list_results()]
        runs = store.list_runs()
        participants, decisions = store.list_participants(), store.list_decisions()
        rows = store.list_row_numbers()
        record = next(store.read_records(), None)
    results.sort(key=lambda result: names.name_game(result.id))
    played = {line.key for line in standings.lines}
    return TournamentView(
        title,
        folder,
        path,
        record.game if record else "",
        _rename(standings, names),
        results,
        rows,
        [one.key for one in participants if one.absence and one.key not in played],
        [replace(each, result=_hide(each.result, names)) for each in decisions],
        _read_rules(runs[0].fingerprint if runs else {}),
        state,
        runs[0].began if runs else "",
    )


@dataclass(frozen=True, slots=True)
class OwnThings:
    """What each contestant may see of itself, by key."""

    participants: Mapping[str, StoredParticipant]
    results: Mapping[str, list[GameResult]]


def read_own(view: TournamentView, names: Identities) -> OwnThings:
    """Read what each contestant of a tournament may see of itself."""
    own: dict[str, list[GameResult]] = {}
    with StoreReader(view.store) as store:
        participants = {
            one.key: view_participant(one, Viewer(key=one.key)) for one in store.list_participants()
        }
        found = store.list_results()
    for result in sorted(found, key=lambda each: names.name_game(each.id)):
        hidden = _hide(result, names)
        culprit = None if result.culprit is None else result.keys[result.culprit]
        for key in dict.fromkeys(result.keys):
            own.setdefault(key, []).append(result if key == culprit else hidden)
    return OwnThings(participants, own)


def _hide(result: GameResult, names: Identities) -> GameResult:
    """Leave out what is not public, and call everybody as the site does."""
    shown = view_result(result, PUBLIC)
    if shown.reason != result.reason and result.culprit is not None:
        return replace(
            shown, reason=describe_misconduct(result.kind, names.call(result.keys[result.culprit]))
        )
    # Whoever explains a decision may name somebody in any way.
    is_private = names.is_anonymous and result.kind == TOLD
    return replace(shown, reason=DECIDED if is_private else names.hide(shown.reason))


def _rename(standings: Standings, names: Identities) -> Standings:
    lines = [replace(line, name=names.call(line.key)) for line in standings.lines]
    if names.is_anonymous:
        # Equals are in the order of their keys, which would tell something about them.
        lines.sort(key=lambda line: (line.place, line.name))
    return replace(standings, lines=lines, reasons=_hide_reasons(standings.reasons, names))


def _hide_reasons(reasons: Sequence[Ended], names: Identities) -> list[Ended]:
    """Call everybody as the site does in the endings; on an anonymous site all decisions are one ending."""
    shown = [each for each in reasons if each.kind != TOLD or not names.is_anonymous]
    decided = sum(each.games for each in reasons) - sum(each.games for each in shown)
    more = [Ended(TOLD, DECIDED, "", decided)] if decided else []
    return [*(replace(each, reason=names.hide(each.reason)) for each in shown), *more]


def _read_rules(fingerprint: Mapping[str, str]) -> dict[str, str]:
    found = json.loads(fingerprint.get(SETTINGS, "{}"))
    return select_rules({str(key): str(value) for key, value in found.items()})


def select_rules(found: Mapping[str, str]) -> dict[str, str]:
    """Select the settings that everybody may read, under the names by which people know them."""
    return {words: found[key] for key, words in SHOWN_RULES.items() if found.get(key)}
