"""`ludus play`: a person at the terminal against a player, or against another person."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import wait
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from ludus.arena.clock import GameClock
from ludus.arena.recorder import Recorder
from ludus.arena.referee import play_game
from ludus.cli.arguments import (
    add_colour,
    add_game,
    add_number,
    add_position,
    add_sandbox,
    add_seed,
    choose_game,
    choose_position,
    open_machine,
    read_start_options,
    start_thread,
)
from ludus.cli.match_arguments import add_clock, read_clock
from ludus.errors import BadOption
from ludus.games.base import Position
from ludus.games.registry import read_rules
from ludus.players.alphabeta import ENGINE_USUAL, EnginePlayer
from ludus.players.base import Leave, Player
from ludus.players.level import USUAL_LEVEL
from ludus.players.named import make_player, runs_own_code
from ludus.records.events import MOST_PLIES, Event, Played
from ludus.records.files import append
from ludus.records.record import TOLD
from ludus.records.record_json import TIME
from ludus.sandbox.capabilities import Machine
from ludus.terminal.board import wants_colour
from ludus.terminal.lines import LineReader
from ludus.terminal.play import AnswerWord, TerminalPerson, tell_game
from ludus.terminal.progress import LongSteps, Progress
from ludus.terminal.saved_game import Continued, GameSaver, SavedGame, find_newest, name_file, read_saved
from ludus.terminal.table import reflow
from ludus.text import make_printable, quote
from ludus.turn import Turn

PERSON = "person"
GRACE = 10.0
"""Seconds for a game to come to its end after Ctrl-C; the slowest that obeys, an engine process, needs six."""
EXAMPLES = f"""\
  ludus play checkers                          you begin, against level {USUAL_LEVEL}
  ludus play pente --level 1                   for beginners; 10 is the highest
  ludus play chezz --against engine --seat 2   the engine begins
  ludus play amazons --against person          all players at this terminal
  ludus play --resume                          resume the game that you left
  ludus play pente --against program:my-agent --record games.jsonl
  ludus play checkers --clock game=300,wall    five minutes for each player
  echo '10K' | ludus play pente                moves from a script"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say which position, and who plays."""
    add_game(parser, "?")
    add_position(parser)
    opponent = parser.add_mutually_exclusive_group()
    opponent.add_argument(
        "--against",
        metavar="PLAYER",
        help=f"your opponent, see 'ludus players GAME', or person (default: level:{USUAL_LEVEL})",
    )
    opponent.add_argument("--level", metavar="N", help="short for --against level:N, 1 to 10")
    add_number(parser, "--seat", 1, "your seat, from 1")
    add_clock(parser)
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="keep the game in this file until it is over (default: one in your state folder)",
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        nargs="?",
        const="",
        help="resume an unfinished game; without FILE, the last one",
    )
    parser.add_argument("--record", metavar="FILE", help="add a record of the game to this file")
    add_seed(parser)
    add_sandbox(parser)
    add_colour(parser)


def run(options: argparse.Namespace) -> int:
    """Play until the game ends or the person leaves."""
    reader = LineReader(sys.stdin)
    if options.resume is not None:
        path = Path(options.resume) if options.resume else find_newest()
        _take_over(options, read_saved(path))
        options.save = options.save or str(path)
    elif options.game is None:
        raise BadOption("expected GAME or --resume; 'ludus games' lists the games")
    elif options.position == "-":
        options.position = reader.read()
    start = choose_position(options)
    if start.outcome() is None and not 1 <= options.seat <= start.seats:
        raise BadOption(f"--seat: expected 1 to {start.seats}, found {options.seat}")
    game = _prepare_game(options, start, reader)
    machine = open_machine(unsafe=options.unsafe, show=options.show)
    with ExitStack() as stack:
        players = _seat_players(options, game, machine, stack)
        if start.outcome() is None:
            print(_introduce(options, game))
        try:
            _run_cancellable(lambda: game.play(players), players)
        finally:
            game.tell_how_to_resume()
    return 0


def _introduce(options: argparse.Namespace, game: _TerminalGame) -> str:
    """Say who plays whom; of a game that goes on, also from where."""
    against = _name_opponent(options)
    who = "all players at this terminal"
    if against != PERSON:
        who = f"you are {game.start.seat_name(options.seat - 1)}, against {against}"
    resumed = f", from move {len(game.script) + 1} on" if game.script else ""
    return make_printable(f"{choose_game(options).name}: {who}{resumed}")


