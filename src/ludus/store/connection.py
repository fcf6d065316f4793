"""Opens the file of a store, to read or to write; a file that is no store, or a damaged one, is refused untouched.

A store of an older format is brought up to date when it is opened for writing, after a copy of it was made beside it; to
be read, it is copied into memory first.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ludus.store.schema import (
    CURRENT,
    EmptyStore,
    Format,
    create,
    describe_damage,
    read_format,
    upgrade,
)

BUSY = 30.0
"""Seconds to wait for another connection, where the file system has no shared memory."""


def connect_to_write(
    path: Path, network: str, newest: Format = CURRENT, *, check_same_thread: bool = True
) -> sqlite3.Connection:
    """Open a store for writing, or make one; `network` is the network file system that it lies on, if any."""
    connection = sqlite3.connect(
        path, timeout=BUSY, isolation_level=None, check_same_thread=check_same_thread
    )
    try:
        found = read_format(connection, path, newest)
        _check_pages(connection, path)
        mode = "TRUNCATE" if network else "WAL"
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("PRAGMA synchronous = FULL")
        if found == 0:
            create(connection, newest)
        elif found != newest.version:
            _keep_copy(connection, path, found)
            upgrade(connection, found, newest)
        connection.execute(newest.opening)
    except BaseException:
        connection.close()
        raise
    return connection


def _keep_copy(connection: sqlite3.Connection, path: Path, found: int) -> None:
    """Copy a store beside itself before its format is changed."""
    copy = path.with_name(f"{path.name}.format-{found}")
    target = sqlite3.connect(copy)
    try:
        connection.backup(target)
    finally:
        target.close()


def _check_pages(connection: sqlite3.Connection, path: Path) -> None:
    faults = [str(row[0]) for row in connection.execute("PRAGMA quick_check(1)")]
    if faults != ["ok"]:
        raise describe_damage(path, faults[0].splitlines()[-1])


def connect_to_read(path: Path, newest: Format = CURRENT) -> sqlite3.Connection:
    """Open a store so that it can only be read."""
    connection = _connect_plainly(path)
    try:
        found = read_format(connection, path, newest)
        if found == 0:
            raise EmptyStore(f"{path}: expected {newest.name}, found an empty file")
        return connection if found == newest.version else _copy_upgraded(connection, found, newest)
    except BaseException:
        connection.close()
        raise


def _connect_plainly(path: Path) -> sqlite3.Connection:
    address = path.absolute().as_uri()
    connection = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=BUSY, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        # In a folder that may not be written to, SQLite cannot make the files of its log, and does not need them
        # where no log has been left.
        connection.close()
        if path.with_name(f"{path.name}-wal").exists():
            raise
        connection = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, isolation_level=None)
    return connection


def _copy_upgraded(connection: sqlite3.Connection, found: int, newest: Format) -> sqlite3.Connection:
    """Copy a store of an older format into memory, as the newest format."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    connection.backup(copy)
    connection.close()
    upgrade(copy, found, newest)
    return copy
