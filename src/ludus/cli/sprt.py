"""`ludus sprt`: test whether one player is stronger than another, with as few games as possible.

Exit codes: 0 H1 is accepted, 1 H0 is accepted, 3 undecided after all games, 130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from ludus.arena.match import MatchSettings, Pairing, round_robin
from ludus.arena.openings import Opening
from ludus.arena.runner import Finished, Voided
from ludus.arena.workers import make_local_pool
from ludus.cli.arguments import add_game, add_number, open_machine
from ludus.cli.many_games import INTERRUPTED, check_new_file, play_games, resolve_players
from ludus.cli.match_arguments import add_settings, choose_openings, choose_settings
from ludus.cli.match_records import check_lines
from ludus.errors import BadOption
from ludus.players.participant import Participant
from ludus.ratings.sprt import H1, LETTERS, VOID, Ledger, Sprt, Tally
from ludus.ratings.statistics import estimate
from ludus.records.files import append, read_file
from ludus.sandbox.capabilities import Machine
from ludus.seeds import derive_seed
from ludus.terminal.progress import Progress
from ludus.terminal.results import describe_estimate, describe_pairs
from ludus.text import quote

EXAMPLES = """\
  ludus sprt pente engine:nodes=2000 engine:nodes=1000 --elo1 50 --workers 2
  ludus sprt checkers alphabeta:depth=3 greedy --elo1 30 --state test.json

