"""Seasons for the tests of sites: as they are in their stores, without any program being run."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ludus.seasons.history import EVALUATION, FINAL, SeasonDecision
from ludus.seasons.plans.plan import read_season_plan
from ludus.seasons.reader import find_store
from ludus.seasons.rows import EXCLUDE, HeldEvaluation
from ludus.seasons.store import SeasonStore
from tests.publishing.stores import SECRET, fill_store, list_ring

REFERENCE = "reference:random"
TIME = "2026-11-{:02}T09:00:00Z"


def make_season(
    folder: Path, members: int, evaluations: int = 3, *, anonymous: bool = False, opponents: int = 2
) -> Path:
    """Make a season: the last member joins late, the first is renamed, one is excluded, and a final is held."""
    path = folder / "season.toml"
    path.write_text(
        'title = "Autumn <b>term</b>"\n'
        + 'game = "checkers"\nsources = [{ inbox = "inbox" }]\nreferences = ["random"]\nweights = [1, 2]\n'
        + f"anonymous = {str(anonymous).lower()}\n",
        encoding="utf-8",
    )
    (folder / "inbox").mkdir()
    plan = read_season_plan(path)
    store = SeasonStore(plan.store)
    store.prepare()
    keys = [f"student-{number:03}" for number in range(members)]
    add_versions(plan.store, keys)
    for number in range(1, evaluations + 2):
        playing = keys if number > 1 else keys[:-1]
        kind = FINAL if number > evaluations else EVALUATION
        rules = {"clock": "game=60", "options": "" if number < 2 else "capture=forced", "seed": SECRET}
        versions = {key: 1 if number == 1 or key == keys[1] else 2 for key in playing}
        one = HeldEvaluation(number, 1, kind, TIME.format(number), TIME.format(number + 1), rules, versions)
        place = find_store(plan, one)
        place.parent.mkdir(parents=True)
        names = {key: f"Nick{int(key[-3:])}" for key in playing} | {REFERENCE: "random"}
        fill_store(place, names, list_ring(list(names), opponents))
        store.add_evaluation(one)
    store.add_decision(SeasonDecision(0, TIME.format(9), EXCLUDE, keys[2], 0, "copied from student-001"))
    return path


def add_versions(path: Path, keys: Sequence[str]) -> None:
    """Add two versions of each member, in one transaction: a season adds them one by one, which takes longer."""
    rows = [
        (
            key,
            version,
            f"sha256:{number:08x}{version:08x}",
            f"Nick{number}" if number or version == 1 else "Renamed",
            TIME.format(version),
            not (version == 2 and number == 1),
            SECRET,
            SECRET,
            SECRET,
            SECRET,
        )
        for number, key in enumerate(keys)
        for version in (1, 2)
    ]
    columns = "key, version, hash, name, taken_in, accepted, reason, mark, notes, build_log"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(f"INSERT INTO versions ({columns}) VALUES ({', '.join('?' * 10)})", rows)
