"""Writes what one contestant may see into a folder: its games, what its program said and was given, its build log.

`README` says what lies there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from ludus.arena.inputs import Input, make_inputs
from ludus.games.base import Game
from ludus.records.path_names import make_path_name
from ludus.records.record import Record
from ludus.records.record_json import write
from ludus.records.results import GameFilter
from ludus.records.strict_json import BadRecord
from ludus.store.reader import StoreReader
from ludus.store.sources import GameSource
from ludus.store.views import Viewer, view_participant, view_record
from ludus.text import make_printable
from ludus.turn import Request

README = """\
The games of {name}.

build-log.txt       how the program was built, or why it could not be
games.jsonl         the records of the games; 'ludus record show games.jsonl 1' shows the first
games/ID.txt        one game: every move, its time, and what your program said on the side
games/ID.zip        what your program was given for each of its turns

A file in the archive is called like the number of the move and the file that the program found; 'stdin' is its standard
input, 'arguments' are the words after its name. Times in it are exact to a microsecond.
"""


def write_contestant_folder(
    source: GameSource, key: str, folder: Path, games: Mapping[str, Game], wanted: GameFilter
) -> int:
    """Write the folder, which must be there and empty; return the number of games."""
    viewer = Viewer(key=key)
    _write(folder / "README.txt", README.format(name=make_printable(source.list_names().get(key, key))))
    _write(folder / "build-log.txt", _describe_build(source, viewer))
    (folder / "games").mkdir()
    taken: set[str] = set()
    with (folder / "games.jsonl").open("x", encoding="ascii") as lines:
        for record in source.read_records(wanted):
            inputs, shown = _view(record, viewer, games)
            lines.write(f"{write(shown)}\n")
            name = make_path_name(record.id, taken)
            taken.add(name.lower())
            _write(folder / "games" / f"{name}.txt", _list_moves(shown))
            if inputs:
                _write_inputs(folder / "games" / f"{name}.zip", inputs)
    return len(taken)


def _view(record: Record, viewer: Viewer, games: Mapping[str, Game]) -> tuple[list[Input], Record]:
    """Make the inputs of a game and what may be seen of it."""
    seat = [seated.key or seated.name for seated in record.players].index(viewer.key)
    inputs, seats = list[Input](), tuple[int, ...]()
    if record.notes or record.evaluations or record.players[seat].tier:
        try:
            inputs, seats = make_inputs(record, games, seat)
        except BadRecord:
            # The rules of this game are not known here: whose notes are whose is unknown.
            seats = ()
    return inputs, view_record(record, viewer, seats)


def _write_inputs(path: Path, inputs: Sequence[Input]) -> None:
    with ZipFile(path, "x") as archive:
        for given in inputs:
            for name, data in _list_files(given.request).items():
                # Not by its name alone, which would add the time of writing.
                archive.writestr(ZipInfo(f"{given.ply:03}-{name}"), data)


def _list_files(request: Request) -> dict[str, bytes]:
    files = {make_path_name(name): data for name, data in request.files.items()}
    if request.stdin:
        files["stdin"] = request.stdin
    if request.arguments:
        files["arguments"] = "".join(f"{word}\n" for word in request.arguments).encode()
    return files


def _list_moves(record: Record) -> str:
    lines = [
        f"{record.id}, round {record.round}: {' - '.join(seated.name for seated in record.players)}",
        f"started {record.started or 'at an unknown time'}, clock {record.clock}",
        "",
    ]
    offences = list(record.offences)
    for number, (move, seconds) in enumerate(zip(record.moves, record.seconds, strict=True), start=1):
        while offences and offences[0].ply <= number:
            lines.append(_describe_offence(offences.pop(0).reason, number))
        note = record.notes[number - 1] if record.notes else ""
        lines.append(f"{number:>4}  {move:<12} {seconds:>10.6f} s  {note}".rstrip())
    lines += [_describe_offence(offence.reason, offence.ply) for offence in offences]
    points = ", ".join(f"{points:g}" for points in record.points)
    lines += ["", f"{record.verdict.kind}: {record.verdict.reason}", f"points: {points}"]
    return "".join(f"{make_printable(line)}\n" for line in lines)


def _describe_offence(reason: str, ply: int) -> str:
    return f"{ply:>4}  a turn was lost: {reason}"


def _describe_build(source: GameSource, viewer: Viewer) -> str:
    if not isinstance(source, StoreReader):
        return ""
    for participant in source.list_participants():
        if participant.key == viewer.key:
            shown = view_participant(participant, viewer)
            return "\n".join(part for part in (shown.absence, shown.build_log) if part)
    return ""


def _write(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
