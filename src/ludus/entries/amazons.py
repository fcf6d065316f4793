"""The Amazons program: reads a board file, makes one placement or one whole turn, writes the board once.

Exit code 0: done. 1: nothing to do, and no board is written. 2: the input is wrong. 3: anything else: wrong usage,
a board that cannot be written, a person who quits.
"""

from __future__ import annotations

# Its `environ` is the only part of `os` that is needed here.
import posix
import sys
import time

from ludus.entries.files import read_bounded, say, write_all, write_atomically
from ludus.entries.time_budget import start_timer
from ludus.games.amazons_board import (
    ARROW_SHOT,
    FREE,
    HORSE,
    MOST,
    fence,
    find_chart,
    find_fenced,
    find_squares,
    is_name,
    list_shots,
    reach,
)
from ludus.protocols.amazons import find_closing_step, is_own_turn, make_own_turn
from ludus.protocols.amazons_file import LIMIT, BadState, State, read_count, read_state, write_state
from ludus.protocols.amazons_turn import LONGEST_TURN
from ludus.text import quote
from ludus.turn import Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ludus.games.amazons import Amazons

    Chooser = Callable[[Amazons], tuple[str, ...] | None]

NAME = "Ludus"
SECONDS = 1.0
"""The default time of a turn."""
LONGEST = 3600.0
SHARE = 0.75
"""The share of the time left that one step may take, because a horse may allow another one."""
LEAST = 0.005
"""A shorter search finds nothing."""
WIDE = 100_000
"""With more steps than this there is no search; the step with the most treasure is taken."""
KEYS = ("phase", "amazons", "time", "players", "size", "seed", "turn")
USAGE = "phase=placement amazons=N IN OUT, phase=movement IN OUT, name, or interactive"
DONE, NOTHING_TO_DO, WRONG_STATE, FAILED = range(4)


class BadUsage(ValueError):
    """Arguments that are unknown, or that cannot be followed."""


class Call:
    """What the arguments say: settings, words, files."""

    __slots__ = ("settings", "files", "strict", "interactive")

    def __init__(self, arguments: list[str]) -> None:
        self.settings: dict[str, str] = {}
        self.files: list[str] = []
        for word in arguments:
            key, equals, value = word.partition("=")
            if equals and key in KEYS:
                if key in self.settings:
                    raise BadUsage(f"expected {key}= once, found it again: {quote(word)}")
                self.settings[key] = value
            elif word not in ("strict", "interactive"):
                self.files.append(word)
        self.strict = "strict" in arguments
        self.interactive = "interactive" in arguments

    def is_in_contest(self) -> bool:
        """Whether one placement or turn is asked for, rather than a game among people."""
        return "phase" in self.settings or not self.interactive

    def count_amazons(self) -> int:
        """Tell how many amazons each player places; -1 for the movement."""
        phase = self.settings.get("phase", "")
        unused = [key for key in self.settings if key not in KEYS[:3]]
        if phase not in ("placement", "movement") or len(self.files) != 2 or unused:
            raise BadUsage(f"expected {USAGE}, found {quote(' '.join(sys.argv[1:]))}")
        if phase == "movement":
            return -1
        number = read_count(self.settings.get("amazons", ""))
        if number is None:
            found = quote(self.settings.get("amazons", ""))
            raise BadUsage(f"expected amazons=N with N from 0 to {MOST}, found {found}")
        return number

    def choose_seconds(self) -> float:
        """Tell how long a turn may take."""
        text = self.settings.get("time")
        if text is not None:
            seconds = as_seconds(text)
            if seconds is None:
                raise BadUsage(f"expected time=S with S from 0 to {LONGEST:.0f} seconds, found {quote(text)}")
            return seconds
        text = read_environment("LUDUS_TIME")
        seconds = as_seconds(text) if text else SECONDS
        if seconds is None:
            # Nobody would read an error message; the game goes on.
            say(f"note: LUDUS_TIME: expected 0 to {LONGEST:.0f} seconds, found {quote(text)}")
            return SECONDS
        return seconds


