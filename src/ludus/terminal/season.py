"""Shows a season at the terminal: its table, its contestants, its evaluations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludus.seasons.history import Member, Season, SeasonScore
from ludus.terminal.table import fit_table, set_table
from ludus.text import make_printable

NOTHING = "no evaluation has ended yet"


def write_scores(season: Season, scores: Sequence[SeasonScore]) -> str:
    """Write the table of a season: the score, and the points per game in each evaluation."""
    if not scores:
        return NOTHING
    ended = [one for one in season.evaluations if one.ended]
    heads = ["final" if one.kind == "final" else str(one.number) for one in ended]
    rows = [["", "contestant", "score", *heads]]
    for line in scores:
        shares = ["-" if share is None else f"{share:.3f}" for share in line.shares]
        rows.append([str(line.place), make_printable(line.name), f"{line.score:.3f}", *shares])
    # The earliest evaluations are left out first where a line would be too long.
    optional = [(column,) for column in range(3, 3 + len(heads))]
    return set_table(fit_table(rows, 1, optional))


def write_season(season: Season, scores: Sequence[SeasonScore]) -> str:
    """Write how a season stands: evaluations, contestants, table."""
    parts = [f"{season.title} ({season.game})", *_list_evaluations(season), *_list_members(season)]
    return "\n".join((*parts, "", write_scores(season, scores)))


def _list_evaluations(season: Season) -> Iterator[str]:
    for one in season.evaluations:
        state = f"ended {one.ended}" if one.ended else "being played"
        yield f"{one.kind} {one.number}: {len(one.versions)} contestants, began {one.began}, {state}"
    for decision in season.decisions:
        about = decision.key or f"{decision.evaluation} {decision.game} {decision.result}".strip()
        yield f"decided {decision.written}: {decision.kind} {about}: {make_printable(decision.reason)}"


def _list_members(season: Season) -> Iterator[str]:
    if season.members:
        rows = [["key", "name", "plays", "last version"], *map(_describe, season.members)]
        yield ""
        yield set_table(fit_table(rows, 1), left=(0, 1, 3))


def _describe(member: Member) -> list[str]:
    good = [version.number for version in member.versions if version.accepted]
    last = member.versions[-1]
    state = "accepted" if last.accepted else "refused, see its log"
    if member.exclusion:
        state = f"excluded: {make_printable(member.exclusion)}"
    return [
        member.key,
        make_printable(member.name),
        str(good[-1]) if good else "-",
        f"{last.number}, {state}",
    ]
