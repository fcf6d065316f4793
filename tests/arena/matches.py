"""Matches of players that go by their texts, played to the end."""

from __future__ import annotations

from itertools import islice

from ludus.arena.match import MatchSettings, Pairing, Result, round_robin
from ludus.arena.openings import Opening
from ludus.arena.runner import Event, Finished, Listed, play_schedule
from ludus.arena.workers import make_local_pool
from ludus.games.registry import find_game
from ludus.players.participant import Participant, resolve_all
from tests.machines import MACHINE


def participants(*texts: str) -> list[Participant]:
    """Make participants without looking for who they are, numbered where several have the same text; 'nobody' is absent."""
    keys = [f"{text}#{number}" if text in texts[:number] else text for number, text in enumerate(texts)]
    absences = {"nobody": "it cannot be built"}
    return [
        Participant(key, text, "1", text, absences.get(text, ""))
        for key, text in zip(keys, texts, strict=True)
    ]


def resolved(settings: MatchSettings, *texts: str) -> list[Participant]:
    """Resolve players as a match does."""
    return resolve_all(texts, find_game(settings.game, settings.files), MACHINE)


def games_of(
    settings: MatchSettings,
    players: list[Participant],
    games: int,
    openings: list[Opening] | None = None,
    seed: int = 1,
) -> list[Pairing]:
    """List the first games of a match."""
    return list(islice(round_robin(settings, players, openings or [], seed), games))


def events_of(games: list[Pairing], workers: int, *, listens: bool = False) -> list[Event]:
    """Play games and list all that happened."""
    return list(play_schedule(Listed(games), make_local_pool(workers, MACHINE, listens=listens)))


def played(games: list[Pairing], workers: int = 0) -> list[Result]:
    """Play games and list their results in the order of the schedule."""
    results = [event.result for event in events_of(games, workers) if isinstance(event, Finished)]
    return sorted(results, key=lambda result: result.pairing.number)
