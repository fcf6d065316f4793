"""Treasure Amazons, as its contest plays it.

- Any board from 1x1 on, 1 to 8 players. A field may hold treasure worth 1 to 5 and one artifact (a horse,
  a broken arrow or a spear). Amazons, arrows and spears are obstacles; a field without one is free.
- Placement: in turn each player places one amazon on any free field; treasure and artifact there are removed
  and nobody gets them. A player who has placed all of theirs is skipped. When all have, or no field is free,
  the movement begins with the first player.
- Movement: a turn is one step of one amazon. She moves one or more fields in a queen line over free fields,
  collects treasure and artifact of the field where she lands, and shoots an arrow: from there one or more
  fields in a queen line over free fields. The field she just left is free, so a shot always exists.
- A broken arrow: she does not shoot in this step. A spear: she throws it instead of the arrow, along a queen
  line over everything onto a free field. A horse: after the shot the same amazon makes another full step,
  and so on while she lands on horses; if she then cannot move, the turn just ends.
- An arrow or a spear that lands on treasure or an artifact destroys it.
- A player whose amazons are all blocked is skipped. The game ends when nobody can move; the most
  treasure wins, and equal scores share the place.

A move is one placement or one step: `c4`; `a1-c3/d4` with an arrow, `a1-c3` after a broken
arrow, `a1-c3*d4` with a spear. After a horse the same seat is to move again, bound to that amazon.

A text is `ROWS PLAYERS PHASE SEAT`: `000,310/001,009 ann:1:7;bob:2:0 movement 1`. PHASE is `placement:N`
(N amazons each) or `movement`; SEAT is the ID to move, `1+c3` while a horse binds the amazon on c3. Names are
escaped (`%3A`). PLAYERS is `-` where nobody has a row yet, and SEAT then 1: in placement one seat is there,
whose row `player1:1:0` comes with the first amazon; in movement nobody sits there and the game is over.
If a text names a seat that cannot act, the next seat that can is to move.

Moves are listed amazon by amazon, row by row from the top left; from each the lines N, NE, E, SE, S, SW, W,
NW, the nearest landing first; from each landing the shots in the same order.
"""

from __future__ import annotations

from ludus.errors import BadOption
from ludus.games.amazons_board import (
    ARROW_SHOT,
    ARTIFACTS,
    FREE,
    HORSE,
    IDS,
    MOST,
    NO_SHOT,
    SHOT_AFTER,
    SPEAR_SHOT,
    TREASURE,
    Chart,
    Contestant,
    as_number,
    can_leave,
    draw_field,
    fence,
    find_chart,
    find_fenced,
    find_squares,
    find_stride,
    generate,
    is_clear,
    list_shots,
    name_players,
    reach,
    read_fields,
    read_frequencies,
    read_number,
    read_players,
    read_size,
    write_fields,
    write_players,
)
from ludus.games.base import EMPTY, BadPosition, Look, Outcome, Position
from ludus.games.grid import split_rows
from ludus.games.position_text import read_options, take_words
from ludus.text import describe_mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Self

NEWCOMER = (Contestant("player1", "1", 0),)
"""The player of a board in placement that has no rows yet."""

_SHOT_RULE = {
    ARROW_SHOT: "an arrow follows, like {}/d4",
    SPEAR_SHOT: "a spear follows, like {}*d4",
    NO_SHOT: "a broken arrow lies there, so no shot follows",
}

_IN_WORDS = {"h": "horse", "b": "broken arrow", "s": "spear"}


class _Seats:
    """Tells the class the usual number of seats and a position its own, which a property cannot."""

    __slots__ = ()

    def __get__(self, position: Amazons | None, game: type[Amazons]) -> int:
        return 2 if position is None else len(position.seated)


