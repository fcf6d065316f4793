"""A person plays at the terminal: moves are typed, and a few words help.

Reads plain lines, so a script can play as well as a person.
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.games.base import IllegalMove, Position, spell, squares_of
from ludus.players.base import Player
from ludus.terminal.board import caption, draw
from ludus.turn import Turn

HELP = """\
a move, like {example}          play it (its squares with spaces between do too)
moves                     list the legal moves
to [SQUARE ...]           list the squares to touch next
undo                      take back to your last turn
position                  show the position as one line of text
quit                      leave the game"""

Say = Callable[[str], None]
"""Shows lines to the person."""
Ask = Callable[[str], str]
"""Prompts for a line; raises EOFError when there is none."""


class Table:
    """One game at the terminal between people (None) and players, seat by seat."""

    def __init__(self, start: Position, seats: list[Player | None], ask: Ask, say: Say, colour: bool) -> None:
        self._turns = [Turn(start)]
        self._seats = seats
        self._ask = ask
        self._say = say
        self._colour = colour

    def play(self) -> Position:
        """Play until the game ends or a person quits; return the last position."""
        while (position := self._turns[-1].position).outcome() is None:
            player = self._seats[position.to_move]
            if player is not None:
                (move,) = player.choose(self._turns[-1]).moves
                self._move(move, f"{position.seat_name(position.to_move)} ({player.name}) plays")
            elif not self._person_acts():
                return position
        self._show()
        return self._turns[-1].position

    def _move(self, move: str, who: str) -> None:
        self._turns.append(self._turns[-1].after(move))
        self._say(f"{who} {move}")

    def _show(self) -> None:
        turn = self._turns[-1]
        marked = squares_of(turn.moves[-1]) if turn.moves else ()
        self._say(draw(turn.position, colour=self._colour, marked=marked))
        self._say(caption(turn.position))

    def _person_acts(self) -> bool:
        """Ask until the person has played or taken back; False when the person leaves."""
        self._show()
        turns = len(self._turns)
        while len(self._turns) == turns:
            try:
                words = self._ask("your move (help for help): ").split()
            except EOFError:
                return False
            if words == ["quit"]:
                return False
            if words:
                self._obey(words)
        return True

    def _obey(self, words: list[str]) -> None:
        position = self._turns[-1].position
        match words:
            case ["help" | "?"]:
                self._say(HELP.format(example=position.moves()[0]))
            case ["moves"]:
                self._say(" ".join(position.moves()))
            case ["position"]:
                self._say(str(position))
            case ["undo"]:
                self._undo()
            case ["to", *touched]:
                self._say(" ".join(position.targets(touched)) or "none")
            case _:
                self._try(position, words)

    def _try(self, position: Position, words: list[str]) -> None:
        try:
            move = words[0] if len(words) == 1 else spell(position, words)
            self._move(move, f"{position.seat_name(position.to_move)} plays")
        except IllegalMove as error:
            reason = str(error).partition(" (position:")[0]
            self._say(f"{reason}\nhint: 'moves' lists the legal moves, 'help' the other words")

    def _undo(self) -> None:
        """Go back to the last turn before this one that a person had."""
        earlier = [i for i, turn in enumerate(self._turns[:-1]) if self._seats[turn.position.to_move] is None]
        if not earlier:
            self._say("there is nothing to take back")
            return
        del self._turns[earlier[-1] + 1 :]
        self._say("taken back")