def main() -> int:
    """Play one placement or one turn; always end with an exit code of the contest."""
    try:
        return run(sys.argv[1:])
    except BadUsage as error:
        say(f"error: {error}")
    except KeyboardInterrupt:
        say("error: interrupted")
    except Exception as error:
        say(f"error: a fault of this program: {type(error).__name__}: {error}"[:500].replace("\n", " "))
    return FAILED


def run(arguments: list[str]) -> int:
    """Follow the arguments and return the exit code."""
    if "name" in arguments:
        return _print(find_own_name())
    call = Call(arguments)
    if not call.is_in_contest():
        from ludus.entries.amazons_person import play_game

        return play_game(call)
    amazons, seconds = call.count_amazons(), call.choose_seconds()
    if not call.interactive:
        return play(call, amazons, lambda position: choose(position, seconds))
    from ludus.entries.amazons_person import decide

    return play(call, amazons, decide)


def play(call: Call, amazons: int, chooser: Chooser) -> int:
    """Read the board, let `chooser` find a whole turn, write the board; nobody's turn is nothing to do."""
    from ludus.entries.amazons_audit import audit, keep

    source, target = call.files
    name = find_own_name()
    try:
        state = load(source)
        findings = audit(source, name, state, amazons)
        for finding in findings:
            say(f"{'error' if call.strict else 'warning'}: {quote_file(source)} {finding}")
            if call.strict:
                return WRONG_STATE
        position = make_own_turn(state, name, max(amazons, 0))
    except BadState as error:
        say(f"error: {quote_file(source)} {error}")
        return WRONG_STATE
    if not amazons or not is_own_turn(position, name, max(amazons, 0)):
        keep(source, name, state, amazons, again=True)
        return NOTHING_TO_DO
    moves = chooser(position)
    if moves is None:
        say("error: no move was chosen, and nothing is written")
        return FAILED
    for move in moves:
        position = position.play(move)
    after = State(position.fields, position.width, position.players)
    try:
        write_atomically(target, write_state(after))
    except OSError as error:
        say(f"error: {quote_file(target)}: cannot be written: {error.strerror}")
        return FAILED
    keep(source, name, after, amazons)
    return DONE


def load(source: str) -> State:
    """Read a board file; one that cannot be read has a wrong state."""
    try:
        data = read_bounded(source, LIMIT)
    except OSError as error:
        raise BadState("unreadable", 1, 0, "a board file", f"none: {error.strerror}") from error
    return read_state(data)


def choose(position: Amazons, seconds: float) -> tuple[str, ...]:
    """Find a placement, or the steps of a turn, within the time; answer legally even after an error."""
    end = time.monotonic() + seconds
    if seconds <= 0:
        say("note: no time to search")
    if position.placement:
        return (_search(position, seconds) if seconds > 0 else find_first_move(position),)
    moves: list[str] = []
    seat = position.to_move
    following = position
    while not moves or (following.bound is not None and following.to_move == seat):
        left = (end - time.monotonic()) * SHARE
        if moves and (left <= 0 or len(moves) >= LONGEST_TURN - 2):
            # Once the time is over, no more horses than must be: on a wide board they carry on for minutes.
            move = find_closing_step(following)
        elif left <= 0:
            move = find_first_move(following)
        else:
            move = _search(following, left)
        following = following.play(move)
        moves.append(move)
    return tuple(moves)


def _search(position: Amazons, seconds: float) -> str:
    """Let the native core find a move; where it cannot, judge the fields or search in Python, if there is time."""
    # Loaded only if needed: importing both searches would cost start-up time.
    from ludus.search.native import think_natively

    try:
        thought = think_natively(position, Limits(cpu=seconds, wall=seconds)) if seconds > LEAST else None
        move = thought.move if thought is not None else _choose_in_python(position, seconds)
        position.play(move)
    except Exception as error:
        # A bug of ours must not lose the turn.
        say(f"note: the search failed: {type(error).__name__}")
        return find_first_move(position)
    return move


