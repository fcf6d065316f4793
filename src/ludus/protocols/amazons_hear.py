"""Explains a board of treasure Amazons by a legal turn: which steps lead from the position to what was written.

Only what changed is looked at. Every field that is newly hit is the end of one shot, and every landing but the last
is on a horse that is gone now, so few steps come into question at each point of a chain; the rules try them. A long
chain has too many orders of its steps to try; another search, backwards from its end, finds one for it.
A field that was hit may be written as `009` or with its digits kept before the `9`.
"""

from __future__ import annotations

from ludus.games.amazons_board import FREE, HORSE, Contestant, can_leave, chart_of, places_of
from ludus.games.base import IllegalMove
from ludus.protocols.amazons_chain import find_chain
from ludus.protocols.amazons_sight import Journey
from ludus.text import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ludus.games.amazons import Amazons
    from ludus.protocols.amazons_file import State

TRIES = 300
"""So many steps are tried in the order of the rules; a chain that needs more is searched from its end."""


def explain(before: Amazons, after: State) -> tuple[str, ...]:
    """Find the moves of one whole turn that lead from `before` to `after`; raise `IllegalMove` if there are none."""
    if (after.width, len(after.fields)) != (before.width, len(before.fields)):
        raise IllegalMove(f"the board must stay {len(before.fields) // before.width} x {before.width}")
    _check_rows(before, after.players)
    changes = _Changes(before, after)
    if before.placement:
        return (changes.placement(),)
    chain = _Chain(before, after, changes)
    moves = chain.find()
    if moves is None and chain.is_spent:
        moves = _long_chain(before, after, changes)
    if moves is None:
        raise IllegalMove(changes.complaint())
    return moves


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
        self.names = chart_of(len(before.fields) // before.width, before.width).names
        self.gain = after.players[before.to_move].score - own.score
        self.left: list[int] = []
        self.reached: list[int] = []
        self.hit: set[int] = set()
        self.used: set[int] = set()
        for square, (was, now) in enumerate(zip(before.fields, after.fields, strict=True)):
            if was != now:
                self._sort(square, was, now, is_placement=bool(before.placement))

    def _sort(self, square: int, was: str, now: str, *, is_placement: bool) -> None:
        name = self.names[square]
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
        elif was in FREE and was[1] == HORSE and now == "000":
            self.used.add(square)
        else:
            raise IllegalMove(f"{name} was {was}, which no turn makes {now}")

    def placement(self) -> str:
        """Name the one field that was reached in placement."""
        if len(self.reached) != 1:
            raise IllegalMove(f"expected one amazon to be placed, found {len(self.reached)}")
        if self.gain:
            raise IllegalMove(f"nothing is collected in placement, but the score changed by {self.gain}")
        return self.names[self.reached[0]]

    def complaint(self) -> str:
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


class _Chain:
    """Tries the steps that the changes allow, depth first, one amazon only."""

    def __init__(self, before: Amazons, after: State, changes: _Changes) -> None:
        self._before = before
        self._after = after
        self._changes = changes
        self._tries = TRIES

    def find(self) -> tuple[str, ...] | None:
        """Find the steps, if there are any."""
        changes = self._changes
        if len(changes.left) > 1 or len(changes.reached) > 1:
            return None
        starts = changes.left or list(places_of(self._before.fields, changes.amazon))
        for start in starts:
            moves = self._steps(self._before, start, frozenset(changes.hit))
            if moves is not None:
                return moves
        return None

    @property
    def is_spent(self) -> bool:
        """Tell whether there were more steps to try."""
        return self._tries < 0

    def _steps(self, position: Amazons, at: int, hits: frozenset[int]) -> tuple[str, ...] | None:
        names, index = self._changes.names, self._index
        for landing_name in position.targets((names[at],)):
            landing = index[landing_name]
            if not self._may_land(position, landing):
                continue
            shots = position.targets((names[at], landing_name))
            for shot in [name for name in shots if index[name] in hits] if shots else [""]:
                found = self._step(position, (names[at], landing_name, shot), hits)
                if found is not None:
                    return found
        return None

    @property
    def _index(self) -> dict[str, int]:
        return chart_of(len(self._before.fields) // self._before.width, self._before.width).index

    def _may_land(self, position: Amazons, landing: int) -> bool:
        """She lands where she stands now, or on a horse that is gone."""
        is_end = self._after.fields[landing] == self._changes.amazon
        return is_end or (
            position.fields[landing][1] == HORSE
            and self._after.fields[landing] != self._before.fields[landing]
        )

    def _step(
        self, position: Amazons, touched: tuple[str, str, str], hits: frozenset[int]
    ) -> tuple[str, ...] | None:
        self._tries -= 1
        if self._tries < 0:
            return None
        source, landing, shot = touched
        mark = "*" if position.fields[self._index[landing]][1] == "3" else "/"
        move = f"{source}-{landing}{mark}{shot}" if shot else f"{source}-{landing}"
        following = position.play(move)
        left = hits - {self._index[shot]} if shot else hits
        if self._is_reached(following, left):
            return (move,)
        is_bound = following.bound == self._index[landing] and following.to_move == position.to_move
        if not is_bound:
            return None
        rest = self._steps(following, self._index[landing], left)
        return None if rest is None else (move, *rest)

    def _is_reached(self, position: Amazons, hits: frozenset[int]) -> bool:
        """Compare with what was written; a horse that could carry on must do so, unless she cannot move."""
        if hits or (position.bound is not None and position.to_move == self._before.to_move):
            return False
        own = self._before.to_move
        if position.players[own].score != self._after.players[own].score:
            return False
        pairs = zip(position.fields, self._after.fields, strict=True)
        return all(mine == theirs or mine[2] == theirs[2] == "9" for mine, theirs in pairs)


class Unsettled(IllegalMove):
    """A chain so long that neither a legal order of its steps was found nor that there is none."""


def _long_chain(before: Amazons, after: State, changes: _Changes) -> tuple[str, ...] | None:
    """Search a chain from its end; the rules have the last word on what is found."""
    is_given_up = False
    for journey in _journeys(before, after, changes):
        moves = find_chain(before, journey)
        is_given_up = is_given_up or moves is None
        position = before
        for move in moves or ():
            position = position.play(move)
        if moves and position.bound is None and position.players == after.players:
            return moves
    if is_given_up:
        raise Unsettled(f"{changes.complaint()} (or none was found: the search was given up)")
    return None


def _journeys(before: Amazons, after: State, changes: _Changes) -> Iterator[Journey]:
    """Say what an amazon may have done: which one, and whether she came back to where she ends."""
    used, hit = sorted(changes.used), sorted(changes.hit)
    perhaps = [square for square in hit if _held_horse(before, square) and after.fields[square] == "009"]
    if not changes.left or not changes.reached:
        # Horses can carry an amazon back to where she was.
        for square in () if changes.left or changes.reached else places_of(before.fields, changes.amazon):
            yield Journey((square, square), used, perhaps, hit, changes.gain)
        return
    way = changes.left[0], changes.reached[0]
    ends_on_horse = _held_horse(before, way[1])
    if not ends_on_horse or not can_leave(after.fields, after.width, way[1]):
        yield Journey(way, used, perhaps, hit, changes.gain)
    if ends_on_horse:
        # She may end on a horse's field only if she is stuck there or used that horse before.
        yield Journey(way, [*used, way[1]], perhaps, hit, changes.gain)


def _held_horse(before: Amazons, square: int) -> bool:
    field = before.fields[square]
    return field in FREE and field[1] == HORSE
