"""The Amazons contest: a board file in, a board file out, and exit codes.

A program is started with `phase=placement amazons=N IN OUT` or `phase=movement IN OUT`, reads the state of the game
from IN, makes one placement or one whole turn (a chain of steps while horses carry the amazon on), and writes the new
state to OUT. Exit code 0: done. Exit code 1: nothing to do, and nothing is written.

A file does not say whose turn it is: a program knows its own name, and adds its own row when it first places an
amazon. So in the first round of the placement the players who come later are not in the file yet.
"""

from __future__ import annotations

from ludus.games.amazons import Amazons
from ludus.games.amazons_board import HORSE, SHOT_AFTER, Contestant, find_chart, write_fields, write_players
from ludus.games.base import IllegalMove
from ludus.protocols.amazons_file import BadState, State, find_next_digit, read_count, read_state, write_state
from ludus.protocols.amazons_turn import explain
from ludus.protocols.base import BadReply, BadRequest, ignore
from ludus.turn import Reply, Request, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludus.games.base import Position
    from ludus.protocols.base import Warn

BOARD = "board.txt"
NOTHING_TO_DO = 1


def write_request(turn: Turn) -> Request:
    """Write the state as the game master does."""
    position = _require_amazons(turn)
    phase = (
        ("phase=placement", f"amazons={position.placement}") if position.placement else ("phase=movement",)
    )
    return Request(arguments=(*phase, BOARD, BOARD), files={BOARD: write_state(_make_state(position))})


def read_request(request: Request, name: str = "", warn: Warn = ignore) -> Turn:
    """Read the arguments and the file they name, for the player called `name`."""
    amazons, source = _read_arguments(request.arguments)
    data = request.files.get(source)
    if data is None:
        raise BadRequest(f"{source}: expected a board file, found none")
    return Turn(make_own_turn(read_state(data), name, amazons))


def make_own_turn(state: State, name: str, amazons: int) -> Amazons:
    """Make the position in which `name` is to move; 0 amazons mean movement.

    A player who cannot do anything is not to move in it: `is_own_turn` tells.
    """
    players = state.players
    digit = next((row.digit for row in players if row.name == name), None)
    if digit is None and amazons:
        digit = find_next_digit(players)
        if digit is None:
            line = len(state.fields) // state.width + 2 + len(players)
            raise BadState("players", line, 0, "at most eight players", f"no room for {name!r}")
        players = (*players, Contestant(name, digit, 0))
    phase = f"placement:{amazons}" if amazons else "movement"
    seat = digit or (players[0].digit if players else "1")
    return Amazons.read(f"{write_fields(state.fields, state.width)} {write_players(players)} {phase} {seat}")


def is_own_turn(position: Amazons, name: str, amazons: int) -> bool:
    """Whether `name` has anything to do in this phase."""
    return (
        position.outcome() is None
        and bool(position.placement) == bool(amazons)
        and position.seated[position.to_move].name == name
    )


def write_reply(turn: Turn, moves: Sequence[str]) -> Reply:
    """Write the state after a whole turn; no moves at all mean that there is nothing to do."""
    if not moves:
        return Reply(exit_code=NOTHING_TO_DO)
    position = _require_amazons(turn)
    known = len(_make_state(position).players)
    for move in moves:
        position = position.play(move)
    # A player who has not placed yet has no row.
    rows = (
        position.players[: max(known, _require_amazons(turn).to_move + 1)]
        if _require_amazons(turn).placement
        else position.players
    )
    return Reply(files={BOARD: write_state(State(position.fields, position.width, rows))})


def read_reply(turn: Turn, reply: Reply) -> tuple[str, ...]:
    """Find the steps that lead to the board of the reply; none for a program that has nothing to do."""
    if reply.exit_code == NOTHING_TO_DO:
        return ()
    if reply.exit_code != 0:
        raise BadReply(f"exit code: expected 0 or 1, found {reply.exit_code}")
    data = reply.files.get(BOARD)
    if data is None:
        raise BadReply(f"{BOARD}: expected this file, found none")
    try:
        state = read_state(data)
    except BadState as error:
        raise BadReply(f"{BOARD} {error}") from None
    position = _require_amazons(turn)
    try:
        return explain(_omit_unknown_players(position), state)
    except IllegalMove as error:
        raise IllegalMove(f"illegal board: {error}") from None


def address(turn: Turn, name: str) -> Turn:
    """Give the name of the program to the seat to move, and to no other seat."""
    position = _require_amazons(turn)
    taken = {name, *(row.name for row in position.seated)}
    other = next(free for number in range(1, 99) if (free := f"player{number}") not in taken)
    rows = []
    for seat, row in enumerate(position.seated):
        shown = name if seat == position.to_move else other if row.name == name else row.name
        rows.append(Contestant(shown, row.digit, row.score))
    renamed = Amazons(
        position.fields, position.width, tuple(rows), position.placement, position.to_move, position.bound
    )
    return Turn(renamed, (), turn.clock, turn.ply)


def find_closing_step(position: Position) -> str:
    """Name a step that ends the turn, or after which the next one can: two are always enough.

    Where every landing is on a horse she takes the nearest and leaves the field free from which she came: it holds no
    horse. If she cannot spare it, she has no other free neighbour, and the shot at it ends the turn.
    """
    assert isinstance(position, Amazons)
    fields = position.fields
    index = find_chart(len(fields) // position.width, position.width).index
    source = position.targets()[0]
    landings = position.targets((source,))
    landing = next((name for name in landings if fields[index[name]][1] != HORSE), landings[0])
    ends = position.targets((source, landing))
    if not ends:
        return f"{source}-{landing}"
    end = next((name for name in ends if name != source), source)
    return f"{source}-{landing}{SHOT_AFTER[fields[index[landing]]]}{end}"


def as_transmitted(turn: Turn) -> Turn:
    """Keep the board and the rows that are in the file; the seat to move knows itself by its name."""
    return Turn(_omit_unknown_players(_require_amazons(turn)))


def _require_amazons(turn: Turn) -> Amazons:
    assert isinstance(turn.position, Amazons)
    return turn.position


def _make_state(position: Amazons) -> State:
    """Make the state, without the rows of players who have not had their first turn."""
    rows = position.players
    if position.placement:
        placed = [f"00{row.digit}" in position.fields for row in rows]
        last = max((number for number, has_placed in enumerate(placed) if has_placed), default=-1)
        rows = rows[: max(last + 1, 0)]
    return State(position.fields, position.width, rows)


def _omit_unknown_players(position: Amazons) -> Amazons:
    """Omit the players who are not in the file yet, except for the seat to move."""
    rows = _make_state(position).players
    own = position.seated[position.to_move]
    if all(row.name != own.name for row in rows):
        rows = (*rows, own)
    return make_own_turn(State(position.fields, position.width, rows), own.name, position.placement)


def _read_arguments(arguments: Sequence[str]) -> tuple[int, str]:
    """Find the phase (0 for movement, else the number of amazons) and the name of the input file."""
    settings = dict(word.split("=", 1) for word in arguments if "=" in word)
    names = [word for word in arguments if "=" not in word]
    phase, number = settings.get("phase"), settings.get("amazons", "")
    if phase not in ("placement", "movement") or len(names) != 2:
        raise BadRequest("arguments: expected phase=placement amazons=N IN OUT, or phase=movement IN OUT")
    if phase == "movement":
        return 0, names[0]
    amazons = read_count(number)
    if not amazons:
        raise BadRequest(f"arguments: expected amazons=N with N above 0, found {number[:20]!r}")
    return amazons, names[0]
