"""Games that were played: in a store, or in a file of records; whoever reads them need not know which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from ludus.errors import BadOption
from ludus.records.results import GameFilter, GameResult, extract_result
from ludus.store.file import is_store
from ludus.store.reader import ALL, StoreReader, choose_id
from ludus.text import quote

if TYPE_CHECKING:
    from ludus.records.record import Record
    from ludus.records.strict_json import BadRecord


class GameSource(Protocol):
    """Where games are read from."""

    def list_results(self, wanted: GameFilter = ALL) -> list[GameResult]:
        """Return the results of the games that count."""

    def read_records(self, wanted: GameFilter = ALL) -> Iterator[Record]:
        """Yield their records."""

    def list_names(self) -> dict[str, str]:
        """Return the name of each participant by its key."""

    def find_id(self, prefix: str) -> str:
        """Find the one game whose id begins so."""

    def find_record(self, game: str) -> Record | None:
        """Return the record of a game."""


def open_source(path: Path) -> GameSource:
    """Open a store to read, or a file of records."""
    return StoreReader(path) if is_store(path) else RecordFile(path)


def choose_record(source: GameSource, text: str | None) -> Record:
    """Choose a game by its number, from 1, by its id or by the beginning of its id; without a text, the only one."""
    if text is None:
        first = list(islice(source.read_records(), 2))
        if len(first) == 1:
            return first[0]
        error = BadOption(
            f"GAME: expected the number or the id of a game, as there are {len(source.list_results())} of them"
        )
        error.hint = "ludus record show FILE lists them with their numbers"
        raise error
    # The ids of matches begin with zeros.
    if text.isdecimal() and not text.startswith("0"):
        found = source.find_record(text) or next(islice(source.read_records(), int(text) - 1, None), None)
    else:
        found = source.find_record(source.find_id(text))
    if found is None:
        raise BadOption(f"GAME: expected the number or the id of a recorded game, found {quote(text)}")
    return found


def read_each(path: Path) -> Iterator[tuple[str, Record | BadRecord]]:
    """Yield every record of a store or a file, or what is wrong with it, each with its place: a game, or a line."""
    if is_store(path):
        with StoreReader(path) as store:
            yield from ((f"game {record.id}", record) for record in store.read_records())
    else:
        from ludus.records.files import read_lines

        yield from ((f"line {number}", found) for number, found in read_lines(path))


class RecordFile:
    """A file of records; broken lines are reported and skipped, and of several records of a game the first counts."""

    def __init__(self, path: Path) -> None:
        from ludus.records.files import read_file

        self.path = path
        self._names: dict[str, str] = {}
        self._results: dict[str, GameResult] = {}
        for number, record in enumerate(read_file(path)):
            self._results.setdefault(record.id or f"#{number}", extract_result(record))
            self._names |= {seated.key or seated.name: seated.name for seated in record.players}

    def list_results(self, wanted: GameFilter = ALL) -> list[GameResult]:
        """Return the results of the games that count, in the order of the file."""
        return [result for result in self._results.values() if wanted.accepts(result)]

    def read_records(self, wanted: GameFilter = ALL) -> Iterator[Record]:
        """Yield all records, in the order of the file."""
        from ludus.records.files import ignore, read_file

        # The broken lines were reported when the file was opened.
        records = read_file(self.path, report=ignore)
        return (record for record in records if wanted.accepts(extract_result(record)))

    def list_names(self) -> dict[str, str]:
        """Return the name of each participant by its key."""
        return self._names

    def find_id(self, prefix: str) -> str:
        """Find the one game whose id begins so."""
        found = [result.id for result in self._results.values() if result.id.startswith(prefix)]
        return choose_id(self.path, prefix, found)

    def find_record(self, game: str) -> Record | None:
        """Return the record of a game."""
        return next((record for record in self.read_records() if record.id == game), None)


def find_keys(text: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Find the participant with this key, or all who go by this name; raise `BadOption` where nobody does."""
    if text in names:
        return (text,)
    found = tuple(key for key, name in names.items() if name == text)
    if found:
        return found
    raise BadOption(f"expected the name of a participant, found {quote(text)}{_suggest(text, names)}")


def _suggest(text: str, names: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(text, names, n=1, cutoff=0.5)
    return f"; did you mean {quote(close[0])}?" if close else ""
