"""A person plays at the terminal: moves are typed, and a few words help.

Reads plain lines, so a script can play as well as a person.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from ludus.games.base import IllegalMove, Position, spell, squares_of
from ludus.players.base import Leave, Player, Resign, TakeBack
from ludus.records.events import BY_RULES, Ended, Event, Offence, Played, Verdict
from ludus.records.record import TOLD
from ludus.terminal.board import caption, draw
from ludus.text import make_printable
from ludus.turn import Choice, Turn

HELP = """\
a move, like {example}          play it (its squares with spaces between do too)
moves                     list the legal moves
to [SQUARE ...]           list the squares to touch next
undo                      take back to your last turn
position                  show the position as one line of text
resign                    give the game up
quit                      leave the game unfinished"""

Say = Callable[[str], None]
"""Shows lines to the person."""
Ask = Callable[[str, Callable[[], bool]], str]
"""Prompts for a line, unless that is cancelled; raises EOFError when there is none."""


class TerminalPerson(Player):
    """Somebody who types moves."""

    name = "person"
    is_person = True

    def __init__(self, ask: Ask, say: Say, colour: bool) -> None:
        self._ask = ask
        self._say = say
        self._colour = colour

    def choose(self, turn: Turn) -> Choice:
        """Show the board and ask until a legal move is typed; other words may end the turn without one."""
        position = turn.position
        marked = squares_of(turn.moves[-1]) if turn.moves else ()
        self._say(draw(position, colour=self._colour, marked=marked))
        self._say(caption(position))
        while True:
            words = self._read(turn)
            if words and not self._explain(position, words) and (move := self._read_move(position, words)):
                return Choice((move,))

    def _read(self, turn: Turn) -> list[str]:
        left = math.inf if turn.clock is None else turn.clock.left
        time_left = "" if left == math.inf else f", {left:.0f} s left"
        try:
            words = self._ask(f"your move{time_left} (help for help): ", self.is_cancelled).split()
        except EOFError:
            raise Leave from None
        self.raise_interruption()
        return words

    def _explain(self, position: Position, words: Sequence[str]) -> bool:
        """Answer a word that asks for something; False if it is none, and so must be a move."""
        match words:
            case ["quit"]:
                raise Leave
            case ["resign"]:
                raise Resign
            case ["undo"]:
                raise TakeBack
            case ["help" | "?"]:
                self._say(HELP.format(example=position.moves()[0]))
            case ["moves"]:
                self._say(" ".join(position.moves()))
            case ["position"]:
                self._say(str(position))
            case ["to", *touched]:
                self._say(" ".join(position.targets(touched)) or "none")
            case _:
                return False
        return True

    def _read_move(self, position: Position, words: Sequence[str]) -> str | None:
        """Read a legal move; explain what is wrong with another."""
        try:
            move = words[0] if len(words) == 1 else spell(position, words)
            position.play(move)
        except IllegalMove as error:
            reason = str(error).partition(" (position:")[0]
            self._say(f"{reason}\nhint: 'moves' lists the legal moves, 'help' the other words")
            return None
        return move


def tell_game(events: Iterable[Event], players: Sequence[Player], say: Say, colour: bool) -> None:
    """Tell the people at the terminal what happens until the game ends."""
    plies, move = 0, ""
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
        return caption(position)
    if verdict.kind == TOLD and verdict.seat is None:
        return verdict.reason
    best = max(verdict.scores)
    winners = [position.seat_name(seat) for seat, score in enumerate(verdict.scores) if score == best]
    result = "drawn" if len(winners) == position.seats > 1 else f"{' and '.join(winners)} won"
    kind = "" if verdict.kind in (BY_RULES, TOLD) else f"{verdict.kind}: "
    return make_printable(f"{result}: {kind}{verdict.reason}")
