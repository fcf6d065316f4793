"""Feeds made-up bytes to every reader of untrusted text, guided by coverage (needs atheris).

Contest formats, positions, moves, records, the state of a test, suites, pente.org's sheets, protocol lines, clocks, plans, what browsers send.

    python fuzz/readers.py -max_total_time=30

A reader may refuse its input by the error of its room; anything else that it raises is a finding. Of a position that the
native core reads, too, it must find the same moves.
"""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["ludus"]):
    from ludus import engine
    from ludus.arena.openings import parse_suite
    from ludus.arena.replay import check
    from ludus.contests import CONTESTS
    from ludus.errors import LudusError
    from ludus.games import GAMES, BadPosition, IllegalMove
    from ludus.protocols.base import BadReply, BadRequest
    from ludus.protocols.engine import BadLine, read_answer, read_command
    from ludus.ratings.sprt import read_state
    from ludus.records.pente_org import make_record, read_sheets
    from ludus.records.record_json import read, write
    from ludus.records.strict_json import BadRecord
    from ludus.records.time_control import TimeControl
    from ludus.seasons.plans.plan import parse_season_plan
    from ludus.server.http.bodies import read_join, read_move, read_new_game
    from ludus.tournaments.plans.plan import parse_plan
    from ludus.tournaments.plans.table import PlanFile

from ludus.turn import Clock, Reply, Request, Turn

LONGEST = 4096
STARTS = {name: game.start(size="4x5") if name == "amazons" else game.start() for name, game in GAMES.items()}
TURNS = {name: Turn(position, clock=Clock(0, 60)) for name, position in STARTS.items()}
NAMES = sorted(CONTESTS)


def one_input(data: bytes) -> None:
    """Let the first byte choose the reader and give it the rest."""
    if not data:
        return
    name = NAMES[data[0] % len(NAMES)]
    reader = READERS[data[0] // len(NAMES) % len(READERS)]
    reader(name, data[1:])


def _record(_: str, data: bytes) -> None:
    try:
        record = read(data.decode(errors="replace"))
    except BadRecord:
        return
    assert read(write(record)) == record
    with contextlib.suppress(BadRecord):
        check(record, GAMES)


def _state(_: str, data: bytes) -> None:
    with contextlib.suppress(LudusError):
        read_state(data.decode(errors="replace"))


def _suite(name: str, data: bytes) -> None:
    with contextlib.suppress(LudusError):
        parse_suite(f"# game: {name}\n# edition: 1\n{data.decode(errors='replace')}", GAMES[name], "suite")


def _sheet(_: str, data: bytes) -> None:
    with contextlib.suppress(LudusError):
        for sheet in read_sheets(data.decode(errors="replace")):
            make_record(sheet)


def _line(_: str, data: bytes) -> None:
    for reader in (read_answer, read_command):
        with contextlib.suppress(BadLine):
            reader(data.decode(errors="replace"))


def _clock(_: str, data: bytes) -> None:
    try:
        control = TimeControl.read(data.decode(errors="replace"))
    except LudusError:
        return
    assert TimeControl.read(str(control)) == control


def _plan(_: str, data: bytes) -> None:
    with contextlib.suppress(LudusError):
        parse_plan(PlanFile(Path("/nowhere/plan.toml"), data.decode(errors="replace")))
    with contextlib.suppress(LudusError):
        parse_season_plan(PlanFile(Path("/nowhere/season.toml"), data.decode(errors="replace")))


def _position(name: str, data: bytes) -> None:
    try:
        position = GAMES[name].read(data.decode("latin-1"))
    except BadPosition:
        return
    assert GAMES[name].read(str(position)) == position
    if engine.supports(position):
        assert sorted(engine.moves(position)) == sorted(position.moves())


def _move(name: str, data: bytes) -> None:
    try:
        STARTS[name].play(data.decode("latin-1"))
    except IllegalMove:
        return


def _request(name: str, data: bytes) -> None:
    asked = CONTESTS[name].format.write_request(TURNS[name])
    files = dict.fromkeys(asked.files, data)
    try:
        CONTESTS[name].format.read_request(Request(data, asked.arguments, files), "Ludus")
    except BadRequest:
        return


def _reply(name: str, data: bytes) -> None:
    files = dict.fromkeys(("output.txt", "board.txt"), data)
    try:
        CONTESTS[name].format.read_reply(TURNS[name], Reply(data, 0, files))
    except (BadReply, IllegalMove):
        return


def _body(_: str, data: bytes) -> None:
    for read_body in (read_new_game, read_move, read_join):
        with contextlib.suppress(BadRecord):
            read_body(data)


READERS = (_position, _move, _request, _reply, _record, _state, _suite, _sheet, _line, _clock, _plan, _body)
GAME = [f"{row}{column}" for row in (10, 9, 11, 12, 13) for column in "KL"][:9]


def seeds() -> list[bytes]:
    """Begin with real texts of every reader."""
    sheet = " ".join(f"{move[-1]}{move[:-1]}" for move in GAME)
    record = make_record(next(read_sheets(f"{sheet} 1-0")))
    shared = (
        write(record),
        json.dumps({"format": "ludus sprt 1", "terms": {"seed": "1"}, "games": "WLD-x"}),
        " ".join(GAME),
        f'[Player 1 Name "ann"]\n{sheet} 1-0',
        "info depth 3 score -1.5 nodes 77 pv x",
        "game=60+0.5,move=5,grace=0.02,patience=2,wall",
        'contest = "pente-course"\nclock = { from = 6, to = 9 }\nentrants = [{ player = "minimax" }, "a.zip"]\n[schedule]\ngames = 4\n',
        '{"game":"pente","seats":[{"kind":"me","name":"Ann"},{"kind":"level","level":3}],"clock":{"seconds":60}}',
    )
    found = [bytes([kind * len(NAMES)]) + text.encode() for kind, text in enumerate(shared, start=4)]
    for index, name in enumerate(NAMES):
        asked = CONTESTS[name].format.write_request(TURNS[name])
        move = STARTS[name].moves()[0]
        answered = CONTESTS[name].format.write_reply(TURNS[name], (move,))
        texts = (
            str(STARTS[name]).encode(),
            move.encode(),
            asked.stdin or b"".join(asked.files.values()),
            answered.stdout or b"".join(answered.files.values()),
        )
        found += [bytes([kind * len(NAMES) + index]) + text for kind, text in enumerate(texts)]
    return found


def main() -> None:
    """Write the seeds where libFuzzer looks for them and run it."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(seeds()):
            (Path(folder) / str(number)).write_bytes(seed[:LONGEST])
        atheris.Setup([*sys.argv, folder, f"-max_len={LONGEST}", "-timeout=10"], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
