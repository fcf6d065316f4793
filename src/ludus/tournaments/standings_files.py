"""Makes standings from a store or from plain files of records; those of a store are kept beside it.

What is kept is never the truth: it is used only as long as the store is the same and has not changed since, by the same
version of Ludus, and made anew otherwise. A file that is damaged or cannot be written is as good as none.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ludus import __version__
from ludus.atomic_file import write_atomically
from ludus.store.fingerprint import SETTINGS
from ludus.store.reader import StoreReader
from ludus.tournaments.standings import SWISS, Standings, choose_criteria, make_standings, read_standings

if TYPE_CHECKING:
    # What is kept is shown without the modules that make standings and read records.
    from ludus.records.results import GameResult

SUFFIX = ".standings"
"""The end of the name of the file with the standings of a store."""


def load_store(path: Path, order: Sequence[str] = ()) -> Standings:
    """Make the standings of a store, or take those that were kept; without an order in that of its contest."""
    kept = path.with_name(path.name + SUFFIX)
    with StoreReader(path) as store:
        state = _name_state(store, order)
        found = _read_kept(kept, state)
        if found is not None:
            return found
        made = _make_from_store(store, order)
    # Whoever may read the store need not be allowed to write beside it.
    with suppress(OSError):
        _write_kept(kept, state, made)
    return made


def load_records(paths: Iterable[Path], order: Sequence[str] = ()) -> Standings:
    """Make the standings of all games in files of records; a game that is there twice counts once."""
    from ludus.arena.scoring import compute_points
    from ludus.records.files import read_file
    from ludus.records.results import extract_result

    names: dict[str, str] = {}
    results: dict[str, GameResult] = {}
    games = set()
    for path in paths:
        for number, record in enumerate(read_file(path)):
            result = extract_result(record)
            games.add(record.game)
            names |= {key: seated.name for key, seated in zip(result.keys, record.players, strict=True)}
            if not result.points:
                result = _give_points(result, compute_points(record.verdict))
            results.setdefault(record.id or f"{path} {number}", result)
    return _make(names, list(results.values()), order or _choose_order(games))


def _give_points(result: GameResult, points: tuple[float, ...]) -> GameResult:
    from dataclasses import replace

    return replace(result, points=points)


def _make_from_store(store: StoreReader, order: Sequence[str]) -> Standings:
    results = store.list_results()
    played = {key for result in results for key in result.keys}
    names = {
        each.key: each.name for each in store.list_participants() if not each.absence or each.key in played
    }
    game, form = _read_settings(store)
    if not game:
        record = next(store.read_records(), None)
        game = record.game if record else ""
    return _make(names, results, order or _choose_order({game}, form), form)


def _make(
    names: dict[str, str], results: Sequence[GameResult], order: Sequence[str], form: str = ""
) -> Standings:
    from ludus.ratings.rate import rate
    from ludus.tournaments.tally import Tally

    tally = Tally(names, results)
    return make_standings(tally, order, rate(results), tally.list_byes() if form == SWISS else ())


def _choose_order(games: set[str], form: str = "") -> tuple[str, ...]:
    """Choose the criteria of a tournament: those of its form, and of its contest if it is one game's."""
    from ludus.contests import CONTESTS

    contest = CONTESTS.get(next(iter(games))) if len(games) == 1 else None
    return choose_criteria(form, contest.tie_breaks if contest else ())


def _read_settings(store: StoreReader) -> tuple[str, str]:
    """Read the game and the form of a tournament from its last run; both may be unknown."""
    runs = store.list_runs()
    settings = json.loads(runs[-1].fingerprint.get(SETTINGS, "{}")) if runs else {}
    return settings.get("game", ""), settings.get("schedule", "").partition(" ")[0]


def _name_state(store: StoreReader, order: Sequence[str]) -> str:
    """Name everything that the standings depend on: another store may have been put in the place of the first."""
    runs = " ".join(run.began for run in store.list_runs())
    return f"{__version__} {store.path.stat().st_ino} {store.find_last_change()} {' '.join(order)} {runs}"


def _read_kept(path: Path, state: str) -> Standings | None:
    try:
        lines = path.read_text(encoding="utf-8").split("\n", 1)
    except (OSError, ValueError):
        return None
    if len(lines) != 2 or lines[0] != _write_head(state, lines[1]):
        return None
    # The fields may be those of an earlier build of this version.
    with suppress(KeyError, TypeError):
        return read_standings(json.loads(lines[1]))
    return None


def _write_kept(path: Path, state: str, standings: Standings) -> None:
    text = json.dumps(standings.as_json())
    write_atomically(path, f"{_write_head(state, text)}\n{text}")


def _write_head(state: str, text: str) -> str:
    """Make the first line: the state of the store, and a checksum that tells whether the text is damaged."""
    return f"{zlib.crc32(text.encode()):08x} {state}"
