"""One game of a match: who sits where, under which settings and from which opening; and how it is played.

A match is a list of such pairings that follows from its settings alone, so any number of workers plays the same games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import combinations, count, islice, permutations

from ludus.arena.openings import START, Opening
from ludus.arena.recorder import Recorder
from ludus.arena.referee import play_game
from ludus.arena.scoring import compute_points
from ludus.contests import find_conduct
from ludus.contests.base import Conduct
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.games.registry import find_game
from ludus.players.base import Player
from ludus.players.participant import Participant, seat
from ludus.records.events import PLY_CAP, Offence, Played
from ludus.records.record import BY_TIME, Record
from ludus.records.record_json import TIME
from ludus.records.time_control import TimeControl
from ludus.sandbox.capabilities import Machine
from ludus.seeds import derive_seed
from ludus.turn import Turn


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How a game is played; it travels with the pairing, so that one pool plays games of any kind."""

    game: str
    files: tuple[str, ...] = ()
    """Files that define other people's games: a worker loads the file, because a class cannot be sent to it."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of the game's start."""
    control: TimeControl = field(default_factory=TimeControl)
    ply_cap: int = PLY_CAP
    conduct: Conduct | None = None
    """What the referee does about misconduct; None means what the game's contest says."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played."""

    id: str
    """The same for the same game between the same versions under the same settings, and for no other.

    A game from a file counts by its name: what stands in the file is not part of the id.
    """
    number: int
    block: int
    """The games of one block share an opening, and in them everyone at the table sits in every seat once."""
    seats: tuple[Participant, ...]
    opening: Opening
    seed: int
    settings: MatchSettings
    round: int = 0

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of the participant in each seat."""
        return tuple(participant.key for participant in self.seats)


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game."""

    pairing: Pairing
    points: tuple[float, ...]
    """The share of its opponents that each seat has beaten."""
    turns: tuple[int, ...]
    """How many moves each seat has made."""
    seconds: tuple[float, ...]
    """What each seat has used for them."""
    record: Record


Tell = Callable[[Played | Offence], None]
"""Receives the events of a game while it is played."""