def _choose_in_python(position: Amazons, seconds: float) -> str:
    """Search one step, or take the most treasure where there is no time or the board is too wide."""
    if position.placement:
        from ludus.search.amazons_view import find_best_place

        return find_best_place(position, start_timer(seconds))
    longest = 4 * max(position.width, len(position.fields) // position.width)
    hands = 1 if position.bound is not None else position.fields.count(_name_own_field(position))
    if seconds > LEAST and hands * longest * longest < WIDE:
        from ludus.search.alphabeta import think

        return think(position, start_timer(seconds)).move
    return find_richest_step(position, start_timer(max(seconds, LEAST)))


def find_richest_step(position: Amazons, out_of_time: Callable[[], bool]) -> str:
    """Take the landing with most treasure, a horse counting for two; shoot at an empty field if there is one."""
    fields, width = position.fields, position.width
    chart = find_chart(len(fields) // width, width)
    board = fence(fields, width)
    worth = [-1] * (width + 2)
    for row in range(0, len(fields), width):
        worth += [2 * int(field[0]) + 5 * (field[1] == HORSE) for field in fields[row : row + width]]
        worth.append(-1)
    best = (-1, 0, 0)
    hands = find_squares(fields, _name_own_field(position)) if position.bound is None else (position.bound,)
    for square in hands:
        start = find_fenced(square, width)
        for landing in reach(board, start, chart.steps):
            if worth[landing] > best[0]:
                best = (worth[landing], start, landing)
        if best[0] >= 0 and out_of_time():
            break
    _, start, landing = best
    board[start] = ARROW_SHOT
    ends = list_shots(board, landing, chart.steps)
    names = chart.fenced_names
    step = f"{names[start]}-{names[landing]}"
    if not ends:
        return step
    # Behind her is where an arrow takes least: the field just left comes first, then any without treasure.
    end = start if start in ends else min(ends, key=lambda place: worth[place])
    return f"{step}{board[landing]}{names[end]}"


def find_first_move(position: Amazons) -> str:
    """Find the first move of the list without making the list, which has millions of moves on a wide board."""
    if position.placement:
        index = next(square for square, field in enumerate(position.fields) if field in FREE)
        return find_chart(len(position.fields) // position.width, position.width).names[index]
    source = position.targets()[0]
    landings = position.targets((source,))
    chart = find_chart(len(position.fields) // position.width, position.width)
    landing = landings[0]
    ends = position.targets((source, landing))
    if not ends:
        return f"{source}-{landing}"
    is_spear = position.fields[chart.index[landing]][1] == "3"
    return f"{source}-{landing}{'*' if is_spear else ARROW_SHOT}{ends[0]}"


def find_own_name() -> str:
    """Find our name: in the environment, else in the file `name` beside the script, else `Ludus`."""
    chosen = read_environment("LUDUS_NAME")
    if chosen:
        if is_name(chosen):
            return chosen
        say(f"note: LUDUS_NAME: expected 1 to 15 characters without spaces and quotes, found {quote(chosen)}")
    for script in _list_scripts():
        folder, slash, _ = script.rpartition("/")
        try:
            name = read_bounded(f"{folder}{slash}name", 100).decode().strip("\r\n")
        except (OSError, ValueError):
            continue
        if is_name(name):
            return name
    return NAME


def _list_scripts() -> list[str]:
    """Name the script that was started, and the one that it links to."""
    script = sys.argv[0]
    try:
        link = posix.readlink(script)
    except OSError:
        return [script]
    folder, slash, _ = script.rpartition("/")
    return [script, link if link.startswith("/") else f"{folder}{slash}{link}"]


def read_environment(key: str) -> str:
    """Read a variable; empty if there is none."""
    return posix.environ.get(key.encode(), b"").decode(errors="replace")


def as_seconds(text: str) -> float | None:
    """Read a number of seconds; None if it is none."""
    try:
        seconds = float(text) if len(text) < 40 else -1.0
    except ValueError:
        return None
    # Written so that not-a-number fails as well.
    return seconds if 0 <= seconds <= LONGEST else None


def quote_file(name: str) -> str:
    """Show a file's name on one line."""
    return name if name.isprintable() and name else quote(name)


def _name_own_field(position: Amazons) -> str:
    return "00" + position.seated[position.to_move].digit


def _print(line: str) -> int:
    try:
        write_all(1, f"{line}\n".encode())
    except OSError as error:
        say(f"error: standard output: {error.strerror}")
        return FAILED
    return DONE