class Amazons(Position):
    """A position of treasure Amazons; seats are the players in the order of their rows.

    Make one by `start`, `read` or `play`: they see to it that whoever is to move can, until the game is over.
    """

    __slots__ = ("fields", "width", "players", "placement", "to_move", "bound")
    name = "amazons"
    ground = "dark squares"
    fields: tuple[str, ...]
    width: int
    players: tuple[Contestant, ...]
    placement: int
    """How many amazons each seat places; 0 once the movement has begun."""
    bound: int | None
    """Where the amazon stands that a horse carries on."""
    seats = _Seats()

    def __init__(
        self,
        fields: tuple[str, ...],
        width: int,
        players: tuple[Contestant, ...],
        placement: int,
        to_move: int,
        bound: int | None,
    ) -> None:
        put = object.__setattr__
        put(self, "fields", fields)
        put(self, "width", width)
        put(self, "players", players)
        put(self, "placement", placement)
        put(self, "to_move", to_move)
        put(self, "bound", bound)

    @classmethod
    def start(
        cls,
        *,
        size: str = "14x14",
        players: int | str | Sequence[str] = 2,
        amazons: int | str = 3,
        seed: int | str = 0,
        treasure: str | Sequence[float] = TREASURE,
        artifacts: str | Sequence[float] = ARTIFACTS,
        board: str | None = None,
    ) -> Self:
        """Make a board of `size` (rows x columns), or take the ROWS given as `board`; begin the placement."""
        rows, width = read_size(size)
        seeded = read_number("seed", seed, 0, 2**64 - 1)
        values = read_frequencies("treasure", treasure, 6)
        kinds = read_frequencies("artifacts", artifacts, 4)
        seated = name_players(players)
        each = read_number("amazons", amazons, 1, MOST)
        if board is None:
            return cls._settle(generate(rows, width, seeded, values, kinds), width, seated, each, 0)
        try:
            fields, width = read_fields(str(board))
            _check_rows(fields, seated)
        except BadPosition as error:
            raise BadOption(f"board: {error}") from error
        return cls._settle(fields, width, seated, each, 0)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `ROWS PLAYERS PHASE SEAT`."""
        (rows, names, phase, turn), options = take_words(text, "ROWS", "PLAYERS", "PHASE", "SEAT")
        read_options(options, ())
        fields, width = read_fields(rows)
        players = read_players(names)
        _check_rows(fields, players)
        placement = _read_phase(phase)
        digit, plus, square = turn.partition("+")
        digits = [row.digit for row in players or NEWCOMER]
        if digit not in digits:
            raise BadPosition(describe_mismatch("seat", f"the ID of a player ({', '.join(digits)})", digit))
        seat = digits.index(digit)
        if not plus:
            return cls._settle(fields, width, players, placement, seat)
        bound = find_chart(len(fields) // width, width).index.get(square)
        if placement or bound is None or fields[bound] != f"00{digit}":
            raise BadPosition(
                describe_mismatch("seat", f"+ and the square of an amazon of player {digit}", turn)
            )
        return cls._carry_on(fields, width, players, seat, bound)

    def __str__(self) -> str:
        phase = f"placement:{self.placement}" if self.placement else "movement"
        turn = self._digit if self.bound is None else f"{self._digit}+{self._chart.names[self.bound]}"
        return f"{write_fields(self.fields, self.width)} {write_players(self.players)} {phase} {turn}"

    @property
    def seated(self) -> tuple[Contestant, ...]:
        """The rows of all seats, with the first one even if the board has no row yet."""
        return self.players or (NEWCOMER if self.placement else ())

    @property
    def _digit(self) -> str:
        return (self.players or NEWCOMER)[self.to_move].digit

    @property
    def _chart(self) -> Chart:
        return find_chart(len(self.fields) // self.width, self.width)

    @classmethod
    def _settle(
        cls, fields: tuple[str, ...], width: int, players: tuple[Contestant, ...], placement: int, seat: int
    ) -> Self:
        """Give the turn to `seat` or the next one that can take it; once all have placed, movement begins."""
        digits = [row.digit for row in players or NEWCOMER]
        if placement and not FREE.isdisjoint(fields):
            for candidate in _list_around(seat, len(digits)):
                if fields.count("00" + digits[candidate]) < placement:
                    return cls(fields, width, players, placement, candidate, None)
        if placement:
            # The game master's second loop begins with its first program, no matter who placed last.
            seat = 0
        for candidate in _list_around(seat, len(digits)):
            for square in find_squares(fields, "00" + digits[candidate]):
                if can_leave(fields, width, square):
                    return cls(fields, width, players, 0, candidate, None)
        return cls(fields, width, players, 0, seat, None)

    @classmethod
    def _carry_on(
        cls, fields: tuple[str, ...], width: int, players: tuple[Contestant, ...], seat: int, square: int
    ) -> Self:
        """Let the amazon on `square` go on by horse; if she cannot, the turn ends."""
        if can_leave(fields, width, square):
            return cls(fields, width, players, 0, seat, square)
        return cls._settle(fields, width, players, 0, (seat + 1) % len(players))

    def _list_movable(self) -> Iterable[int]:
        """Find the amazons that may be moved, whether or not they can."""
        return find_squares(self.fields, f"00{self._digit}") if self.bound is None else (self.bound,)

    def moves(self) -> Sequence[str]:
        """List the placements, or the steps of all amazons to move."""
        if self.placement:
            return tuple(
                name for name, field in zip(self._chart.names, self.fields, strict=True) if field in FREE
            )
        names, steps = self._chart.fenced_names, self._chart.steps
        board = fence(self.fields, self.width)
        found: list[str] = []
        for source in self._list_movable():
            start = find_fenced(source, self.width)
            # The field just left is free for the shots; her own lines never come back to it.
            board[start] = ARROW_SHOT
            for landing in reach(board, start, steps):
                step = f"{names[start]}-{names[landing]}"
                shot = board[landing]
                if shot == NO_SHOT:
                    found.append(step)
                    continue
                step += shot or ""
                found += [step + names[end] for end in list_shots(board, landing, steps)]
            board[start] = ""
        return tuple(found)

    def targets(self, touched: Sequence[str] = ()) -> Sequence[str]:
        """List amazons that can move, then landings, then shots; in placement the free fields."""
        if self.placement:
            return () if touched else self.moves()
        chart, fields, width = self._chart, self.fields, self.width
        if not touched:
            return tuple(
                chart.names[square] for square in self._list_movable() if can_leave(fields, width, square)
            )
        path = [chart.index.get(name, -1) for name in touched]
        if -1 in path or path[0] not in self._list_movable() or len(path) > 2:
            return ()
        board = fence(fields, width)
        start = find_fenced(path[0], width)
        board[start] = ARROW_SHOT
        found = reach(board, start, chart.steps)
        if len(path) == 2:
            landing = find_fenced(path[1], width)
            found = list_shots(board, landing, chart.steps) if landing in found else []
        return tuple(chart.fenced_names[square] for square in found)

    def play(self, move: str) -> Self:
        """Place an amazon, or make a step and pass the turn on."""
        return self._place(move) if self.placement else self._step(move)

    def _place(self, move: str) -> Self:
        square = self._chart.index.get(move)
        if square is None:
            raise self.illegal(move, "expected one square of the board like c4")
        if self.fields[square] not in FREE:
            raise self.illegal(move, f"{move} is not free")
        fields = (*self.fields[:square], f"00{self._digit}", *self.fields[square + 1 :])
        following = (self.to_move + 1) % self.seats
        return self._settle(fields, self.width, self.seated, self.placement, following)

    def _step(self, move: str) -> Self:
        source, target, shot, end = self._split_move(move)
        width = self.width
        cells = list(self.fields)
        amazon = cells[source]
        if amazon != "00" + self._digit:
            raise self.illegal(move, f"no amazon of player {self._digit} stands on the first square")
        if self.bound is not None and source != self.bound:
            raise self.illegal(move, f"the horse carries on the amazon on {self._chart.names[self.bound]}")
        if not is_clear(cells, width, source, target):
            raise self.illegal(move, "the amazon has no free queen line to there")
        landed = cells[target]
        cells[source], cells[target] = "000", amazon
        if shot != SHOT_AFTER[landed]:
            step = f"{self._chart.names[source]}-{self._chart.names[target]}"
            raise self.illegal(move, _SHOT_RULE[SHOT_AFTER[landed]].format(step))
        if shot == ARROW_SHOT and not is_clear(cells, width, target, end):
            raise self.illegal(move, "the arrow has no free queen line to there")
        if shot == SPEAR_SHOT and not (find_stride(width, target, end) and cells[end] in FREE):
            raise self.illegal(move, "the spear flies in a queen line onto a free field")
        if shot != NO_SHOT:
            cells[end] = "009"
        fields, players, seat = tuple(cells), self._add_treasure(int(landed[0])), self.to_move
        if landed[1] == HORSE:
            return self._carry_on(fields, width, players, seat, target)
        return self._settle(fields, width, players, 0, (seat + 1) % len(players))

    def _split_move(self, move: str) -> tuple[int, int, str, int]:
        """Split a step into source, landing, kind of shot, and where it ends (the landing if there is none)."""
        source, _, rest = move.partition("-")
        target, shot, end = rest.partition(ARROW_SHOT)
        if not shot:
            target, shot, end = rest.partition(SPEAR_SHOT)
        if not shot:
            shot, end = NO_SHOT, target
        index = self._chart.index
        try:
            return index[source], index[target], shot, index[end]
        except KeyError:
            raise self.illegal(
                move, "expected squares of the board like a1-c3/d4, a1-c3*d4 or a1-c3"
            ) from None

    def _add_treasure(self, treasure: int) -> tuple[Contestant, ...]:
        """Add what was collected to the score of the seat to move."""
        if not treasure:
            return self.players
        own = self.players[self.to_move]
        paid = Contestant(own.name, own.digit, own.score + treasure)
        return (*self.players[: self.to_move], paid, *self.players[self.to_move + 1 :])

    @property
    def is_within_turn(self) -> bool:
        """Tell whether a horse carries an amazon on."""
        return self.bound is not None

    def after_lost_turn(self) -> Self | None:
        """Let the turn go on to the next seat, as the game master does after a turn that it rolled back."""
        if not self.seats:
            return None
        return self._settle(
            self.fields, self.width, self.players, self.placement, (self.to_move + 1) % self.seats
        )

    def next_phase(self) -> Self | None:
        """Begin the movement: the game master's first loop is over when nobody places an amazon any more."""
        if not self.placement:
            return None
        return self._settle(self.fields, self.width, self.players, 0, 0)

    def outcome(self) -> Outcome | None:
        """Count the treasure once nobody can move."""
        if self.placement or any(
            can_leave(self.fields, self.width, square) for square in self._list_movable()
        ):
            return None
        return Outcome(self.standing(), "no amazon can move")

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Show `A3` for an amazon of player 3, `#` for an arrow or spear, `.` for nothing.

        Else the treasure's digit, the artifact's letter (`h`orse, `b`roken arrow, `s`pear) or both: `5h`.
        """
        return split_rows(tuple(map(draw_field, self.fields)), self.width)

    def squares(self) -> tuple[tuple[str, ...], ...]:
        """Name the squares, a1 top left."""
        return split_rows(self._chart.names, self.width)

    def look(self, cell: str) -> Look:
        """Amazons have owners; a field with an artifact looks like one, whatever treasure lies there."""
        if cell in (".", "#"):
            return EMPTY if cell == "." else Look(None, "blocked")
        if cell[0] == "A":
            return Look([row.digit for row in self.seated].index(cell[1]), "amazon")
        words = [_IN_WORDS.get(letter, f"treasure of {letter}") for letter in cell]
        return Look(None, "treasure" if cell.isdigit() else "artifact", " and ".join(words))

    def seat_name(self, seat: int) -> str:
        """Seats go by the names of their players."""
        return self.seated[seat].name

    def standing(self) -> tuple[float, ...]:
        """Count the treasure of each seat."""
        return tuple(row.score for row in self.seated)


def _list_around(seat: int, seats: int) -> tuple[int, ...]:
    """Go once around the table, beginning at `seat`."""
    return (*range(seat, seats), *range(seat))


def _read_phase(text: str) -> int:
    if text == "movement":
        return 0
    word, colon, number = text.partition(":")
    each = as_number(number)
    if word != "placement" or not colon or not each:
        raise BadPosition(
            describe_mismatch("phase", f"movement, or placement:N with N from 1 to {MOST}", text)
        )
    return each


def _check_rows(fields: Sequence[str], players: Sequence[Contestant]) -> None:
    """Refuse amazons without a player, and scores that could exceed the maximum of a position text."""
    unlisted = {f"00{digit}" for digit in IDS} - {f"00{row.digit}" for row in players}
    unknown = next((field for field in fields if field in unlisted), None)
    if unknown is not None:
        raise BadPosition(
            describe_mismatch(
                "players", f"a row for player {unknown[2]}, on the board", write_players(players)
            )
        )
    to_collect = sum(int(field[0]) for field in fields if field in FREE)
    if max((row.score for row in players), default=0) + to_collect > MOST:
        expected = f"scores that stay within {MOST} with the treasure on the board"
        raise BadPosition(describe_mismatch("players", expected, write_players(players)))
