"""What an organiser decides: each decision is a row with a reason, and nothing that was there before is lost.

    exclude KEY             takes no part from the next evaluation on, and is not in the table of the season
    readmit KEY             takes part again
    correct N GAME RESULT   a game of evaluation N has another result
    rerun N                 evaluation N is played again: the same versions, by the rules that the plan says now

The result of a game stands in the store of its evaluation, too. The row of the season comes first; where the evaluation is
just being played, or a process was killed in between, the next run brings the two together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ludus.errors import BadOption
from ludus.seasons.history import SeasonDecision
from ludus.seasons.plans.plan import SeasonPlan
from ludus.seasons.reader import find_store
from ludus.seasons.rows import CORRECT, EXCLUDE, READMIT, RERUN, HeldEvaluation, SeasonRows
from ludus.store.reader import StoreReader
from ludus.store.schema import BadStore
from ludus.store.store import Store
from ludus.text import quote
from ludus.tournaments.decisions import read_points

NEEDED = {EXCLUDE: ("KEY",), READMIT: ("KEY",), CORRECT: ("N", "GAME", "RESULT"), RERUN: ("N",)}
"""What is said with each kind of decision."""


def make_decision(
    plan: SeasonPlan, rows: SeasonRows, kind: str, words: Sequence[str], reason: str, now: str
) -> SeasonDecision:
    """Check what an organiser wants to decide."""
    if len(words) != len(NEEDED[kind]):
        raise BadOption(f"{kind}: expected {' '.join(NEEDED[kind])}, found {quote(' '.join(words))}")
    if kind in (EXCLUDE, READMIT):
        return SeasonDecision(0, now, kind, _check_key(words[0], kind, rows), 0, reason)
    one = _find_attempt(words[0], rows)
    if one in rows.list_reruns():
        raise BadOption(
            f"evaluation {one.number} is to be played again by the next run, so nothing of it can be decided now"
        )
    if kind == RERUN:
        return SeasonDecision(0, now, kind, "", one.number, reason)
    with StoreReader(find_store(plan, one)) as store:
        game = store.find_id(words[1])
    read_points(words[2])
    return SeasonDecision(0, now, kind, "", one.number, reason, game, words[2])


def apply_corrections(plan: SeasonPlan, rows: SeasonRows) -> Iterator[str]:
    """Bring corrections into the stores of their evaluations; yield what has to wait, and why."""
    for decision in _list_corrections(rows):
        path = find_store(plan, _find_attempt(str(decision.evaluation), rows))
        if not path.exists() or _is_applied(path, decision):
            continue
        try:
            with Store.open(path) as store:
                store.add_decision(decision.game, read_points(decision.result), decision.reason)
        except BadStore as error:
            yield f"the correction of game {decision.game} waits: {error}"


def _list_corrections(rows: SeasonRows) -> list[SeasonDecision]:
    """List the last correction of each game; what was corrected before an evaluation was played again is of no use."""
    found: dict[tuple[int, str], SeasonDecision] = {}
    for one in rows.decisions:
        if one.kind == CORRECT:
            found[one.evaluation, one.game] = one
        elif one.kind == RERUN:
            found = {place: other for place, other in found.items() if place[0] != one.evaluation}
    return list(found.values())


def _is_applied(path: Path, decision: SeasonDecision) -> bool:
    with StoreReader(path) as store:
        last = {each.result.id: each.result for each in store.list_decisions()}.get(decision.game)
    if last is None:
        return False
    return (last.points, last.reason) == (read_points(decision.result), decision.reason)


def _check_key(key: str, kind: str, rows: SeasonRows) -> str:
    known = rows.list_keys() if kind == EXCLUDE else tuple(rows.list_excluded())
    if key not in known:
        what = "a contestant" if kind == EXCLUDE else "a contestant that is excluded"
        raise BadOption(f"expected {what}, found {quote(key)}; there are {', '.join(known) or 'none'}")
    return key


def _find_attempt(text: str, rows: SeasonRows) -> HeldEvaluation:
    """Find the last attempt of an evaluation."""
    found = {str(one.number): one for one in rows.evaluations}
    if text not in found:
        known = ", ".join(found) or "none"
        raise BadOption(f"expected the number of an evaluation, found {quote(text)}; there are {known}")
    return found[text]
