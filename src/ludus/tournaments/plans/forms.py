"""The forms of tournament that a plan can name, and what can be set for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludus.tournaments.forms.gauntlet import Gauntlet
from ludus.tournaments.forms.knockout import Knockout
from ludus.tournaments.forms.ladder import Ladder
from ludus.tournaments.forms.round_robin import RoundRobin
from ludus.tournaments.forms.swiss import Swiss
from ludus.tournaments.forms.tables import Tables
from ludus.tournaments.meeting import Form

MOST_GAMES = 10_000
CHALLENGERS = "challengers"
"""How many of the first entrants are the challengers of a gauntlet."""


@dataclass(frozen=True, slots=True)
class Number:
    """A setting that is a whole number."""

    usual: int
    least: int = 1
    most: int = MOST_GAMES


SCHEDULES: Mapping[str, Mapping[str, Number]] = {
    "round-robin": {"games": Number(2)},
    "gauntlet": {"games": Number(2), CHALLENGERS: Number(1)},
    "swiss": {"rounds": Number(5), "games": Number(2)},
    "knockout": {"games": Number(2)},
    "tables": {"seats": Number(2, 1, 8), "rounds": Number(1)},
    "ladder": {"games": Number(2)},
}

FORMS: Mapping[str, type[Form]] = {
    "round-robin": RoundRobin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "knockout": Knockout,
    "tables": Tables,
    "ladder": Ladder,
}


def make_form(kind: str, settings: Mapping[str, int], keys: Sequence[str]) -> Form:
    """Make a form of tournament; the keys stand in the order of the plan, which is that of the seeds."""
    people = tuple(keys)
    if kind == "gauntlet":
        first = settings[CHALLENGERS]
        return Gauntlet(people[:first], people[first:], settings["games"])
    if kind == "swiss":
        return Swiss(people, settings["rounds"], settings["games"])
    if kind == "knockout":
        return Knockout(people, settings["games"])
    if kind == "tables":
        return Tables(people, settings["seats"], settings["rounds"])
    if kind == "ladder":
        return Ladder(people, settings["games"])
    return RoundRobin(people, settings["games"])
