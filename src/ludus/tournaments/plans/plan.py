"""The plan of a tournament: a file in TOML that says who plays what, and how. `ludus tournament --new` writes one.

    contest = "pente-course"          # sets all below as the course's text says; every value can be set anew
    game = "pente"
    clock = "game=300"                # or a list of such texts, or { from = 60, to = 300 }: drawn for each block
    schedule = { kind = "knockout", games = 2 }
    entrants = [{ each = "submissions" }, { source = "late.zip", name = "Late" }, { player = "minimax" }]

Paths are relative to the plan. What lowers the guard (`--unsafe`, `--show`) is said on the command line, never here.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from ludus.arena.openings import START, Opening, list_start_options, load_built_in_suite, read_suite
from ludus.contests import CONTESTS
from ludus.contests.base import Course
from ludus.errors import LudusError
from ludus.games.base import Game
from ludus.games.registry import find_game
from ludus.players.program import PERSISTS
from ludus.records.events import MOST_PLIES, PLY_CAP
from ludus.records.time_control import TimeControl
from ludus.seeds import derive_seed
from ludus.tournaments.meeting import Form
from ludus.tournaments.plans.entrant_texts import EntrantText, read_entrants
from ludus.tournaments.plans.forms import SCHEDULES, make_form
from ludus.tournaments.plans.table import PlanFile, PlanTable

OUT, LOSE = ABSENT = ("out", "lose")
"""What becomes of an entrant that cannot play: it takes no part, or it loses all its games."""
NO_OPENINGS, SUITE = "none", "suite"
STORE = ".store"
"""How the name of a store ends where the plan names none; its beginning is that of the plan."""
HASH_LENGTH = 16
MOST_WORKERS, MOST_CLOCKS, MOST_BOARDS = 1024, 10_000, 100_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What a plan says."""

    path: Path
    text: str
    contest: str
    game: str
    files: tuple[str, ...]
    """Files that define other people's games."""
    options: tuple[tuple[str, str], ...]
    clocks: tuple[TimeControl, ...]
    """One of them is drawn for each block."""
    schedule: str
    settings: tuple[tuple[str, int], ...]
    """Those of the schedule."""
    openings: str
    boards: int
    seed: int
    ply_cap: int
    absent: str
    persist: str
    anonymous: bool
    """Whether a site of the tournament shows pseudonyms."""
    workers: int
    store: Path
    entrants: tuple[EntrantText, ...]

    def list_decisive(self) -> dict[str, str]:
        """List what the games depend on; a tournament that has begun goes on only under the same."""
        return {
            "game": self.game,
            "files": " ".join(map(self._shorten, self.files)),
            "options": " ".join(f"{key}={value}" for key, value in self.options),
            "clock": " ".join(map(str, self.clocks)),
            "schedule": " ".join((self.schedule, *(f"{key}={value}" for key, value in self.settings))),
            "openings": self.openings
            if self.openings in (NO_OPENINGS, SUITE)
            else self._shorten(self.openings),
            "boards": str(self.boards),
            "seed": str(self.seed),
            "ply_cap": str(self.ply_cap),
            "absent": self.absent,
            "persist": self.persist,
        }

    def hash_files(self) -> dict[str, str]:
        """List the files that define the game, with a hash of what is in them now."""
        return {
            self._shorten(path): sha256(Path(path).read_bytes()).hexdigest()[:HASH_LENGTH]
            for path in self.files
        }

    def _shorten(self, path: str) -> str:
        """Name a file relative to the plan: all of it may be moved somewhere else."""
        return os.path.relpath(path, self.path.resolve().parent)

    def make_form(self, keys: Sequence[str]) -> Form:
        """Make the form of the tournament for these participants."""
        return make_form(self.schedule, dict(self.settings), keys)

    def find_game(self) -> Game:
        """Find the game."""
        return find_game(self.game, self.files)

    def load_openings(self) -> tuple[Opening, ...]:
        """Read the openings, or draw the boards by the seed."""
        if self.boards:
            seeds = (derive_seed(self.seed, "board", number) for number in range(self.boards))
            return tuple(Opening((("seed", str(seed)),)) for seed in seeds)
        if self.openings == NO_OPENINGS:
            return (START,)
        if self.openings == SUITE:
            suite = load_built_in_suite(self.find_game())
            return (START,) if suite is None else suite.openings
        return read_suite(Path(self.openings), self.find_game()).openings


