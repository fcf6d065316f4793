"""Amazons for people at a terminal: one turn inside the contest's loop, or a whole game at one screen.

A board file says neither the phase nor whose turn it is. A game that is loaded is in movement once a shot or a
score is there, or everybody has all amazons; else the placement goes on with whoever has fewest. In movement
it is the first player's turn unless a name says otherwise.

It is part of a contest program that runs where nothing but itself is installed, with what an entry may import, so it keeps
the game by itself instead of using the referee: nobody is timed or judged here, and `load` may change the board at any time.
"""

from __future__ import annotations

import sys

from ludus.entries.amazons import DONE, WRONG_STATE, BadUsage, Call, load, quote_file
from ludus.entries.files import say, write_all, write_atomically
from ludus.errors import LudusError
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import FREE, MOST, write_fields, write_players
from ludus.games.base import IllegalMove
from ludus.protocols.amazons_file import BadState, State, read_count, write_state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_LINE = 1000
AMAZONS = "3"
MOVE_HELP = """\
placement: a square like c4
movement:  from-to/shot like a1-c3/d4; from-to after a broken arrow (b); from-to*shot with a spear (s)
           after a horse (h) the same amazon makes another step
moves           where the amazons can go
moves a1        where the amazon on a1 can go
moves a1 c3     where she can shoot from c3
undo            take back a step
board           show the board
quit            stop"""
GAME_HELP = f"""\
{MOVE_HELP}
save FILE       write the board as a contest file
load FILE NAME  go on with a contest file; NAME is to move (left out: the first player)"""


class Session:
    """The game at one terminal: the position, what came before, and the talk about it."""

    def __init__(self, position: Amazons, help_text: str) -> None:
        self.position = position
        self.past: list[Amazons] = []
        self.help_text = help_text

    def ask(self, prompt: str) -> list[str] | None:
        """Read the words of one line; None at the end of the input."""
        tell(f"{prompt}> ", end="")
        stdin = sys.stdin
        line = stdin.readline(LONGEST_LINE) if stdin is not None else ""
        return line.split() if line else None

    def do(self, words: Sequence[str]) -> None:
        """Run a command that both kinds of session have; anything else is a move."""
        match words:
            case ["help"]:
                tell(self.help_text)
            case ["moves", *squares]:
                tell(_list_possible(self.position, squares))
            case ["board"]:
                tell(draw_position(self.position))
            case ["undo"]:
                self._undo()
            case [move]:
                self._play(move)
            case _:
                tell("expected a move or a word of 'help'")

    def _undo(self) -> None:
        if not self.past:
            tell("there is nothing to take back")
            return
        self.position = self.past.pop()
        tell(draw_position(self.position))

    def _play(self, move: str) -> None:
        if self.position.outcome() is not None:
            tell("the game is over; there is undo, save, load and quit")
            return
        try:
            following = self.position.play(move)
        except IllegalMove as error:
            # The board is on the screen already.
            tell(
                f"{str(error).partition(' (position: ')[0]}\n'moves' lists what is possible, 'help' how to write it"
            )
            return
        self.past.append(self.position)
        self.position = following
        tell(draw_position(following))


def decide(position: Amazons) -> tuple[str, ...] | None:
    """Let a person choose a placement or a whole turn; None if they quit or the input ends."""
    session = Session(position, MOVE_HELP)
    seat = position.to_move
    tell(draw_position(position))
    moves: list[str] = []
    while not moves or (session.position.bound is not None and session.position.to_move == seat):
        words = session.ask(_make_prompt(session.position))
        if words is None or words == ["quit"]:
            return None
        steps = len(session.past)
        session.do(words)
        if len(session.past) > steps:
            moves.append(words[0])
        del moves[len(session.past) :]
    return tuple(moves)


def play_game(call: Call) -> int:
    """Play a whole game with everybody at one terminal, from a new board or a board file."""
    import gc  # here, because nothing else that a contest entry loads needs it

    # The loader of an exported program switches it off, which is meant for the one move of a contest.
    gc.enable()
    try:
        session = Session(_set_up(call), GAME_HELP)
    except BadState as error:
        say(f"error: {quote_file(call.files[0])} {error}")
        return WRONG_STATE
    except LudusError as error:
        raise BadUsage(str(error)) from error
    tell(draw_position(session.position))
    amazons = call.settings.get("amazons", AMAZONS)
    while True:
        words = session.ask(_make_prompt(session.position))
        if words is None or words == ["quit"]:
            return DONE
        match words:
            case []:
                continue
            case ["save", file]:
                _save(session.position, file)
            case ["load", file, *name] if len(name) < 2:
                _load(session, file, _count(amazons), "".join(name))
            case _:
                session.do(words)


