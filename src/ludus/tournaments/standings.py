"""Who stands where: the table of a tournament, in the order of its contest, with ratings beside it.

Standings are derived from the games that count, and can be made again from them at any time. Participants are ordered by
criteria, one after the other; who is equal in all of them shares a place, and is listed in the order of the keys.

    points     the share of opponents beaten, over all games, and what byes are worth
    score      points per game, for those who have not played equally many
    buchholz   the sum of the points of all opponents, once for each game; a bye counts one's own points
    treasure   the sum of what the rules of the game count
    round      in a knockout, how far one came: who is still in it, then who went out last
    rating     the estimated strength
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING

from ludus.errors import BadOption

if TYPE_CHECKING:
    # Standings that are kept in a file are shown without the modules that make them.
    from ludus.ratings.ratings import Ratings, Value
    from ludus.tournaments.meeting import Bye
    from ludus.tournaments.tally import Count, Tally

POINTS, SCORE, BUCHHOLZ, TREASURE, ROUND, RATING = CRITERIA = (
    "points",
    "score",
    "buchholz",
    "treasure",
    "round",
    "rating",
)
SWISS = "swiss"
FORM_CRITERIA: Mapping[str, tuple[str, ...]] = {
    "knockout": (ROUND,),
    SWISS: (POINTS, BUCHHOLZ),
    "ladder": (RATING,),
}
"""What decides in the forms of tournament where it is not points alone."""
_LAST = 1e9
"""Larger than any number that participants are ordered by."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table."""

    place: int
    key: str
    name: str
    games: int
    points: float
    score: float
    """Points per game."""
    won: int
    drawn: int
    lost: int
    rating: float | None
    """None for who has not played a game that can be rated."""
    error: float | None
    """Half the width of the 95 % interval of the rating."""
    superiority: float | None
    """The probability that it is stronger than the next in the table."""
    buchholz: float
    treasure: float
    out_in_round: int | None
    """The round in which it went out of a knockout; None for who is still in it."""
    offences: int
    absent: int
    disqualified: int
    seconds: float
    byes: float
    """What byes have added to the points."""
    by_seat: list[list[int]] = field(default_factory=list)
    """Games won, drawn and lost in each seat."""
    against: dict[str, list[float]] = field(default_factory=dict)
    """Points and games against each opponent, by key."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How often games ended in one way."""

    kind: str
    reason: str
    key: str
    """The participant whose misconduct it was; empty if it was none."""
    games: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of a tournament."""

    games: int
    seats: int
    order: tuple[str, ...]
    """The criteria."""
    lines: list[Standing]
    reasons: list[Ended]
    warnings: list[str]
    first_seat: list[float] | None = None
    """What the first of two seats is worth, in Elo, and the error of that."""

    def list_labels(self) -> dict[str, str]:
        """List how each participant is called: by its name, or by its key where two have the same name."""
        names = Counter(line.name for line in self.lines)
        return {line.key: line.name if names[line.name] == 1 else line.key for line in self.lines}

    def as_json(self) -> dict[str, object]:
        """Return them for scripts, and for a cache."""
        return {
            **_list_fields(self),
            "lines": [_list_fields(line) for line in self.lines],
            "reasons": [_list_fields(reason) for reason in self.reasons],
        }


def describe_end(ended: Ended, labels: Mapping[str, str]) -> str:
    """Describe how games ended."""
    return f"{ended.kind}: lost by {labels[ended.key]}" if ended.key else f"{ended.kind}: {ended.reason}"


def read_standings(content: Mapping[str, object]) -> Standings:
    """Read what `as_json` gave."""
    values = {each.name: content[each.name] for each in fields(Standings)}
    lines, reasons, order = values["lines"], values["reasons"], values["order"]
    assert isinstance(lines, list)
    assert isinstance(reasons, list)
    assert isinstance(order, list)
    values |= {
        "lines": [Standing(**line) for line in lines],
        "reasons": [Ended(**reason) for reason in reasons],
        "order": tuple(order),
    }
    return Standings(**values)  # type: ignore[arg-type]  # as_json wrote them, and the cache has checked that


def choose_criteria(form: str = "", tie_breaks: Sequence[str] = ()) -> tuple[str, ...]:
    """Choose the criteria of a form of tournament, with the tie-breaks of a contest."""
    return tuple(dict.fromkeys((*FORM_CRITERIA.get(form, (POINTS,)), *tie_breaks)))


def make_standings(
    tally: Tally, order: Sequence[str] = (POINTS,), ratings: Ratings | None = None, byes: Iterable[Bye] = ()
) -> Standings:
    """Make the table of the games so far."""
    unknown = [criterion for criterion in order if criterion not in CRITERIA]
    if unknown:
        raise BadOption(f"order: expected some of {', '.join(CRITERIA)}, found {', '.join(unknown)}")
    lines = _list_lines(tally, ratings, list(byes))
    if ROUND in order:
        lines = _find_ends(lines, tally)
    ranks = {line.key: tuple(round(_GET[criterion](line), 6) for criterion in order) for line in lines}
    lines.sort(key=lambda line: (tuple(-value for value in ranks[line.key]), line.key))
    placed: list[Standing] = []
    for number, line in enumerate(lines, start=1):
        is_equal = placed and ranks[placed[-1].key] == ranks[line.key]
        following = lines[number].key if number < len(lines) else ""
        superiority = _compare(ratings, line.key, following)
        place = placed[-1].place if is_equal else number
        placed.append(replace(line, place=place, superiority=superiority))
    return Standings(
        tally.games,
        tally.seats,
        tuple(order),
        placed,
        _list_reasons(tally),
        tally.list_warnings(),
        _write_value(ratings.first_seat if ratings and ratings.players else None),
    )


_GET: Mapping[str, Callable[[Standing], float]] = {
    POINTS: lambda line: line.points,
    SCORE: lambda line: line.score,
    BUCHHOLZ: lambda line: line.buchholz,
    TREASURE: lambda line: line.treasure,
    ROUND: lambda line: _LAST if line.out_in_round is None else line.out_in_round,
    RATING: lambda line: -_LAST if line.rating is None else line.rating,
}


def _list_lines(tally: Tally, ratings: Ratings | None, byes: list[Bye]) -> list[Standing]:
    """Make the lines, without places."""
    given = {key: sum(bye.points for bye in byes if bye.key == key) for key in {bye.key for bye in byes}}
    points = {key: count.points + given.get(key, 0.0) for key, count in tally.counts.items()}
    rated = ratings.players if ratings else {}
    lines = []
    for key, count in tally.counts.items():
        # Where each two play several games, a bye is worth as many points.
        own = sum(math.ceil(bye.points) for bye in byes if bye.key == key) * points[key]
        met = sum(points[other] * games for other, (_, games) in count.against.items())
        lines.append(_make_line(key, tally.names[key], count, given.get(key, 0.0), own + met, rated.get(key)))
    return lines


def _make_line(
    key: str, name: str, count: Count, byes: float, buchholz: float, rating: Value | None
) -> Standing:
    won, drawn, lost = (sum(seat[result] for seat in count.by_seat) for result in range(3))
    return Standing(
        place=0,
        key=key,
        name=name,
        games=count.games,
        points=round(count.points + byes, 6),
        score=round(count.points / count.games, 6) if count.games else 0.0,
        won=won,
        drawn=drawn,
        lost=lost,
        rating=None if rating is None else round(rating.elo, 2),
        error=None if rating is None else round(rating.error, 2),
        superiority=None,
        buchholz=round(buchholz, 6),
        treasure=round(count.treasure, 6),
        out_in_round=None,
        offences=count.offences,
        absent=count.absent,
        disqualified=count.disqualified,
        seconds=round(count.seconds, 3),
        byes=round(byes, 6),
        by_seat=count.by_seat,
        against=count.against,
    )


def _find_ends(lines: list[Standing], tally: Tally) -> list[Standing]:
    """Note in which round of a knockout each went out."""
    # Each two play as many games in every round; not all of them need be over.
    games = max((played for each in tally.counts.values() for _, played in each.rounds.values()), default=0)
    return [replace(line, out_in_round=_find_end(tally.counts[line.key], games)) for line in lines]


def _find_end(count: Count, games: float) -> int | None:
    """Find the last round of a participant, if it can no longer win half of its games there."""
    if not count.rounds:
        return None
    last = max(count.rounds)
    points, played = count.rounds[last]
    return last if 2 * (points + games - played) < games else None


def _compare(ratings: Ratings | None, key: str, following: str) -> float | None:
    if ratings is None or key not in ratings.players or following not in ratings.players:
        return None
    return round(ratings.compute_superiority(key, following), 5)


def _write_value(value: Value | None) -> list[float] | None:
    return None if value is None else [round(value.elo, 2), round(value.error, 2)]


def _list_reasons(tally: Tally) -> list[Ended]:
    """List how games ended, the most frequent first; equal ones by name, whichever game ended first."""
    found = [Ended(each.kind, each.reason, each.key, games) for each, games in tally.reasons.items()]
    return sorted(found, key=lambda each: (-each.games, each.kind, each.reason, each.key))


def _list_fields(value: Standings | Standing | Ended) -> dict[str, object]:
    """List the fields without copying what is in them."""
    return {each.name: getattr(value, each.name) for each in fields(value)}