def round_robin(
    settings: MatchSettings, participants: Sequence[Participant], openings: Sequence[Opening], seed: int
) -> Iterator[Pairing]:
    """Yield the games of a match endlessly; take as many as needed, preferably whole blocks.

    More participants than seats meet in a round robin of tables. Tables at which nobody can sit down are left out.
    """
    game = find_game_once(settings.game, settings.files)
    order = sorted(openings or (START,), key=lambda opening: derive_seed(seed, "opening", str(opening)))
    size = _count_seats(game, order, settings)
    if not 2 <= size <= len(participants):
        raise BadOption(
            f"expected two or more players for the {size} seats of {game.name}, found {len(participants)}"
        )
    tables = [table for table in combinations(participants, size) if not all(one.absence for one in table)]
    if not tables:
        raise BadOption(f"nobody can sit down: {participants[0].absence}")
    number = 0
    for block in count():
        table = _arrange(tables[block % len(tables)], block // len(tables))
        opening = order[block // len(tables) % len(order)]
        for turn in range(size):
            yield make_pairing(settings, number, block, table[turn:] + table[:turn], opening, seed)
            number += 1


def take_games(endless: Iterable[Pairing], games: int) -> list[Pairing]:
    """Take this many games for each table of participants, in the order of the match."""
    counts: Counter[frozenset[str]] = Counter()
    chosen: list[Pairing] = []
    for pairing in endless:
        table = frozenset(pairing.keys)
        counts[table] += 1
        # Every table has had its block before one comes again.
        if counts[table] > len(table) and len(chosen) == games * len(counts):
            break
        if counts[table] <= games:
            chosen.append(pairing)
    return chosen


def make_pairing(
    settings: MatchSettings,
    number: int,
    block: int,
    seats: tuple[Participant, ...],
    opening: Opening,
    seed: int,
) -> Pairing:
    """Make one game of a match; `seed` is that of the whole match."""
    options = " ".join(f"{key}={value}" for key, value in settings.options)
    decisive: list[int | str] = [settings.game, options, str(settings.control), settings.ply_cap]
    decisive += _describe_conduct(settings)
    decisive += [word for participant in seats for word in (participant.key, participant.version)]
    name = f"{number:05}-{derive_seed(*decisive, str(opening), seed, number):012x}"
    return Pairing(name, number, block, seats, opening, derive_seed(seed, "game", number), settings)


def _describe_conduct(settings: MatchSettings) -> list[str]:
    """Describe in which ways the conduct differs from what the game's contest says."""
    usual = find_conduct(settings.game)
    chosen = settings.conduct or usual
    values = [(each.name, getattr(chosen, each.name), getattr(usual, each.name)) for each in fields(Conduct)]
    return [f"{name}={value}" for name, value, otherwise in values if value != otherwise]


def play(pairing: Pairing, machine: Machine, tell: Tell = lambda _: None) -> Result:
    """Play one game in this process."""
    settings = pairing.settings
    game = find_game_once(settings.game, settings.files)
    first = pairing.opening.make_turn(game, dict(settings.options))
    seeds = [derive_seed(pairing.seed, "seat", number) for number in range(first.position.seats)]
    players: list[Player] = []
    try:
        for participant, seed in zip(pairing.seats, seeds, strict=True):
            players.append(seat(participant, game, machine, seed))
        return _play_seated(pairing, first, players, seeds, tell)
    finally:
        for player in players:
            player.close()


def _play_seated(
    pairing: Pairing, first: Turn, players: Sequence[Player], seeds: Sequence[int], tell: Tell
) -> Result:
    """Play the game with its players, and return its result."""
    settings, start = pairing.settings, first.position
    options = {**dict(settings.options), **dict(pairing.opening.options)}
    conduct = settings.conduct or find_conduct(settings.game)
    started = datetime.now(UTC).strftime(TIME)
    recorder = Recorder(start, players, settings.control, settings.ply_cap, conduct)
    turns, seconds = [0] * start.seats, [0.0] * start.seats
    events = play_game(first.start, players, settings.control, settings.ply_cap, conduct, first.moves)
    for event in recorder.follow(events):
        if isinstance(event, Played):
            turns[event.seat] += 1
            seconds[event.seat] += event.seconds
        if isinstance(event, Played | Offence):
            tell(event)
    record = recorder.record()
    time_left = _compute_time_left(settings.control, record.used, turns)
    gained = compute_points(record.verdict, time_left, draws_by_time=conduct.draws_by_time)
    tie_break = BY_TIME if gained != compute_points(record.verdict) else ""
    record = replace(
        record,
        id=pairing.id,
        options=tuple((str(key), str(value)) for key, value in options.items()),
        opening=str(pairing.opening),
        round=pairing.round,
        block=pairing.block,
        started=started,
        seeds=tuple(seeds),
        points=gained,
        tie_break=tie_break,
    )
    return Result(pairing, gained, tuple(turns), tuple(seconds), record)


def _compute_time_left(
    control: TimeControl, used: Sequence[float], turns: Sequence[int]
) -> list[float] | None:
    if control.game == math.inf:
        return None
    return [control.game + control.increment * made - spent for made, spent in zip(turns, used, strict=True)]


def _count_seats(game: Game, openings: Sequence[Opening], settings: MatchSettings) -> int:
    """Set up all openings under the settings of the match, and return their number of seats."""
    found = {opening.make_position(game, dict(settings.options)).seats for opening in openings}
    if len(found) > 1:
        raise BadOption(
            f"expected openings for equally many seats, found {', '.join(map(str, sorted(found)))}"
        )
    return found.pop()


def _arrange(table: tuple[Participant, ...], round_number: int) -> tuple[Participant, ...]:
    """Choose the order around the table for a round, so that all orders come in turn."""
    first, *others = table
    turn = round_number % math.factorial(len(others))
    return (first, *next(islice(permutations(others), turn, None)))


@lru_cache(maxsize=8)
def find_game_once(name: str, files: tuple[str, ...]) -> Game:
    """Find a game once: looking through the installed packages takes longer than a short game.

    A process loads a file once, as Python does with every module, so a file that is edited counts from the next start on.
    """
    return find_game(name, files)