def _set_up(call: Call) -> Amazons:
    settings = call.settings
    if len(call.files) > 1 or "time" in settings:
        raise BadUsage(
            "expected interactive [amazons=N] [players=NAMES] [size=RxC] [seed=S] [turn=NAME] [FILE]"
        )
    options = {key: settings[key] for key in ("players", "size", "seed") if key in settings}
    amazons = settings.get("amazons", AMAZONS)
    if not call.files:
        return Amazons.start(**options, amazons=amazons)
    state = load(call.files[0])
    if state.players:
        return guess_position(state, _count(amazons), settings.get("turn", ""))
    board = write_fields(state.fields, state.width)
    return Amazons.start(players=settings.get("players", "2"), board=board, amazons=amazons)


def _count(text: str) -> int:
    number = read_count(text)
    if not number:
        raise BadUsage(f"expected amazons=N with N from 1 to {MOST}, found {text[:40]!r}")
    return number


def guess_position(state: State, amazons: int, name: str) -> Amazons:
    """Guess the phase and the turn of a board with rows; `name` is to move if given."""
    counts = [state.fields.count(f"00{row.digit}") for row in state.players]
    has_begun = (
        min(counts) >= amazons
        or FREE.isdisjoint(state.fields)
        or any(row.score for row in state.players)
        or any(field[2] == "9" for field in state.fields)
    )
    seat = 0 if has_begun else counts.index(min(counts))
    if name:
        names = [row.name for row in state.players]
        if name not in names:
            raise BadUsage(f"expected one of {', '.join(names)} to be to move, found {name[:40]!r}")
        seat = names.index(name)
    phase = "movement" if has_begun else f"placement:{amazons}"
    board, rows = write_fields(state.fields, state.width), write_players(state.players)
    return Amazons.read(f"{board} {rows} {phase} {state.players[seat].digit}")


def _save(position: Amazons, file: str) -> None:
    if position.bound is not None:
        tell("a file cannot say that a horse carries an amazon on: finish the turn first, or undo")
        return
    rows = position.seated
    try:
        write_atomically(file, write_state(State(position.fields, position.width, rows)))
    except OSError as error:
        tell(f"{file}: cannot be written: {error.strerror}")
        return
    turn = rows[position.to_move].name if rows and position.outcome() is None else ""
    tell(f"wrote {file}" + (f"; go on with: load {file} {turn}" if turn else ""))


def _load(session: Session, file: str, amazons: int, name: str) -> None:
    try:
        state = load(file)
        if not state.players:
            raise BadState("players", state.height + 1, 0, "rows of players below the board", "none")
        position = guess_position(state, amazons, name)
    except BadState as error:
        tell(f"{file} {error}")
        return
    except BadUsage as error:
        tell(str(error))
        return
    session.past.append(session.position)
    session.position = position
    tell(draw_position(position))


def draw_position(position: Amazons) -> str:
    """Draw the board with its coordinates, and describe the standing."""
    rows, squares = position.rows(), position.squares()
    columns = ["".join(letter for letter in name if letter.isalpha()) for name in squares[0]]
    width = max(2, len(columns[-1]))
    margin = len(str(len(rows)))
    lines = [" " * margin + "".join(f" {column:>{width}}" for column in columns)]
    for number, row in enumerate(rows, start=1):
        lines.append(f"{number:>{margin}}" + "".join(f" {cell:>{width}}" for cell in row))
    lines.append(", ".join(f"A{row.digit} {row.name}: {row.score}" for row in position.seated))
    outcome = position.outcome()
    if outcome is not None:
        best = [row.name for row in position.seated if row.score == max(outcome.scores)]
        lines.append(f"The game is over: {outcome.reason}. Most treasure: {', '.join(best) or 'nobody'}.")
    return "\n".join(lines)


def _make_prompt(position: Amazons) -> str:
    if position.outcome() is not None:
        return "over"
    what = "place" if position.placement else "move"
    if position.bound is not None:
        what = f"on by horse from {position.targets()[0]}"
    return f"{position.seat_name(position.to_move)}, {what}"


def _list_possible(position: Amazons, squares: Sequence[str]) -> str:
    """List what may follow the squares; for no square at all the landings of every amazon."""
    if position.outcome() is not None:
        return "none: the game is over"
    if squares or position.placement:
        return " ".join(position.targets(tuple(squares))) or "nothing from there"
    return "\n".join(f"{name}: {' '.join(position.targets((name,)))}" for name in position.targets())


def tell(text: str, end: str = "\n") -> None:
    """Write to standard output past Python's buffers, which are not flushed when the program ends."""
    write_all(1, f"{text}{end}".encode(errors="backslashreplace"))
