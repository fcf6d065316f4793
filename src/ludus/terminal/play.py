"""A person plays at the terminal: moves are typed, and a few words help.

Reads plain lines, so a script can play as well as a person.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from textwrap import fill

from ludus.games.base import Position, squares_of
from ludus.players.base import Leave, Player, Resign, TakeBack
from ludus.records.events import BY_RULES, Ended, Event, Offence, Played, Verdict
from ludus.records.record import TOLD
from ludus.terminal.board import COLUMNS, draw, write_caption
from ludus.terminal.legend import write_legend
from ludus.terminal.typed_move import Unclear, read_typed_move
from ludus.text import make_printable
from ludus.turn import Choice, Turn

HELP = """\
a move                play it: {example}, or as you like to type it: {typed}
hint                  what the engine would play; +1.00 is a piece ahead
undo                  take back to your last turn
moves                 list the legal moves
to [SQUARE ...]       list the squares where a move can begin, or go on after these
board                 show the board again
legend                explain the signs on it
rules                 show the rules of the game
clocks                show the time that everybody had used before this turn
position              show the position as one line of text
save [FILE]           save the game, and go on
resign                give the game up
quit                  leave the game; it can be resumed, also after Ctrl-C"""
MOST_LISTED = 200

Say = Callable[[str], None]
"""Shows lines to the person."""
Ask = Callable[[str, Callable[[], bool]], str]
"""Prompts for a line, unless that is cancelled; raises EOFError when there is none."""
AnswerWord = Callable[[Turn, Sequence[str]], str]
"""Answers a word that was typed, given the words behind it."""


class TerminalPerson(Player):
    """Somebody who types moves."""

    name = "person"
    is_person = True

    def __init__(
        self, ask: Ask, say: Say, colour: bool, answers: Mapping[str, AnswerWord] | None = None
    ) -> None:
        """`answers` are those to words that only others can answer, such as `rules`."""
        self._ask = ask
        self._say = say
        self._colour = colour
        self._answers = answers or {}
        self._was_greeted = False
        self._shown_marks: set[str] = set()

    def choose(self, turn: Turn) -> Choice:
        """Show the board and ask until a legal move is typed; other words may end the turn without one."""
        self._show_board(turn)
        if not self._was_greeted:
            self._was_greeted = True
            self._say_legend(turn.position)
        self._show_example(turn.position)
        while True:
            line = self._read(turn)
            if line.split() and not self._explain(turn, line.split()):
                try:
                    return Choice((read_typed_move(turn.position, line),))
                except Unclear as error:
                    self._say(f"{error}\nhint: 'moves' lists the legal moves, 'help' the other words")

    def _show_board(self, turn: Turn) -> None:
        marked = squares_of(turn.moves[-1]) if turn.moves else ()
        self._say(draw(turn.position, colour=self._colour, marked=marked))
        self._say(write_caption(turn.position))

    def _show_example(self, position: Position) -> None:
        """Show what a move looks like, and again when moves look different, as after the amazons are placed."""
        example = position.moves()[0]
        marks = "".join(letter for letter in example if not letter.isalnum())
        if marks not in self._shown_marks:
            self._shown_marks.add(marks)
            self._say(f"a move looks like this: {example}")

    def _say_legend(self, position: Position) -> None:
        legend = write_legend(position, colour=self._colour)
        if legend:
            # A sign stays in one line with what it means.
            entries = legend.replace(" ", "\xa0").replace(",\xa0", ", ")
            self._say(fill(entries, COLUMNS - 1).replace("\xa0", " "))

    def _read(self, turn: Turn) -> str:
        left = math.inf if turn.clock is None else turn.clock.left
        time_left = "" if left == math.inf else f", {left:.0f} s left"
        try:
            line = self._ask(f"your move{time_left} ('help' lists the commands): ", self.is_cancelled)
        except EOFError:
            raise Leave from None
        self.raise_interruption()
        return line

    def _explain(self, turn: Turn, words: Sequence[str]) -> bool:
        """Answer a word that asks for something; False if it is none, and so must be a move."""
        position = turn.position
        match [words[0].lower(), *words[1:]]:
            case ["quit" | "exit"]:
                raise Leave
            case ["resign"]:
                raise Resign
            case ["undo"]:
                raise TakeBack
            case ["help" | "?"]:
                example = position.moves()[0]
                self._say(HELP.format(example=example, typed=" ".join(squares_of(example)).lower()))
            case ["moves"]:
                self._say(_list_moves(position))
            case ["position"]:
                self._say(str(position))
            case ["board"]:
                self._show_board(turn)
            case ["legend"]:
                self._say_legend(position)
            case ["to", *touched]:
                self._say(fill(" ".join(position.targets(touched)) or "none", COLUMNS - 1))
            case [word, *rest] if word in self._answers:
                self._say(self._answers[word](turn, rest))
            case _:
                return False
        return True


def _list_moves(position: Position) -> str:
    moves = position.moves()
    listed = fill(" ".join(moves[:MOST_LISTED]), COLUMNS - 1, break_on_hyphens=False)
    more = f"\nand {len(moves) - MOST_LISTED} more; 'to' lists the squares to touch first"
    return f"{listed}{more if len(moves) > MOST_LISTED else ''}"


def tell_game(
    events: Iterable[Event], players: Sequence[Player], say: Say, colour: bool, plies: int = 0
) -> None:
    """Tell the people at the terminal what happens until the game ends, from this ply on."""
    move = ""
    for event in events:
        if isinstance(event, Played):
            plies, move = event.ply, event.move
            player = players[event.seat]
            name = "" if player.is_person else f" ({make_printable(player.name)})"
            say(f"{event.position.seat_name(event.seat)}{name} plays {move}")
        elif isinstance(event, Offence):
            say(make_printable(f"{event.kind}: {event.reason}; the turn is lost"))
        elif isinstance(event, Ended):
            if event.verdict.kind != TOLD:
                say(draw(event.position, colour=colour, marked=squares_of(move) if move else ()))
            say(_describe_end(event.position, event.verdict))
        else:
            say("taken back" if event.plies < plies else "there is nothing to take back")
            plies = event.plies


def _describe_end(position: Position, verdict: Verdict) -> str:
    """Say who has won, and why; reasons may quote a program."""
    if position.outcome() is not None:
        return write_caption(position)
    if verdict.kind == TOLD and verdict.seat is None:
        return verdict.reason
    best = max(verdict.scores)
    winners = [position.seat_name(seat) for seat, score in enumerate(verdict.scores) if score == best]
    result = "drawn" if len(winners) == position.seats > 1 else f"{' and '.join(winners)} won"
    kind = "" if verdict.kind in (BY_RULES, TOLD) else f"{verdict.kind}: "
    return make_printable(f"{result}: {kind}{verdict.reason}")
