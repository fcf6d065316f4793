"""Describes what a plan would do, without doing any of it: entrants, games, pairings that are known, time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from ludus.players.participant import make_key
from ludus.text import describe_seconds, make_printable
from ludus.tournaments.meeting import GameCount
from ludus.tournaments.plans.entrant_texts import EntrantText
from ludus.tournaments.plans.plan import Plan

SHOWN = 20
"""How many pairings are listed."""


def describe_plan(plan: Plan, workers: int) -> str:
    """Describe a plan in some lines."""
    keys: list[str] = []
    for entrant in plan.entrants:
        keys.append(entrant.key or make_key(name_entrant(entrant), keys))
    form = plan.make_form(keys)
    count = form.count_games()
    lines = [
        f"game: {plan.game}" + "".join(f" {key}={value}" for key, value in plan.options),
        f"form: {form.describe()}",
        f"clock: {_describe_clocks(plan)}",
        f"games: {_describe_count(count)}, {max(1, workers)} at a time",
        f"time: {estimate_time(plan, count, workers)}",
        f"store: {plan.store}{' (exists: the tournament resumes)' if plan.store.exists() else ''}",
        "entrants:",
        *(
            f"  {key}: {make_printable(entrant.text)}"
            for key, entrant in zip(keys, plan.entrants, strict=True)
        ),
        *_list_pairings([(meeting.round, meeting.seats) for meeting in form.next(())]),
    ]
    return "\n".join(lines)


def name_entrant(entrant: EntrantText) -> str:
    """Name an entrant before it was imported: programs may call themselves something else."""
    if entrant.name or not entrant.is_program:
        return entrant.name or entrant.text
    return make_printable(Path(entrant.text.partition("#")[0]).name) or "program"


def estimate_time(plan: Plan, count: GameCount, workers: int) -> str:
    """Estimate the time from clock, plies and workers: an upper bound, which few games come near."""
    if count.most is None:
        return "without end"
    bounds = [_bound_game(plan, number) for number in range(len(plan.clocks))]
    if math.inf in bounds:
        return "not known, because the clock does not bound a game"
    seconds = sum(bounds) / len(bounds) * count.most / max(1, workers)
    return f"at most {describe_seconds(seconds)}; games usually end much earlier"


def _bound_game(plan: Plan, number: int) -> float:
    """Bound the CPU time of one game."""
    clock = plan.clocks[number]
    seats = dict(plan.settings).get("seats", 2)
    by_clock = seats * clock.game + plan.ply_cap * clock.increment
    by_moves = plan.ply_cap * clock.move if clock.move is not None else math.inf
    return min(by_clock, by_moves) + plan.ply_cap * clock.grace


def _describe_clocks(plan: Plan) -> str:
    first, *others = map(str, plan.clocks)
    if not others:
        return first
    return (
        f"drawn for each pair from {', '.join((first, *others))}"
        if len(others) < 5
        else f"drawn for each pair from {first} to {others[-1]}"
    )


def _describe_count(count: GameCount) -> str:
    if count.most is None:
        return "without end, until interrupted"
    return str(count.most) if count.most == count.least else f"{count.least} to {count.most}"


def _list_pairings(pairings: list[tuple[int, tuple[str, ...]]]) -> Iterator[str]:
    yield "pairings that are known now:"
    for number, seats in pairings[:SHOWN]:
        yield f"  round {number}: {' - '.join(seats)}"
    if len(pairings) > SHOWN:
        yield f"  and {len(pairings) - SHOWN} more"
