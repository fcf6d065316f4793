"""Matches: who meets whom, from which opening, with which seeds; and how one such game is played.

A match is a list of pairings that follows from its terms alone, so the same match is played by any number of workers.
The games of one block share an opening, and in them everyone at the table sits in every seat once: with two seats,
each opening is played both ways. More players than seats meet in a round robin of tables.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, count, islice, permutations

from ludus.arena.clock import TimeControl
from ludus.arena.openings import START, Opening
from ludus.arena.record import About, Record, Recorder
from ludus.arena.referee import PLY_CAP, Played, play_game
from ludus.arena.scoring import points
from ludus.arena.seeds import derive_seed
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.games.registry import find_game
from ludus.players.base import Player
from ludus.players.named import make_player
from ludus.turn import Turn


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What all games of a match have in common; everything a worker needs beside the pairing."""

    game: str
    files: tuple[str, ...] = ()
    """Where other people's games are found. The path travels to a worker, the class could not."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of the game's start."""
    control: TimeControl = field(default_factory=TimeControl)
    ply_cap: int = PLY_CAP
    unsafe: bool = False
    """Whether strange programs may play without a sandbox."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played."""

    id: str
    """The same for the same game of the same match, and for no other."""
    number: int
    block: int
    order: tuple[int, ...]
    """Which player of the match sits in each seat."""
    seats: tuple[str, ...]
    """The text that names the player in each seat."""
    opening: Opening
    seed: int


@dataclass(frozen=True, slots=True)
class Result:
    """One game that was played."""

    pairing: Pairing
    points: tuple[float, ...]
    """The share of the others that each seat has beaten."""
    turns: tuple[int, ...]
    """How many moves each seat has made."""
    seconds: tuple[float, ...]
    """What each seat has used for them."""
    record: Record


def pairings(
    terms: MatchSettings, players: Sequence[str], openings: Sequence[Opening], seed: int
) -> Iterator[Pairing]:
    """Yield the games of a match without end; take as many as are wanted, best whole blocks."""
    game = _game(terms.game, terms.files)
    order = sorted(openings or (START,), key=lambda opening: derive_seed(seed, "opening", str(opening)))
    size = _seats(game, order, terms)
    if not 2 <= size <= len(players):
        raise BadOption(
            f"expected two or more players for the {size} seats of {game.name}, found {len(players)}"
        )
    tables = list(combinations(range(len(players)), size))
    number = 0
    for block in count():
        table = _arranged(tables[block % len(tables)], block // len(tables))
        opening = order[block // len(tables) % len(order)]
        for turn in range(size):
            who = table[turn:] + table[:turn]
            yield _pairing(terms, number, block, who, tuple(players[index] for index in who), opening, seed)
            number += 1


def take_games(endless: Iterable[Pairing], games: int, players: int) -> list[Pairing]:
    """Take so many games for each pairing of the players, in the order of the match."""
    counts: Counter[frozenset[int]] = Counter()
    chosen: list[Pairing] = []
    for pairing in endless:
        who = frozenset(pairing.order)
        counts[who] += 1
        if counts[who] <= games:
            chosen.append(pairing)
        if len(chosen) == games * math.comb(players, len(who)):
            break
    return chosen


def play(pairing: Pairing, terms: MatchSettings) -> Result:
    """Play one game in this process."""
    game = _game(terms.game, terms.files)
    first = pairing.opening.turn(game, dict(terms.options))
    seeds = [derive_seed(pairing.seed, "seat", seat) for seat in range(first.position.seats)]
    players: list[Player] = []
    try:
        for text, seed in zip(pairing.seats, seeds, strict=True):
            players.append(make_player(text, game, seed, unsafe=terms.unsafe))
        return _watched(pairing, first, players, seeds, terms)
    finally:
        for player in players:
            player.close()


def _watched(
    pairing: Pairing, first: Turn, players: Sequence[Player], seeds: Sequence[int], terms: MatchSettings
) -> Result:
    """Play the game and note what a match wants to know of it."""
    options = {**dict(terms.options), **dict(pairing.opening.options)}
    start = first.position
    about = About(pairing.id, options, str(pairing.opening), seeds, terms.ply_cap)
    recorder = Recorder(start, players, terms.control, about)
    turns, seconds = [0] * start.seats, [0.0] * start.seats
    game = play_game(first.start, players, terms.control, terms.ply_cap, opening=first.moves)
    for event in recorder.watch(game):
        if isinstance(event, Played):
            turns[event.seat] += 1
            seconds[event.seat] += event.seconds
    record = recorder.record()
    gained = points(start.name, record.verdict, _time_left(terms.control, record.used, turns))
    return Result(pairing, gained, tuple(turns), tuple(seconds), record)


def _time_left(control: TimeControl, used: Sequence[float], turns: Sequence[int]) -> list[float] | None:
    if control.game == math.inf:
        return None
    return [control.game + control.increment * made - spent for made, spent in zip(turns, used, strict=True)]


def _seats(game: Game, openings: Sequence[Opening], terms: MatchSettings) -> int:
    """Try all openings under the terms of the match, and tell for how many seats they are."""
    found = {opening.position(game, dict(terms.options)).seats for opening in openings}
    if len(found) > 1:
        raise BadOption(
            f"expected openings for equally many seats, found {', '.join(map(str, sorted(found)))}"
        )
    return found.pop()


def _arranged(table: tuple[int, ...], round_number: int) -> tuple[int, ...]:
    """Let another player follow the first one in each round, and so on through all orders around the table."""
    first, *others = table
    turn = round_number % math.factorial(len(others))
    return (first, *next(islice(permutations(others), turn, None)))


def _pairing(
    terms: MatchSettings,
    number: int,
    block: int,
    who: tuple[int, ...],
    seats: tuple[str, ...],
    opening: Opening,
    seed: int,
) -> Pairing:
    options = " ".join(f"{key}={value}" for key, value in terms.options)
    decisive: tuple[int | str, ...] = (
        terms.game,
        options,
        str(terms.control),
        terms.ply_cap,
        *seats,
        str(opening),
        seed,
        number,
    )
    return Pairing(
        f"{number:05}-{derive_seed(*decisive):012x}",
        number,
        block,
        who,
        seats,
        opening,
        derive_seed(seed, "game", number),
    )


@lru_cache(maxsize=8)
def _game(name: str, files: tuple[str, ...]) -> Game:
    """Find a game once: looking through the installed packages takes longer than a short game."""
    return find_game(name, files)
