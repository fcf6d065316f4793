"""Goes on with a match: finds the games that are recorded already, and refuses records of another match.

Records that come from elsewhere are believed only as far as they can be checked: `accept_record`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ludus.arena.inputs import trace_turns
from ludus.arena.match import Pairing, Result, find_game_once
from ludus.arena.replay import check
from ludus.contests import find_conduct
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.records.record import Record
from ludus.records.strict_json import BadRecord
from ludus.seeds import derive_seed
from ludus.text import make_printable, quote


def find_finished(
    schedule: Sequence[Pairing], records: Iterable[Record], games: Mapping[str, Game], where: str
) -> list[Result]:
    """Find the results of the games that are recorded; raise `BadOption` if one belongs to another match."""
    pairings = {pairing.id: pairing for pairing in schedule}
    results: dict[str, Result] = {}
    for record in records:
        if record.id not in pairings:
            raise _refuse(record, schedule, where)
        if record.id not in results:
            try:
                results[record.id] = _restore_result(pairings[record.id], record, games)
            except BadRecord as error:
                raise BadOption(f"{where}: game {record.id}: {error}") from error
    return list(results.values())


def accept_record(pairing: Pairing, record: Record, games: Mapping[str, Game]) -> Result:
    """Make the result of a game that somebody else has played; raise `BadRecord` unless it is that game, by the rules."""
    if record.id != pairing.id:
        raise BadRecord("id", pairing.id, quote(record.id))
    if difference := find_difference(record, pairing):
        raise BadRecord(record.id, "the game that was to be played", f"another one: {difference}")
    if not record.points:
        raise BadRecord("points", "those of a finished game", "none")
    check(record, games)
    return _restore_result(pairing, record, games)


def _restore_result(pairing: Pairing, record: Record, games: Mapping[str, Game]) -> Result:
    """Make the result that the game had when it was played."""
    _, seats = trace_turns(record, games)
    turns, seconds = [0] * len(record.players), [0.0] * len(record.players)
    for seat, cost in zip(seats, record.seconds, strict=True):
        turns[seat] += 1
        seconds[seat] += cost
    return Result(pairing, record.points, tuple(turns), tuple(seconds), record)


def _refuse(record: Record, schedule: Sequence[Pairing], where: str) -> BadOption:
    error = BadOption(
        f"{where}: game {quote(record.id)} belongs to another match: {_find_other(record, schedule)}"
    )
    error.hint = "give the same arguments as before to go on, or name another file"
    return error


def _find_other(record: Record, schedule: Sequence[Pairing]) -> str:
    """Say in what the match of a record differs from this one, as far as the game of the same number tells."""
    number = record.id.partition("-")[0]
    pairing = next((pairing for pairing in schedule if f"{pairing.number:05}" == number), None)
    if pairing is None:
        return f"there is no such game among the {len(schedule)} of this match"
    return find_difference(record, pairing) or "its id does not follow from these settings"


def find_difference(record: Record, pairing: Pairing) -> str:
    """Say in what a recorded game differs from the one that was to be played; empty if it is that one."""
    different = (f"{what}: expected {a}, found {b}" for what, a, b in _list_facts(pairing, record) if a != b)
    return next(different, "")


def _list_facts(pairing: Pairing, record: Record) -> Iterator[tuple[str, str, str]]:
    """List what is known of a game before it is played, and what the record says of it."""
    settings, seats = pairing.settings, range(len(pairing.seats))
    options = {**dict(settings.options), **dict(pairing.opening.options)}
    seeds = tuple(derive_seed(pairing.seed, "seat", seat) for seat in seats)
    yield "game", settings.game, record.game
    yield "clock", str(settings.control), record.clock
    yield "ply cap", str(settings.ply_cap), str(record.ply_cap)
    yield "options", str({key: str(value) for key, value in options.items()}), str(dict(record.options))
    for what, expected, found in (
        ("players", pairing.keys, [seated.key for seated in record.players]),
        ("names", [one.name for one in pairing.seats], [seated.name for seated in record.players]),
        ("versions", [one.version for one in pairing.seats], [seated.version for seated in record.players]),
    ):
        yield what, ", ".join(map(make_printable, expected)), ", ".join(found)
    yield "seeds", str(list(seeds)), str(list(record.seeds))
    yield "opening", str(pairing.opening), record.opening
    yield "round", str(pairing.round), str(record.round)
    yield "block", str(pairing.block), str(record.block)
    yield "conduct", str(settings.conduct or find_conduct(settings.game)), str(record.conduct)
    start = pairing.opening.make_position(
        find_game_once(settings.game, settings.files), dict(settings.options)
    )
    yield "start", str(start), record.start