exit codes: 0 the first player is stronger (H1 is accepted), 1 it is not (H0 is
accepted), 3 undecided after all games, 2 wrong usage"""

UNDECIDED = 3
SAVE_EVERY = 0.5
"""Seconds between two writes of the state; Ctrl-C writes it in any case."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say who plays, what is tested, and how."""
    add_game(parser)
    parser.add_argument("players", metavar="PLAYER", nargs=2, help="the player to test, and its opponent")
    for name, default, what in (
        ("--elo0", 0.0, "H0: the first player is X Elo stronger"),
        ("--elo1", 10.0, "H1: the first player is X Elo stronger"),
        ("--alpha", 0.05, "probability of accepting H1 if H0 is true"),
        ("--beta", 0.05, "probability of accepting H0 if H1 is true"),
    ):
        add_number(parser, name, default, what, "X")
    add_number(parser, "--max-games", 20_000, "stop undecided after N games")
    parser.add_argument("--state", metavar="FILE", help="save the progress to this file, and resume from it")
    add_settings(parser)
    parser.add_argument(
        "--records",
        metavar="FILE",
        help="write a record of each game to this new file; a resumed test appends to its own file",
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")


def run(options: argparse.Namespace) -> int:
    """Play until the test is decided, and print the result."""
    if options.max_games < 2:
        raise BadOption(f"--max-games: expected 2 or more, found {options.max_games}")
    test = _Run(options)
    try:
        test.play()
    except KeyboardInterrupt:
        print(test.report(), file=sys.stderr)
        if options.state:
            print(f"interrupted; the same command resumes from {options.state}", file=sys.stderr)
        return INTERRUPTED
    print(json.dumps(test.as_json()) if options.json else test.report())
    if test.tally.decision is None:
        return UNDECIDED
    return 0 if test.tally.decision == H1 else 1


class _Run:
    """One run of a test, from its state file on."""

    def __init__(self, options: argparse.Namespace) -> None:
        settings = choose_settings(options)
        machine = open_machine(unsafe=options.unsafe, show=options.show)
        openings = choose_openings(options)
        self._progress = Progress(sys.stderr, options.quiet)
        participants = resolve_players(settings, machine, options.players, self._progress)
        self._first = participants[0].key

        def list_games() -> Iterator[Pairing]:
            endless = round_robin(settings, participants, openings, options.seed)
            return islice(endless, options.max_games // 2 * 2)

        self._list_games = list_games
        self.tally = Tally(Sprt(options.elo0, options.elo1, options.alpha, options.beta))
        self._state = Path(options.state) if options.state else None
        self._ledger = Ledger(_list_conditions(options, settings, machine, participants, openings))
        if self._state is not None:
            self._ledger = Ledger.load(self._state, self._ledger.settings)
        self._records = _choose_records(options)
        self._recorded = self._list_recorded()
        self._pool = make_local_pool(options.workers, machine)
        self._counted = 0
        self._saved = time.monotonic()
        self._settle()

    def _list_recorded(self) -> set[str]:
        """List the games that the file of records has already; refuse a file with games of something else."""
        if self._records is None:
            return set()
        check_lines(self._records)
        found = {record.id for record in read_file(self._records)}
        known = {pairing.id for pairing in self._list_games()} if found else set()
        unknown = found - known
        if found & known:
            # With a higher --max-games the test may have played later games than those of this schedule.
            unknown = {id_ for id_ in unknown if not _is_later(id_, len(known))}
        if unknown:
            raise BadOption(
                f"{self._records}: expected the records of this test, found game {quote(min(unknown))}; name another file"
            )
        return found

    def play(self) -> None:
        """Play unfinished games until the test is decided or no games are left."""
        if self.tally.is_decided:
            return
        todo = [pairing for pairing in self._list_games() if not self._ledger.is_done(pairing.number)]
        try:
            with closing(play_games(todo, self._pool, self._progress)) as events:
                for event in events:
                    if self._take(event):
                        return
        finally:
            self._save()
            self._progress.end(self._write_line())

    def _take(self, event: Finished | Voided) -> bool:
        """Note the result of a game; return whether the test is decided."""
        if isinstance(event, Voided):
            self._ledger.put(event.pairing.number, VOID)
        else:
            # The record first: if we are killed in between, the game is played again instead of being lost.
            if self._records is not None and event.pairing.id not in self._recorded:
                append(self._records, event.result.record)
            first = event.result.points[event.pairing.keys.index(self._first)]
            self._ledger.put(event.pairing.number, LETTERS[first])
        if time.monotonic() >= self._saved + SAVE_EVERY:
            self._save()
        self._settle()
        self._progress.show(self._write_line())
        return self.tally.is_decided

    def _settle(self) -> None:
        """Add the complete pairs to the test, in the order of the schedule."""
        for number, points in self._ledger.list_pairs(self._counted):
            self._counted = number + 1
            if points is not None:
                self.tally.feed((points,))

    def _save(self) -> None:
        self._saved = time.monotonic()
        if self._state is not None:
            self._ledger.save(self._state)

    def _write_line(self) -> str:
        lower, upper = self.tally.sprt.bounds
        found = estimate(self.tally.counts)
        return (
            f"{2 * sum(self.tally.counts)} games: LLR {self.tally.llr:.2f} ({lower:.2f} to {upper:.2f}), "
            f"Elo {describe_estimate(found)}"
        )

    def report(self) -> str:
        """Describe the state of the test."""
        sprt = self.tally.sprt
        word = f"{self.tally.decision} is accepted" if self.tally.decision else "undecided"
        bounds = f"H0 {sprt.elo0:+g} Elo, H1 {sprt.elo1:+g} Elo, alpha {sprt.alpha:g}, beta {sprt.beta:g}"
        return (
            f"{word}: {bounds}\n{self._write_line()}\n{describe_pairs(self.tally.counts, 'the first player')}"
        )

    def as_json(self) -> dict[str, object]:
        """Return the result for scripts."""
        found = estimate(self.tally.counts)
        return {
            "decision": self.tally.decision,
            "llr": round(self.tally.llr, 4),
            "bounds": [round(bound, 4) for bound in self.tally.sprt.bounds],
            "games": 2 * sum(self.tally.counts),
            "pairs": self.tally.counts,
            "elo": round(found.elo, 2),
            "error": round(found.error, 2),
        }


def _is_later(id_: str, games: int) -> bool:
    """Tell whether a game comes after the first ones of a schedule: its id begins with its number."""
    number = id_.partition("-")[0]
    return re.fullmatch("[0-9]{5,9}", number) is not None and int(number) >= games


def _choose_records(options: argparse.Namespace) -> Path | None:
    """Choose the file of records: a new one, or that of the test that is resumed, which may have no state yet."""
    if options.records and options.state and Path(options.records).is_file():
        return Path(options.records)
    return check_new_file(options.records)


def _list_conditions(
    options: argparse.Namespace,
    settings: MatchSettings,
    machine: Machine,
    participants: Sequence[Participant],
    openings: Sequence[Opening],
) -> dict[str, str]:
    """List everything that the results of the games depend on, and the settings of the test."""
    return {
        "game": settings.game,
        "options": " ".join(f"{key}={value}" for key, value in settings.options),
        "first": f"{options.players[0]} {participants[0].version}".strip(),
        "second": f"{options.players[1]} {participants[1].version}".strip(),
        "clock": str(settings.control),
        "ply cap": str(settings.ply_cap),
        "openings": f"{derive_seed(*map(str, openings)):012x}",
        **({"shown": " ".join(machine.shown)} if machine.shown else {}),
        "seed": str(options.seed),
        "elo0": f"{options.elo0:g}",
        "elo1": f"{options.elo1:g}",
        "alpha": f"{options.alpha:g}",
        "beta": f"{options.beta:g}",
    }
