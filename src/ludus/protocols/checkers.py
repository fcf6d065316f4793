"""The Checkers contest: a game on standard input, every board on standard output, byte for byte.

A program reads actions (`G6-F5`), then perhaps a command (`A`: compute one action, `P`: ten), and prints the
start, every action with its board, and at most one last line: an error or the winner.

The reading is that of a C program that takes a character, a number, `-`, a character and a number, and skips
white space before the next round. What does not begin a complete action ends the reading; it is the command if
its first character is `A` or `P`.

As a referee we ask with the whole game and `A`, and the answer is the whole transcript.
"""

from __future__ import annotations

from ludus.frozen import Value
from ludus.games.checkers import INDEX, PIECES, Checkers
from ludus.protocols.base import BadReply, BadRequest, ignore
from ludus.turn import Reply, Request, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ludus.protocols.base import Warn

SIDES = ("BLACK", "WHITE")
COMMANDS = ("A", "P")
_SPACE = " \t\n\v\f\r"
_RULE = "=" * 37
_BORDER = "   " + "+---" * 8 + "+"
_ERROR = "ERROR: {}\n"


def write_board(position: Checkers) -> str:
    """Write a board in the contest's format."""
    lines = ["     " + "   ".join("ABCDEFGH"), _BORDER]
    for number, row in enumerate(position.rows(), start=1):
        lines += [f" {number} | {' | '.join(row)} |", _BORDER]
    return "\n".join(lines) + "\n"


def write_opening(position: Checkers) -> str:
    """Write what comes before the first action."""
    count = position.board.count
    black, white = count("b") + count("B"), count("w") + count("W")
    return f"BOARD SIZE: 8x8\n#BLACK PIECES: {black}\n#WHITE PIECES: {white}\n{write_board(position)}"


def write_action(number: int, move: str, after: Checkers, *, computed: bool) -> str:
    """Write one action with the board after it; `number` counts from 1."""
    stars = "*** " if computed else ""
    black, white = after.standing()
    side = SIDES[1 - after.to_move]
    return f"{_RULE}\n{stars}{side} ACTION #{number}: {move}\nBOARD COST: {black - white:g}\n{write_board(after)}"


def write_winner(position: Checkers) -> str:
    """Write the line for a board on which the side to move cannot act."""
    return f"{SIDES[1 - position.to_move]} WIN!\n"


def find_error(position: Checkers, action: Action) -> str:
    """Find the first of the contest's errors that an action makes; empty for a legal action."""
    source, target = action.source, action.target
    if source not in INDEX:
        return _ERROR.format("Source cell is outside of the board.")
    if target not in INDEX:
        return _ERROR.format("Target cell is outside of the board.")
    piece = position.board[INDEX[source]]
    if piece == ".":
        return _ERROR.format("Source cell is empty.")
    if position.board[INDEX[target]] != ".":
        return _ERROR.format("Target cell is not empty.")
    if piece not in PIECES[position.to_move]:
        return _ERROR.format("Source cell holds opponent's piece/tower.")
    return "" if action.move in position.moves() else _ERROR.format("Illegal action.")


class Action(Value):
    """Two cells as they were read, on the board or not."""

    source: str
    target: str

    @property
    def move(self) -> str:
        """Write the action as a move of the rules."""
        return f"{self.source}-{self.target}"


def read_game(text: str) -> tuple[list[Action], str, str]:
    """Read the actions, the command (`A`, `P` or none), and what was left unread."""
    actions: list[Action] = []
    at = 0
    while at < len(text):
        found = _read_action(text, at)
        if found is None or text[0] in _SPACE:
            command = text[at] if text[at] in COMMANDS else ""
            return actions, command, text[at + len(command) :]
        action, at = found
        actions.append(action)
        while at < len(text) and text[at] in _SPACE:
            at += 1
    return actions, "", ""


def _read_action(text: str, at: int) -> tuple[Action, int] | None:
    source = _read_cell(text, at)
    if source is None or text[source[1] : source[1] + 1] != "-":
        return None
    target = _read_cell(text, source[1] + 1)
    if target is None:
        return None
    return Action(source[0], target[0]), target[1]