@dataclass(slots=True)
class _TerminalGame:
    """One game at this terminal."""

    options: argparse.Namespace
    start: Position
    script: deque[str]
    """The moves of a game that goes on."""
    times: tuple[float, ...]
    """What each of them took."""
    clock: GameClock
    saver: GameSaver
    person: TerminalPerson
    seeds: tuple[int, ...]
    file: Path | None
    colour: bool
    is_left: bool = True

    def play(self, players: Sequence[Player]) -> None:
        """Play the game to its end, and add its record to the file."""
        started = datetime.now(UTC).strftime(TIME)
        control = self.clock.control
        recorder = Recorder(self.start, players, control, MOST_PLIES)
        events = play_game(self.start, players, control, MOST_PLIES, clock=self.clock)
        for event in self._repeat(events):
            recorder.add(event)
        self.saver.save()
        following = self.saver.follow(recorder.follow(events))
        tell_game(following, players, print, self.colour, len(self.times))
        record = recorder.record()
        self.is_left = record.verdict.kind == TOLD and record.verdict.seat is None
        if self.file is not None:
            chosen = read_start_options(choose_game(self.options), self.options.option)
            options = tuple(chosen.items())
            append(self.file, replace(record, options=options, seeds=self.seeds, started=started))

    def _repeat(self, events: Iterator[Event]) -> Iterator[Event]:
        """Play the moves of a game that goes on; each takes the time that it took, on the clocks as well."""
        charges = [max(0.0, seconds - self.clock.control.grace) for seconds in self.times]
        seats = [position.to_move for position in Turn(self.start, tuple(self.script)).earlier]
        used = list(self.clock.used)
        for seat, charge in zip(seats, charges, strict=True):
            used[seat] = max(0.0, used[seat] - charge)
        self.clock.used[:] = used
        for seat, charge, seconds in zip(seats, charges, self.times, strict=True):
            event = next(events)
            assert isinstance(event, Played), "the moves are legal, as was checked"
            used[seat] += charge
            self.clock.used[:] = used
            yield replace(event, seconds=seconds)

    def tell_how_to_resume(self) -> None:
        """Print the line that resumes a game that was left; the file of any other is removed."""
        if not self.is_left or not self.saver.has_moves:
            self.saver.forget()
        elif self.saver.path is not None:
            print(_describe_resume(self.options, self.saver.path), flush=True)


def _prepare_game(options: argparse.Namespace, start: Position, reader: LineReader) -> _TerminalGame:
    colour = wants_colour(sys.stdout, options.color)
    clock = GameClock(read_clock(options), start.seats)
    saved = getattr(options, "saved", None) or SavedGame(
        game=options.game,
        start=str(start),
        moves=(),
        seconds=(),
        against=_name_opponent(options),
        seat=options.seat,
        seed=options.seed,
        clock=str(clock.control),
        used=(0.0,) * start.seats,
        record=str(Path(options.record).resolve()) if options.record else "",
    )
    Turn(start, saved.moves)  # Refuses a file whose moves are not legal.
    if len(saved.used) != start.seats:
        raise BadOption(f"--resume: expected {start.seats} clocks in the file, found {len(saved.used)}")
    clock.used[:] = saved.used
    saver = GameSaver(_choose_save_file(options), saved, clock.used)
    person = TerminalPerson(reader.ask, print, colour, _list_answers(options, clock, saver))
    seeds = tuple(options.seed + seat for seat in range(start.seats))
    file = _check_record_file(options.record)
    script = deque(saved.moves)
    return _TerminalGame(options, start, script, saved.seconds, clock, saver, person, seeds, file, colour)


def _take_over(options: argparse.Namespace, saved: SavedGame) -> None:
    """Take everything from a saved game but what was asked for now."""
    if options.game is not None:
        raise BadOption(f"--resume cannot be given with GAME: the saved game is {saved.game}")
    if runs_own_code(saved.against) and not (options.against or options.level):
        error = BadOption(f"--resume: the opponent is code of your own, {quote(saved.against)}")
        error.hint = f"name it yourself: --against {shlex.quote(saved.against)}"
        raise error
    options.game, options.option = saved.game, []
    options.position, options.after = saved.start, ""
    options.against = options.against or saved.against
    options.seat, options.seed, options.clock = saved.seat, saved.seed, saved.clock
    options.record = options.record or saved.record or None
    options.saved = saved


