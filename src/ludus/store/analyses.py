"""Analyses of games in a store: evaluations as rows of `analyses`, better lines in a table of their own.

That table came later, so it is made when the first lines are kept. A store without it has none, and older versions of
Ludus do not look for it: the format is the same with it and without.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, replace

from ludus.records.record import Analysis, Record, Variation
from ludus.records.record_json import read_analysis, read_variations, write_evaluations

VARIATIONS = "CREATE TABLE IF NOT EXISTS variations (analysis INTEGER PRIMARY KEY, variations TEXT NOT NULL)"


def insert_analysis(
    connection: sqlite3.Connection,
    game: str,
    written: str,
    analysis: Analysis,
    reason: str,
    variations: Sequence[Variation] | None,
) -> None:
    """Add the rows of an analysis; the variations stand in place of those of the record, unless there are None."""
    evaluations = json.dumps(write_evaluations(analysis.evaluations))
    row = connection.execute(
        "INSERT INTO analyses (id, written, analyst, reason, evaluations) VALUES (?, ?, ?, ?, ?)",
        (game, written, analysis.by, reason, evaluations),
    )
    if variations is not None:
        connection.execute(VARIATIONS)
        lines = json.dumps([asdict(variation) for variation in variations])
        connection.execute("INSERT INTO variations VALUES (?, ?)", (row.lastrowid, lines))


def add_last_analysis(connection: sqlite3.Connection, record: Record) -> Record:
    """Add to a record what the last analysis of its game says."""
    last = connection.execute(
        "SELECT number, analyst, evaluations FROM analyses WHERE id = ? ORDER BY number DESC LIMIT 1",
        (record.id,),
    ).fetchone()
    if last is None:
        return record
    number, by, evaluations = last
    analysis = read_analysis({"by": by, "evaluations": json.loads(evaluations)})
    variations = _select_variations(connection, number)
    return replace(
        record, analysis=analysis, variations=record.variations if variations is None else variations
    )


def _select_variations(connection: sqlite3.Connection, analysis: int) -> tuple[Variation, ...] | None:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'variations'").fetchone():
        return None
    found = connection.execute("SELECT variations FROM variations WHERE analysis = ?", (analysis,)).fetchone()
    return read_variations(json.loads(found[0])) if found else None
