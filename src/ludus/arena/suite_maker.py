"""Makes opening suites: random legal beginnings, each position once, kept where a judge finds them balanced.

A judge is a player. It is asked what the position is worth to the seat to move, or where it gives no such score it
plays the opening out against itself several times, and the seats must come out about even. Both can be asked for.
Games whose start has a `seed` get a board of their own for each opening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ludus.arena.openings import Opening, list_start_options
from ludus.arena.referee import play_game
from ludus.arena.scoring import compute_points
from ludus.errors import BadOption
from ludus.games.base import Game, Position, squares_of
from ludus.players.base import Player
from ludus.records.events import Ended
from ludus.seeds import derive_seed
from ludus.turn import Turn

TRIES = 200
"""How many random openings are tried for each one that is wanted."""
BOARDS = 10**6
"""Boards are numbered below this, so that their seeds stay readable."""

MakePlayer = Callable[[int], Player]
"""Makes a player from a seed."""
IsBalanced = Callable[[Position, int], bool]
"""Tells whether a position is balanced, given a random seed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The requirements of a suite."""

    count: int
    plies: int
    seed: int = 0
    near: int | None = None
    """How far from the pieces on the board a move may end; None for anywhere."""


def make_openings(
    game: Game, plan: Plan, is_balanced: IsBalanced, options: Mapping[str, str] | None = None
) -> Iterator[Opening]:
    """Yield openings as they are found."""
    if plan.count < 1 or plan.plies < 0:
        raise BadOption(f"expected 1 or more openings of 0 or more plies, found {plan.count}, {plan.plies}")
    seen: set[str] = set()
    kept = 0
    for number in range(plan.count * TRIES):
        found = _draw_opening(game, plan, derive_seed(plan.seed, "opening", number), options or {})
        if found is None or str(found[1]) in seen:
            continue
        seen.add(str(found[1]))
        if is_balanced(found[1], derive_seed(plan.seed, "judge", number)):
            yield found[0]
            kept += 1
            if kept == plan.count:
                return
    raise BadOption(
        f"only {kept} of {plan.count} openings were found in {plan.count * TRIES} tries; "
        "allow more plies or a larger limit"
    )


def judge_by_score(make: MakePlayer, limit: float, even: float = 0.0) -> IsBalanced:
    """Judge by the score for the seat to move; `even` is the judge's score of a balanced position."""

    def is_balanced(position: Position, seed: int) -> bool:
        judge = make(seed)
        try:
            thought = judge.choose(Turn(position)).thought
        finally:
            judge.close()
        if thought is None:
            raise BadOption(f"the judge {judge.name!r} gives no score; let it play the openings out instead")
        return abs(thought.score.rank - even) <= limit

    return is_balanced


def judge_by_games(make: MakePlayer, limit: float, games: int, ply_cap: int) -> IsBalanced:
    """Judge by games of the judge against itself: `limit` bounds how far a seat's mean points may be from the middle."""

    def is_balanced(position: Position, seed: int) -> bool:
        totals = [0.0] * position.seats
        for number in range(games):
            players = [make(derive_seed(seed, number, seat)) for seat in range(position.seats)]
            for seat, gained in enumerate(_play_out(position, players, ply_cap)):
                totals[seat] += gained
            left = games - number - 1
            if not all(_can_come_out_even(total, left, games, limit) for total in totals):
                return False
        return True

    return is_balanced


def _can_come_out_even(points: float, left: int, games: int, limit: float) -> bool:
    """Tell whether the mean can still come near the middle with the games that are left."""
    return (points + left) / games >= 0.5 - limit and points / games <= 0.5 + limit


def judge_by_both(one: IsBalanced, other: IsBalanced) -> IsBalanced:
    """Ask the other judge where the first finds a position balanced."""
    return lambda position, seed: one(position, seed) and other(position, seed)


def _play_out(position: Position, players: list[Player], ply_cap: int) -> tuple[float, ...]:
    try:
        for event in play_game(position, players, ply_cap=ply_cap):
            if isinstance(event, Ended):
                return compute_points(event.verdict)
    finally:
        for player in players:
            player.close()
    raise AssertionError("every game ends")


def _draw_opening(
    game: Game, plan: Plan, seed: int, options: Mapping[str, str]
) -> tuple[Opening, Position] | None:
    """Draw a random opening; None if the game ends during it."""
    own = (("seed", str(derive_seed(seed, "board") % BOARDS)),) if _has_boards(game, options) else ()
    position = Opening(own).make_position(game, options)
    moves: list[str] = []
    for ply in range(plan.plies):
        choices = position.moves() if plan.near is None else _list_near_moves(position, plan.near)
        if not choices:
            return None
        moves.append(choices[derive_seed(seed, ply) % len(choices)])
        position = position.play(moves[-1])
    if position.outcome() is not None:
        return None
    return Opening((*options.items(), *own), tuple(moves)), position


def _has_boards(game: Game, options: Mapping[str, str]) -> bool:
    return "seed" in list_start_options(game) and "seed" not in options and "board" not in options


def _list_near_moves(position: Position, distance: int) -> list[str]:
    """List the moves that end near a piece; all moves while the board is empty."""
    names, cells = position.squares(), position.rows()
    places = {name: (row, col) for row, line in enumerate(names) for col, name in enumerate(line)}
    taken = [
        places[name]
        for line, row in zip(names, cells, strict=True)
        for name, cell in zip(line, row, strict=True)
        if cell != "."
    ]
    near = {
        name
        for name, (row, col) in places.items()
        if any(max(abs(row - other), abs(col - another)) <= distance for other, another in taken)
    }
    return [move for move in position.moves() if not taken or squares_of(move)[-1] in near]