def _name_opponent(options: argparse.Namespace) -> str:
    return f"level:{options.level}" if options.level else options.against or f"level:{USUAL_LEVEL}"


def _choose_save_file(options: argparse.Namespace) -> Path | None:
    """Choose where the game is kept; a script that ends has not left a game by mistake."""
    if options.save:
        path = Path(options.save).resolve()
        if path.exists() and not hasattr(options, "saved"):
            error = BadOption(f"--save {options.save}: the file already exists")
            error.hint = f"to resume a saved game: ludus play --resume {options.save}"
            raise error
        return path
    return name_file(options.game) if sys.stdin.isatty() else None


def _seat_players(
    options: argparse.Namespace, game: _TerminalGame, machine: Machine, stack: ExitStack
) -> list[Player]:
    players: list[Player] = []
    against = _name_opponent(options)
    for seat, seed in enumerate(game.seeds):
        is_mine = seat == options.seat - 1 or against == PERSON
        player = game.person if is_mine else _make_opponent(options, against, machine, seed)
        stack.callback(player.close)
        players.append(Continued(player, game.script) if game.script else player)
    return players


def _make_opponent(options: argparse.Namespace, against: str, machine: Machine, seed: int) -> Player:
    report = LongSteps(Progress(sys.stderr)).report
    player = make_player(against, choose_game(options), machine, seed, report, is_own=True)
    player.introduce()
    return player


def _list_answers(options: argparse.Namespace, clock: GameClock, saver: GameSaver) -> dict[str, AnswerWord]:
    """List what the words at the prompt answer that need more than the position."""

    def give_hint(turn: Turn, _: Sequence[str]) -> str:
        thought = EnginePlayer().think(turn, ENGINE_USUAL)
        return f"hint: {thought.move} ({thought.score})"

    def show_rules(_turn: Turn, _: Sequence[str]) -> str:
        return reflow(read_rules(choose_game(options)))

    def show_clocks(turn: Turn, _: Sequence[str]) -> str:
        return "\n".join(
            f"{turn.position.seat_name(seat)}: {used:.1f} s used, {_describe_left(clock, seat)}"
            for seat, used in enumerate(clock.used)
        )

    def save(_turn: Turn, words: Sequence[str]) -> str:
        path = Path(" ".join(words)).resolve() if words else saver.path or name_file(options.game)
        try:
            saver.save(path)
        except OSError as error:
            return f"{path}: the file cannot be written: {error.strerror}"
        return _describe_resume(options, path)

    return {"hint": give_hint, "rules": show_rules, "clocks": show_clocks, "clock": show_clocks, "save": save}


def _describe_resume(options: argparse.Namespace, path: Path) -> str:
    """Write the command that goes on with a saved game; what code may run is said on the command line only."""
    against = _name_opponent(options)
    words = ["ludus", "play", "--resume", str(path)]
    words += [word for file in options.files for word in ("--game", str(Path(file).resolve()))]
    words += ["--against", against] if runs_own_code(against) else []
    words += [word for folder in options.show for word in ("--show", folder)]
    words += ["--unsafe"] if options.unsafe else []
    return f"saved; to resume:\n  {shlex.join(words)}"


def _describe_left(clock: GameClock, seat: int) -> str:
    left = clock.read(seat).left
    return "no limit" if left == float("inf") else f"{left:.1f} s left"


def _run_cancellable(play: Callable[[], None], players: Sequence[Player]) -> None:
    """Play in another thread, so that Ctrl-C ends even a native search; a game that is left still comes to its end.

    Only an agent of the user's own may take no notice: its game is given up after a while.
    """
    game = start_thread(play)
    try:
        game.result()
    except BaseException:
        for player in players:
            player.cancel(Leave())
        wait([game], timeout=GRACE)
        raise


def _check_record_file(name: str | None) -> Path | None:
    """Check that a file can be written to; what is in it stays."""
    if name is None:
        return None
    try:
        Path(name).open("a").close()
    except OSError as error:
        raise BadOption(f"{name}: the file cannot be written: {error.strerror}") from error
    return Path(name)
