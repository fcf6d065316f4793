"""Explains a board of treasure Amazons by a legal turn: which steps lead from the position to what was written.

Only what changed is looked at. Every field that is newly hit is the end of one shot, and every landing but the last
is on a horse that is gone now; what is left is to find an order of the steps.
A field that was hit may be written as `009` or with its digits kept before the `9`.
"""

from __future__ import annotations

from ludus.games.amazons_board import (
    BROKEN_ARROW,
    FREE,
    HORSE,
    NO_ARTIFACT,
    Contestant,
    can_leave,
    find_chart,
    find_squares,
)
from ludus.games.base import IllegalMove
from ludus.protocols.amazons_chain import SpentError, find_chain
from ludus.text import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludus.games.amazons import Amazons
    from ludus.protocols.amazons_file import State

LONGEST_TURN = 20
"""The arena's bound on the steps of a turn; by the rules of the game horses may carry an amazon on for longer."""
BUDGET = 40_000
"""How many steps are tried for a turn; on boards of the contest a few hundred are enough (`bench/chains.md`)."""


class Unsettled(IllegalMove):
    """A turn that is refused, though it may be legal by the rules of the game."""


class Journey:
    """What a turn may have been: from where to where, over which horses, what was hit, and how much she collected."""

    __slots__ = ("start", "end", "artifact", "passed", "perhaps", "hit", "gain")

    def __init__(self, way: tuple[int, int], artifact: str, passed: Sequence[int], changes: _Changes) -> None:
        self.start, self.end = way
        self.artifact = artifact
        """What lay at the end when she landed there last."""
        self.passed = passed
        """Where she certainly landed before the last landing; the end, too, if she came back to it."""
        self.perhaps = sorted(changes.hit & changes.horses)
        """Where else she may have landed before."""
        self.hit = sorted(changes.hit)
        self.gain = changes.gain

    @property
    def steps(self) -> int:
        """Count the steps: each has shot once, but for a last one that ends on a broken arrow."""
        return len(self.hit) + (self.artifact == BROKEN_ARROW)


def explain(before: Amazons, after: State) -> tuple[str, ...]:
    """Find the moves of one whole turn that lead from `before` to `after`; raise `IllegalMove` if there are none."""
    if (after.width, len(after.fields)) != (before.width, len(before.fields)):
        raise IllegalMove(f"the board must stay {len(before.fields) // before.width} x {before.width}")
    _check_rows(before, after.players)
    changes = _Changes(before, after)
    if before.placement:
        return (changes.find_placement(),)
    journeys = list(_list_journeys(before, after, changes))
    steps = min((journey.steps for journey in journeys), default=0)
    if steps > LONGEST_TURN:
        raise Unsettled(f"a turn has at most {LONGEST_TURN} steps, found {steps}")
    return _find_steps(before, journeys, changes)


def _find_steps(before: Amazons, journeys: Sequence[Journey], changes: _Changes) -> tuple[str, ...]:
    is_given_up = False
    for journey in journeys:
        try:
            moves = find_chain(before, journey, BUDGET // len(journeys))
        except SpentError:
            is_given_up = True
            continue
        if moves:
            return moves
    if is_given_up:
        raise Unsettled(f"{changes.describe()} (or none was found: the search was given up)")
    raise IllegalMove(changes.describe())


def _check_rows(before: Amazons, rows: Sequence[Contestant]) -> None:
    """See to it that names and IDs stayed, and the scores of all others."""
    expected = before.seated
    for number, (want, have) in enumerate(zip(expected, rows, strict=False)):
        if (have.name, have.digit) != (want.name, want.digit):
            found = f"{quote(have.name)} with ID {have.digit}"
            raise IllegalMove(
                f"player row {number + 1} must be {quote(want.name)} with ID {want.digit}, found {found}"
            )
        if number != before.to_move and have.score != want.score:
            raise IllegalMove(f"the score of {quote(want.name)} must stay {want.score}, found {have.score}")
    if len(rows) != len(expected):
        raise IllegalMove(f"expected {len(expected)} player rows, found {len(rows)}")


class _Changes:
    """What is different, sorted by what it can mean: left, reached, hit, or a horse that was used."""

    def __init__(self, before: Amazons, after: State) -> None:
        own = before.seated[before.to_move]
        self.amazon = f"00{own.digit}"
        self.names = find_chart(len(before.fields) // before.width, before.width).names
        self.gain = after.players[before.to_move].score - own.score
        self.left: list[int] = []
        self.reached: list[int] = []
        self.hit: set[int] = set()
        self.used: set[int] = set()
        self.horses: set[int] = set()
        for square, (was, now) in enumerate(zip(before.fields, after.fields, strict=True)):
            if was != now:
                self._sort(square, was, now, is_placement=bool(before.placement))

    def _sort(self, square: int, was: str, now: str, *, is_placement: bool) -> None:
        name = self.names[square]
        if was in FREE and was[1] == HORSE:
            self.horses.add(square)
        if was in FREE and now == self.amazon:
            self.reached.append(square)
        elif is_placement or (was not in FREE and was != self.amazon):
            raise IllegalMove(f"{name} was {was} and must stay so, found {now}")
        elif now[2] == "9":
            if was in FREE and now[:2] not in ("00", was[:2]):
                raise IllegalMove(f"{name} was {was} and hit, so expected 009, found {now}")
            self.hit.add(square)
            if was == self.amazon:
                self.left.append(square)
        elif was == self.amazon and now == "000":
            self.left.append(square)
        elif square in self.horses and now == "000":
            self.used.add(square)
        else:
            raise IllegalMove(f"{name} was {was}, which no turn makes {now}")

    def find_placement(self) -> str:
        """Name the one field that was reached in placement."""
        if len(self.reached) != 1:
            raise IllegalMove(f"expected one amazon to be placed, found {len(self.reached)}")
        if self.gain:
            raise IllegalMove(f"nothing is collected in placement, but the score changed by {self.gain}")
        return self.names[self.reached[0]]

    def describe(self) -> str:
        """Say what about the changes makes no legal turn."""
        show = self.names.__getitem__
        if len(self.left) > 1 or len(self.reached) > 1:
            moved = " ".join(map(show, self.left or self.reached))
            return f"more than one amazon has moved: {moved}"
        if not self.hit and not self.reached:
            return "nothing has moved"
        parts = [f"the amazon left {show(self.left[0])}" if self.left else "no amazon left her field"]
        parts.append(f"reached {show(self.reached[0])}" if self.reached else "none reached another")
        parts.append(f"hit {' '.join(map(show, sorted(self.hit))) or 'nothing'}, score {self.gain:+}")
        return f"no legal turn does this: {', '.join(parts)}"


def _list_journeys(before: Amazons, after: State, changes: _Changes) -> Iterator[Journey]:
    """Say what an amazon may have done: which one, and whether she came back to where she ends."""
    used = sorted(changes.used)
    if not changes.left and not changes.reached and changes.hit:
        # Horses can carry an amazon back to where she was.
        for square in find_squares(before.fields, changes.amazon):
            yield Journey((square, square), NO_ARTIFACT, used, changes)
    if len(changes.left) != 1 or len(changes.reached) != 1:
        return
    way = changes.left[0], changes.reached[0]
    end = changes.reached[0]
    artifact = before.fields[end][1]
    if artifact != HORSE or not can_leave(after.fields, after.width, end):
        yield Journey(way, artifact, used, changes)
    if artifact == HORSE:
        # She may end on a horse's field only if she is stuck there or used that horse before.
        yield Journey(way, NO_ARTIFACT, [*used, end], changes)
