"""The Amazons contest: a board file in, a board file out, and exit codes.

A program is started with `phase=placement amazons=N IN OUT` or `phase=movement IN OUT`, reads the state of the game
from IN, makes one placement or one whole turn (a chain of steps while horses carry the amazon on), and writes the new
state to OUT. Exit code 0: done. Exit code 1: nothing to do, and nothing is written.

A file does not say whose turn it is: a program knows its own name, and adds its own row when it first places an
amazon. So in the first round of the placement the players who come later are not in the file yet.
"""

from __future__ import annotations

from ludus.games.amazons import Amazons
from ludus.games.amazons_board import HORSE, SHOT_AFTER, Contestant, chart_of, write_fields, write_players
from ludus.games.base import IllegalMove
from ludus.protocols.amazons_file import BadState, State, next_digit, read_state, write_state
from ludus.protocols.amazons_hear import explain
from ludus.protocols.base import BadReply, BadRequest, ignore
from ludus.turn import Reply, Request, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludus.games.base import Position
    from ludus.protocols.base import Warn

BOARD = "board.txt"
NOTHING_TO_DO = 1


def ask(turn: Turn) -> Request:
    """Write the state as the game master hands it on."""
    position = _amazons(turn)
    phase = (
        ("phase=placement", f"amazons={position.placement}") if position.placement else ("phase=movement",)
    )
    return Request(arguments=(*phase, BOARD, BOARD), files={BOARD: write_state(_told(position))})


def understand(request: Request, name: str = "", warn: Warn = ignore) -> Turn:
    """Read the arguments and the file they name, for the player called `name`."""
    amazons, source = _arguments(request.arguments)
    data = request.files.get(source)
    if data is None:
        raise BadRequest(f"{source}: expected a board file, found none")
    return Turn(own_turn(read_state(data), name, amazons))


def own_turn(state: State, name: str, amazons: int) -> Amazons:
    """Make the position in which `name` is to move; 0 amazons mean movement.

    A player who cannot do anything is not to move in it: `is_own_turn` tells.
    """
    players = state.players
    digit = next((row.digit for row in players if row.name == name), None)
    if digit is None and amazons:
        digit = next_digit(players)
        if digit is None:
            line = len(state.fields) // state.width + 2 + len(players)
            raise BadState("players", line, 0, "at most eight players", f"no room for {name!r}")
        players = (*players, Contestant(name, digit, 0))
    phase = f"placement:{amazons}" if amazons else "movement"
    seat = digit or (players[0].digit if players else "1")
    return Amazons.read(f"{write_fields(state.fields, state.width)} {write_players(players)} {phase} {seat}")


def is_own_turn(position: Amazons, name: str, amazons: int) -> bool:
    """Tell whether there is anything to do for `name` in this phase."""
    return (
        position.outcome() is None
        and bool(position.placement) == bool(amazons)
        and position.seated[position.to_move].name == name
    )


def answer(turn: Turn, moves: Sequence[str]) -> Reply:
    """Write the state after a whole turn; no moves at all mean that there is nothing to do."""
    if not moves:
        return Reply(exit_code=NOTHING_TO_DO)
    position = _amazons(turn)
    told = len(_told(position).players)
    for move in moves:
        position = position.play(move)
    # Who has not placed yet has no row, whatever the referee knows.
    rows = (
        position.players[: max(told, _amazons(turn).to_move + 1)]
        if _amazons(turn).placement
        else position.players
    )
    return Reply(files={BOARD: write_state(State(position.fields, position.width, rows))})


def hear(turn: Turn, reply: Reply) -> tuple[str, ...]:
    """Find the steps that lead to the board that was written; none for a program that has nothing to do."""
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
    position = _amazons(turn)
    try:
        return explain(_with_told_rows(position), state)
    except IllegalMove as error:
        raise IllegalMove(f"illegal board: {error}") from None


def address(turn: Turn, name: str) -> Turn:
    """Call the seat to move by the name of its program, and nobody else so."""
    position = _amazons(turn)
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


def closing_step(position: Position) -> str:
    """Name a step that ends the turn, or after which the next one can: two are always enough.

    Where every landing is on a horse she takes the nearest and leaves the field free from which she came: it holds no
    horse. If she cannot spare it, she has no other free neighbour, and the shot at it ends the turn.
    """
    assert isinstance(position, Amazons)
    fields = position.fields
    index = chart_of(len(fields) // position.width, position.width).index
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
    return Turn(_with_told_rows(_amazons(turn)))


def _amazons(turn: Turn) -> Amazons:
    assert isinstance(turn.position, Amazons)
    return turn.position


def _told(position: Amazons) -> State:
    """Leave out the rows of those who have not had their first turn."""
    rows = position.players
    if position.placement:
        placed = [f"00{row.digit}" in position.fields for row in rows]
        last = max((number for number, has_placed in enumerate(placed) if has_placed), default=-1)
        rows = rows[: max(last + 1, 0)]
    return State(position.fields, position.width, rows)


def _with_told_rows(position: Amazons) -> Amazons:
    """Leave out the players who are not in the file yet, but for the seat to move."""
    rows = _told(position).players
    own = position.seated[position.to_move]
    if all(row.name != own.name for row in rows):
        rows = (*rows, own)
    return own_turn(State(position.fields, position.width, rows), own.name, position.placement)


def _arguments(arguments: Sequence[str]) -> tuple[int, str]:
    """Find the phase (0 for movement, else the number of amazons) and the name of the input file."""
    settings = dict(word.split("=", 1) for word in arguments if "=" in word)
    names = [word for word in arguments if "=" not in word]
    phase, number = settings.get("phase"), settings.get("amazons", "")
    if phase not in ("placement", "movement") or len(names) != 2:
        raise BadRequest("arguments: expected phase=placement amazons=N IN OUT, or phase=movement IN OUT")
    if phase == "movement":
        return 0, names[0]
    if not (number.isascii() and number.isdecimal() and int(number[:9]) > 0):
        raise BadRequest(f"arguments: expected amazons=N with N above 0, found {number[:20]!r}")
    return int(number[:9]), names[0]
