"""The contests, one record each. Read `base.py` first, then one contest."""

from __future__ import annotations

from ludus.contests import amazons, checkers, chezz, pente
from ludus.contests.base import Conduct, Contest
from ludus.errors import BadOption
from ludus.games.base import Position
from ludus.text import quote
from ludus.turn import Limits, Turn

CONTESTS: dict[str, Contest] = {
    contest.game: contest for contest in (pente.CONTEST, chezz.CONTEST, checkers.CONTEST, amazons.CONTEST)
}
"""The contests by the name of their game."""


def find_contest(game: str) -> Contest:
    """Find the contest of a game; raise `BadOption` where there is none."""
    if game not in CONTESTS:
        raise BadOption(f"no contest is known for {quote(game)}; there are {', '.join(CONTESTS)}")
    return CONTESTS[game]


def find_conduct(game: str) -> Conduct:
    """Find the conduct of a game's contest; any other game has the usual one."""
    return CONTESTS[game].conduct if game in CONTESTS else Conduct()


def find_closing_move(turn: Turn) -> str | None:
    """Find the move with which a turn must be brought to its end now; None while there is no need."""
    contest = CONTESTS.get(turn.position.name)
    if contest is None or contest.find_closing_move is None or turn.steps < contest.conduct.turn_cap - 2:
        return None
    return contest.find_closing_move(turn.position)


def view_for_search(turn: Turn, limits: Limits) -> Position:
    """View a position as a search in Python looks at it: as the rules have it, or as the contest knows better."""
    contest = CONTESTS.get(turn.position.name)
    if contest is None or contest.view_for_search is None:
        return turn.position
    return contest.view_for_search(turn, limits)