def read_plan(path: Path) -> Plan:
    """Read and check a plan; raise `BadPlan` with line, key and hint."""
    return parse_plan(PlanFile.read(path))


def parse_plan(file: PlanFile) -> Plan:
    """Check the text of a plan."""
    return _PlanReader(file, file.parse()).read()


def parse_rules(file: PlanFile, table: PlanTable) -> Plan:
    """Check what is left in the table of another kind of plan: how games are played, but not by whom."""
    return _PlanReader(file, table).read_rules()


def list_courses() -> dict[str, Course]:
    """List the courses that a plan can name."""
    return {contest.course.name: contest.course for contest in CONTESTS.values() if contest.course}


class _PlanReader:
    def __init__(self, file: PlanFile, table: PlanTable) -> None:
        self._file = file
        self._table = table

    def read(self) -> Plan:
        plan = self._read_values()
        store = self._file.folder / self._table.take_text("store", self._file.path.stem + STORE)
        entrants = read_entrants(self._file, self._table, plan.find_game(), has_begun=store.exists())
        plan = replace(plan, store=store, entrants=entrants)
        self._table.check_end()
        if not store.exists():
            self._check_entrants(plan)
        self._check(plan)
        return plan

    def read_rules(self) -> Plan:
        plan = self._read_values()
        self._table.check_end()
        self._check(plan)
        return plan

    def _read_values(self) -> Plan:
        table = self._table
        contest = table.take_choice("contest", list_courses()) if "contest" in table else ""
        course = list_courses().get(contest)
        game, files = self._read_game(contest)
        schedule, settings = self._read_schedule(course)
        boards = table.take_number("boards", course.boards if course else 0, 0, MOST_BOARDS)
        return Plan(
            self._file.path,
            self._file.text,
            contest,
            game.name,
            files,
            self._read_options(game, course, schedule, settings),
            self._read_clocks(course.clock if course else "none"),
            schedule,
            settings,
            self._read_openings(),
            boards,
            table.take_number("seed", 0, 0, 2**48),
            table.take_number("ply_cap", course.ply_cap if course else PLY_CAP, 1, MOST_PLIES),
            table.take_choice("absent", ABSENT, OUT),
            table.take_choice("persist", PERSISTS, PERSISTS[0]),
            table.take_truth("anonymous"),
            table.take_number("workers", 1, 0, MOST_WORKERS),
            self._file.path.with_suffix(STORE),
            (),
        )

    def _read_game(self, contest: str) -> tuple[Game, tuple[str, ...]]:
        files = tuple(str((self._file.folder / name).resolve()) for name in self._table.take_texts("files"))
        usual = next(
            (name for name, each in CONTESTS.items() if each.course and each.course.name == contest), ""
        )
        name = self._table.take_text("game", usual)
        if not name:
            hint = f'name a game, or a contest like contest = "{next(iter(list_courses()))}"'
            raise self._table.make_error("game", "expected the name of a game, found none", hint)
        try:
            return find_game(name, files), files
        except LudusError as error:
            raise self._table.make_error("game", str(error), error.hint) from error

    def _read_schedule(self, course: Course | None) -> tuple[str, tuple[tuple[str, int], ...]]:
        usual = dict(course.schedule) if course else {"kind": "round-robin"}
        table = self._table.take_table("schedule")
        kind = table.take_choice("kind", SCHEDULES, str(usual["kind"]))
        numbers = {key: int(value) for key, value in usual.items() if key != "kind" and kind == usual["kind"]}
        settings = tuple(
            (key, table.take_number(key, numbers.get(key, number.usual), number.least, number.most))
            for key, number in SCHEDULES[kind].items()
        )
        table.check_end()
        return kind, settings

    def _read_options(
        self, game: Game, course: Course | None, schedule: str, settings: tuple[tuple[str, int], ...]
    ) -> tuple[tuple[str, str], ...]:
        table = self._table.take_table("options")
        chosen = dict(course.options) if course and CONTESTS[game.name].course is course else {}
        known = list_start_options(game)
        for key in known:
            value = table.take(key)
            if value is not None:
                chosen[key] = self._write_option(table, key, value)
        table.check_end()
        if schedule == "tables" and "players" in known:
            chosen["players"] = str(dict(settings)["seats"])
        return tuple(chosen.items())

    def _write_option(self, table: PlanTable, key: str, value: object) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if not isinstance(value, str | int | float):
            raise table.make_type_error(key, "a string or a number", value)
        return str(value)

    def _read_clocks(self, usual: str) -> tuple[TimeControl, ...]:
        value = self._table.take("clock")
        if value is None:
            value = usual
        if isinstance(value, dict):
            return self._read_range(PlanTable(self._file, ("clock",), value))
        texts = value if isinstance(value, list) else [value]
        if not texts or not all(isinstance(text, str) for text in texts):
            expected = 'a string like "game=300", a list of such strings, or { from = 60, to = 300 }'
            raise self._table.make_type_error("clock", expected, value)
        try:
            return tuple(map(TimeControl.read, texts))
        except LudusError as error:
            raise self._table.make_error("clock", str(error)) from error

    def _read_range(self, table: PlanTable) -> tuple[TimeControl, ...]:
        """List one clock for each number of seconds in a range."""
        least = table.take_number("from", 0, 1, 10**6)
        most = table.take_number("to", 0, 1, 10**6)
        step = table.take_number("step", 1, 1, 10**6)
        table.check_end()
        if not 0 < least <= most or (most - least) // step > MOST_CLOCKS:
            message = f"expected a range of seconds like {{ from = 60, to = 300 }}, found {least} to {most}"
            raise self._table.make_error("clock", message)
        return tuple(TimeControl(game=float(seconds)) for seconds in range(least, most + 1, step))

    def _read_openings(self) -> str:
        text = self._table.take_text("openings", NO_OPENINGS)
        if text in (NO_OPENINGS, SUITE):
            return text
        if not text:
            raise self._table.make_error(
                "openings", f'expected "{NO_OPENINGS}", "{SUITE}" or a file, found \'\''
            )
        return str((self._file.folder / text).resolve())

    def _check_entrants(self, plan: Plan) -> None:
        """Check that there are enough entrants for a tournament that is to begin."""
        if len(plan.entrants) < 2:
            found = f"expected two or more entrants, found {len(plan.entrants)}"
            raise self._table.make_error("entrants", found)
        try:
            plan.make_form([str(number) for number in range(len(plan.entrants))])
        except LudusError as error:
            raise self._table.make_error("schedule", str(error)) from error

    def _check(self, plan: Plan) -> None:
        """Check what the values say together."""
        game = plan.find_game()
        make_error = self._table.make_error
        if plan.boards and "seed" not in list_start_options(game):
            raise make_error("boards", f"{game.name} has no random boards")
        if plan.boards and plan.openings != NO_OPENINGS:
            raise make_error(
                "openings", "expected openings or boards, found both", "with openings set boards = 0"
            )
        key = "boards" if plan.boards else "openings" if plan.openings != NO_OPENINGS else "options"
        try:
            seats = {
                opening.make_position(game, dict(plan.options)).seats for opening in plan.load_openings()[:50]
            }
        except LudusError as error:
            raise make_error(key, str(error)) from error
        wanted = dict(plan.settings).get("seats", 2)
        if seats != {wanted}:
            found = ", ".join(map(str, sorted(seats)))
            hint = 'for other numbers than two: schedule = { kind = "tables", seats = 3 }'
            raise make_error("schedule", f"it is for {wanted} seats, and {game.name} has {found} here", hint)
