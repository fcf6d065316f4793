"""A person's game at the terminal, typed line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludus.arena.referee import play_game
from ludus.games.amazons import Amazons
from ludus.games.base import Position
from ludus.games.checkers import Checkers
from ludus.players.base import Crash, Player
from ludus.players.baseline import First
from ludus.records.events import Ended, Event
from ludus.records.time_control import TimeControl
from ludus.terminal.play import TerminalPerson, tell_game
from ludus.turn import Choice, Turn


def typed(
    lines: str, against: Player | None = None, start: Position | None = None, clock: str = "none"
) -> tuple[str, Position]:
    """Type these lines in seat 1 and return what was said and the last position."""
    said: list[str] = []
    waiting = iter(lines.splitlines())
    last = start or Checkers.start()

    def ask(prompt: str, is_cancelled: Callable[[], bool]) -> str:
        said.append(prompt)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    def watch(events: Iterator[Event]) -> Iterator[Event]:
        nonlocal last
        for event in events:
            last = event.position if isinstance(event, Ended) else last
            yield event

    person = TerminalPerson(ask, said.append, colour=False)
    players = [person, against or person]
    events = play_game(last, players, TimeControl.read(clock))
    tell_game(watch(events), players, said.append, colour=False)
    return "\n".join(said), last


def test_a_move_is_answered() -> None:
    said, last = typed("G6-F5", First())
    assert "Black plays G6-F5" in said
    assert "White (first) plays B3-C4" in said
    assert last.to_move == 0


def test_squares_with_spaces_are_a_move_too() -> None:
    _, last = typed("G6 F5", First())
    assert last == Checkers.start().play("G6-F5").play("B3-C4")


def test_an_illegal_move_is_explained_and_asked_again() -> None:
    said, last = typed("G6-G5\nG6-F5", First())
    assert "illegal move 'G6-G5': b on G6 neither steps nor jumps to G5\nhint:" in said
    assert last == Checkers.start().play("G6-F5").play("B3-C4")


def test_words_help() -> None:
    said, last = typed("help\nmoves\nto\nto G6\nto A1\nposition\n\nquit\nG6-F5")
    assert "take back" in said
    assert "A6-B5 C6-D5 C6-B5 E6-F5 E6-D5 G6-H5 G6-F5" in said
    assert "A6 C6 E6 G6" in said
    assert "\nH5 F5\n" in said
    assert "\nnone\n" in said
    assert str(Checkers.start()) in said
    assert last == Checkers.start()


def test_undo_goes_back_to_the_persons_last_turn() -> None:
    said, last = typed("G6-F5\nundo\nundo\nA6-B5", First())
    assert "taken back" in said
    assert "there is nothing to take back" in said
    assert last == Checkers.start().play("A6-B5").play("B3-C4")


def test_two_people_take_back_one_move() -> None:
    _, last = typed("G6-F5\nB3-C4\nundo", against=None)
    assert last == Checkers.start().play("G6-F5")


def test_the_end_is_shown() -> None:
    said, last = typed("B2-A1", First(), Checkers.read("8/1b6/8/8/8/8/8/w7 b"))
    assert "Black won: White cannot move" in said
    assert last.outcome() is not None


def test_whoever_leaves_has_neither_won_nor_lost() -> None:
    said, _ = typed("G6-F5\nquit", First())
    assert said.endswith("the game was left unfinished")


def test_whoever_resigns_has_lost() -> None:
    said, _ = typed("G6-F5\nresign", First())
    assert said.endswith("White won: Black resigned")


def test_the_prompt_tells_what_is_left_of_the_clock() -> None:
    said, _ = typed("quit", First(), clock="game=300,wall")
    assert "your move, 300 s left ('help' lists the commands): " in said


def test_what_moves_look_like_is_shown_at_first_and_when_it_changes() -> None:
    said, _ = typed("a1\nc3\nquit", start=Amazons.start(size="3x3", amazons="1"))
    assert said.count("a move looks like this: ") == 2
    assert said.count("a move looks like this: a1\n") == 1


class Scripted(Player):
    """Answers with the same moves every time, or crashes."""

    name = "scripted"

    def __init__(self, *moves: str) -> None:
        self._moves = moves

    def choose(self, turn: Turn) -> Choice:
        if not self._moves:
            raise Crash("exit code 3\x1b[31m")
        return Choice(self._moves)


def test_a_crash_of_the_opponent_is_the_verdict_and_cannot_colour_the_terminal() -> None:
    said, _ = typed("G6-F5", Scripted())
    assert "\nBlack won: crash: White: exit code 3" in said
    assert "\x1b" not in said


def test_an_illegal_move_of_the_opponent_is_the_verdict() -> None:
    said, _ = typed("G6-F5", Scripted("A1-H8"))
    assert "\nBlack won: illegal: White: illegal move 'A1-H8'" in said


def test_an_opponent_that_answers_with_a_chain_plays_all_of_it() -> None:
    start = Amazons.read("001,000,000/000,000,000/002,010,000/000,000,000 ann:1:0;bob:2:0 movement 1")
    said, last = typed("a1-b1/c1", Scripted("a3-b3/a3", "b3-c3/c4"), start)
    assert "bob (scripted) plays a3-b3/a3" in said
    assert "bob (scripted) plays b3-c3/c4" in said
    assert last.to_move == 0