def _read_cell(text: str, at: int) -> tuple[str, int] | None:
    """Read a character and a number (white space, a sign and zeros may stand before its digits)."""
    letter, at = text[at : at + 1], at + 1
    while at < len(text) and text[at] in _SPACE:
        at += 1
    sign = text[at : at + 1] if text[at : at + 1] in ("+", "-") else ""
    begin = at = at + len(sign)
    while at < len(text) and text[at] in "0123456789":
        at += 1
    if at == begin:
        return None
    # Not int(): a number may have a million digits, and all but 1 to 8 are outside of the board anyway.
    digits = text[begin:at].lstrip("0") or "0"
    return f"{letter}{'-' if sign == '-' else ''}{digits[:9]}", at


def write_request(turn: Turn) -> Request:
    """Write the game so far and ask for one action."""
    _start(turn)
    return Request(stdin="".join(f"{line}\n" for line in (*turn.moves, "A")).encode())


def read_request(request: Request, name: str = "", warn: Warn = ignore) -> Turn:
    """Read the game so far; the contest says nothing about names and clocks."""
    actions, _, rest = read_game(request.stdin.decode("latin-1"))
    turn = Turn(Checkers.start())
    for number, action in enumerate(actions, start=1):
        position = turn.position
        assert isinstance(position, Checkers)
        error = find_error(position, action)
        if error:
            raise BadRequest(f"action {number}, {action.move}: {error.strip()}", line=number)
        turn = turn.after(action.move)
    if rest.strip(_SPACE):
        warn(f"ignored after action {len(actions)}: {rest.strip(_SPACE)[:40]!r}")
    return turn


def write_reply(turn: Turn, moves: Sequence[str]) -> Reply:
    """Write the whole transcript, the computed action last."""
    return Reply(stdout="".join(_write_transcript(_start(turn), turn.moves, moves)).encode())


def read_reply(turn: Turn, reply: Reply) -> tuple[str, ...]:
    """Find the computed action at the end of the transcript; every byte before and after it must be right."""
    if reply.exit_code != 0:
        raise BadReply(f"exit code: expected 0, found {reply.exit_code}")
    expected = "".join(_write_transcript(_start(turn), turn.moves, ())).encode()
    _compare(expected, reply.stdout[: len(expected)])
    lines = reply.stdout[len(expected) :].split(b"\n", 2)
    line = lines[1].decode("latin-1") if len(lines) > 1 else ""
    start = f"*** {SIDES[turn.position.to_move]} ACTION #{len(turn.moves) + 1}: "
    if not line.startswith(start):
        raise BadReply(f"standard output: expected a line {start + 'X-Y'!r}, found {line[:60]!r}")
    move = line[len(start) :]
    turn.position.play(move)
    _compare(write_reply(turn, (move,)).stdout, reply.stdout)
    return (move,)


def as_transmitted(turn: Turn) -> Turn:
    """Keep the game so far, which is all that the format contains."""
    return turn.with_clock(None)


def _start(turn: Turn) -> Checkers:
    """Check that the game began at the usual start, because the format knows no other."""
    start = Checkers.start()
    if turn.start != start:
        raise BadRequest("the contest's games begin at the start, and this one does not")
    return start


def _write_transcript(position: Checkers, history: Iterable[str], computed: Iterable[str]) -> Iterable[str]:
    yield write_opening(position)
    number = 0
    for moves, by_program in ((history, False), (computed, True)):
        for move in moves:
            number += 1
            position = position.play(move)
            yield write_action(number, move, position, computed=by_program)


def _compare(expected: bytes, found: bytes) -> None:
    """Name the first line that differs."""
    if expected == found:
        return
    wanted, got = expected.split(b"\n"), found.split(b"\n")
    number = next(i for i in range(len(wanted) + 1) if wanted[i : i + 1] != got[i : i + 1])
    want, have = (
        lines[number].decode("latin-1")[:60] if number < len(lines) else "" for lines in (wanted, got)
    )
    raise BadReply(f"standard output line {number + 1}: expected {want!r}, found {have!r}")
