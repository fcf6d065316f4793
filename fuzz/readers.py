"""Feeds made-up bytes to every reader of contest formats and positions, guided by coverage (needs atheris).

    python fuzz/readers.py -max_total_time=30

A reader may refuse its input by the error of its room; anything else that it raises is a finding.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["ludus"]):
    from ludus.games import GAMES, BadPosition, IllegalMove
    from ludus.protocols import PROTOCOLS
    from ludus.protocols.base import BadReply, BadRequest

from ludus.turn import Clock, Reply, Request, Turn

LONGEST = 4096
STARTS = {name: game.start(size="4x5") if name == "amazons" else game.start() for name, game in GAMES.items()}
TURNS = {name: Turn(position, clock=Clock(0, 60)) for name, position in STARTS.items()}
CONTESTS = sorted(PROTOCOLS)


def one_input(data: bytes) -> None:
    """Let the first byte choose the reader and give it the rest."""
    if not data:
        return
    name = CONTESTS[data[0] % len(CONTESTS)]
    reader = (_position, _move, _request, _reply)[data[0] // len(CONTESTS) % 4]
    reader(name, data[1:])


def _position(name: str, data: bytes) -> None:
    try:
        position = GAMES[name].read(data.decode("latin-1"))
    except BadPosition:
        return
    assert GAMES[name].read(str(position)) == position


def _move(name: str, data: bytes) -> None:
    try:
        STARTS[name].play(data.decode("latin-1"))
    except IllegalMove:
        return


def _request(name: str, data: bytes) -> None:
    asked = PROTOCOLS[name].ask(TURNS[name])
    files = dict.fromkeys(asked.files, data)
    try:
        PROTOCOLS[name].understand(Request(data, asked.arguments, files), "Ludus")
    except BadRequest:
        return


def _reply(name: str, data: bytes) -> None:
    files = dict.fromkeys(("output.txt", "board.txt"), data)
    try:
        PROTOCOLS[name].hear(TURNS[name], Reply(data, 0, files))
    except (BadReply, IllegalMove):
        return


def seeds() -> list[bytes]:
    """Begin with real texts of every reader."""
    found = []
    for index, name in enumerate(CONTESTS):
        asked = PROTOCOLS[name].ask(TURNS[name])
        move = STARTS[name].moves()[0]
        answered = PROTOCOLS[name].answer(TURNS[name], (move,))
        texts = (
            str(STARTS[name]).encode(),
            move.encode(),
            asked.stdin or b"".join(asked.files.values()),
            answered.stdout or b"".join(answered.files.values()),
        )
        found += [bytes([kind * len(CONTESTS) + index]) + text for kind, text in enumerate(texts)]
    return found


def main() -> None:
    """Write the seeds where libFuzzer looks for them and run it."""
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        for number, seed in enumerate(seeds()):
            (Path(folder) / str(number)).write_bytes(seed[:LONGEST])
        atheris.Setup([*sys.argv, folder, f"-max_len={LONGEST}", "-timeout=10"], one_input)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
