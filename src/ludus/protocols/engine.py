"""The engine protocol: commands to an engine and its answers, one line each; docs/engine-protocol.md explains it.

Every command and every answer is a value whose `str` is its line; `read_command` and `read_answer` give the value back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ludus.errors import LudusError
from ludus.score import NUMBER, UNITS, Score
from ludus.text import describe_mismatch, read_whole
from ludus.turn import Limits

LONGEST_LINE = 10_000_000
"""The maximum bytes of a command: an Amazons board of 1000x1000 fields has four million."""
MOST = 10**15
"""The largest number: seeds of 48 bits fit, and every reader of JSON keeps it exactly."""
NOTHING = "none"


class BadLine(LudusError):
    """A line that the protocol does not know."""


@dataclass(frozen=True, slots=True)
class Word:
    """A command or an answer that is one word."""

    word: str

    def __str__(self) -> str:
        return self.word


HELLO, IS_READY, STOP, QUIT = Word("ludus"), Word("isready"), Word("stop"), Word("quit")
KNOWN, READY = Word("ludusok"), Word("readyok")


@dataclass(frozen=True, slots=True)
class Set:
    """Change an option."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"set {self.name} {self.value}"


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a new game with this random seed."""

    seed: int | None = None

    def __str__(self) -> str:
        return "newgame" if self.seed is None else f"newgame seed {self.seed}"


@dataclass(frozen=True, slots=True)
class SetPosition:
    """Set up a position (the usual start if there is no text) and play these moves."""

    text: str | None = None
    moves: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = ["position", self.text or "start"]
        return " ".join([*words, "moves", *self.moves] if self.moves else words)


@dataclass(frozen=True, slots=True)
class Go:
    """Think, within these limits, and answer with a move; times in milliseconds."""

    nodes: int | None = None
    depth: int | None = None
    movetime: int | None = None
    cputime: int | None = None

    @classmethod
    def within(cls, limits: Limits) -> Go:
        """Make the command for limits; times below a millisecond become one."""
        return cls(limits.nodes, limits.depth, _to_milliseconds(limits.wall), _to_milliseconds(limits.cpu))

    def make_limits(self) -> Limits:
        """Return the limits of the command."""
        return Limits(self.nodes, self.depth, None, _to_seconds(self.cputime), _to_seconds(self.movetime))

    def __str__(self) -> str:
        named = asdict(self).items()
        return " ".join(["go", *(f"{name} {value}" for name, value in named if value is not None)])


@dataclass(frozen=True, slots=True)
class Identity:
    """A fact about the engine: its name, its version, its game."""

    key: str
    value: str

    def __str__(self) -> str:
        return f"id {self.key} {self.value}"


@dataclass(frozen=True, slots=True)
class Option:
    """An option that can be set: a text, or a number within bounds."""

    name: str
    default: str
    bounds: tuple[int, int] | None = None

    def __str__(self) -> str:
        kind = "string" if self.bounds is None else "spin"
        line = f"option name {self.name} type {kind} default {self.default}"
        return line if self.bounds is None else f"{line} min {self.bounds[0]} max {self.bounds[1]}"


@dataclass(frozen=True, slots=True)
class Info:
    """The search so far; a high score is good for the seat to move."""

    depth: int
    score: Score
    nodes: int
    time: int
    """Milliseconds since `go`."""
    line: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = f"info depth {self.depth} score {self.score.write()} nodes {self.nodes} time {self.time}"
        return " ".join([words, "pv", *self.line] if self.line else [words])


@dataclass(frozen=True, slots=True)
class BestMove:
    """The answer; None where the game is over."""

    move: str | None

    def __str__(self) -> str:
        return f"bestmove {self.move or NOTHING}"


@dataclass(frozen=True, slots=True)
class Complaint:
    """The last command was refused."""

    text: str

    def __str__(self) -> str:
        return f"error {self.text}"


Command = Word | Set | NewGame | SetPosition | Go
Answer = Word | Identity | Option | Info | BestMove | Complaint

_COMMANDS = "ludus, isready, set, newgame, position, go, stop, quit"
_ANSWERS = "id, option, ludusok, readyok, info, bestmove, error"


def read_command(line: str) -> Command:
    """Read a command to an engine."""
    match line.split():
        case ["ludus" | "isready" | "stop" | "quit" as word]:
            return Word(word)
        case ["set", name, *value] if value:
            return Set(name, " ".join(value))
        case ["newgame"]:
            return NewGame()
        case ["newgame", "seed", number]:
            return NewGame(_number("newgame seed", number))
        case ["position", *words]:
            return _read_position(words)
        case ["go", *words]:
            return Go(**_read_numbers("go", words, ("nodes", "depth", "movetime", "cputime")))
    raise BadLine(describe_mismatch("line", f"a command ({_COMMANDS})", line.strip()))


def read_answer(line: str) -> Answer:
    """Read an answer of an engine."""
    match line.split():
        case ["ludusok" | "readyok" as word]:
            return Word(word)
        case ["id", key, *value] if value:
            return Identity(key, " ".join(value))
        case ["option", "name", name, "type", "string", "default", *value]:
            return Option(name, " ".join(value))
        case ["option", "name", name, "type", "spin", "default", value, "min", least, "max", most]:
            return Option(name, value, (_number("min", least), _number("max", most)))
        case ["info", *words]:
            return _read_info(words)
        case ["bestmove", move]:
            return BestMove(None if move == NOTHING else move)
        case ["error", *words]:
            return Complaint(" ".join(words))
    raise BadLine(describe_mismatch("line", f"an answer ({_ANSWERS})", line.strip()))


def _read_position(words: Sequence[str]) -> SetPosition:
    """Split at the word `moves`, which no position text holds."""
    end = words.index("moves") if "moves" in words else len(words)
    text = " ".join(words[:end])
    if not text:
        raise BadLine(describe_mismatch("position", "start or a position text", " ".join(words)))
    return SetPosition(None if text == "start" else text, tuple(words[end + 1 :]))


def _read_info(words: Sequence[str]) -> Info:
    """Read depth, score, nodes and time in any order, what is missing as 0; then the line. Other pairs are skipped."""
    end = next((at for at, word in enumerate(words) if word in ("pv", "string")), len(words))
    line = words[end + 1 :] if words[end:] and words[end] == "pv" else ()
    score, before = _take_score(words[:end])
    pairs = dict(zip(before[::2], before[1::2], strict=False))
    depth, nodes, time = (_number(key, pairs.get(key, "0")) for key in ("depth", "nodes", "time"))
    return Info(depth, score, nodes, time, tuple(line))


def _take_score(words: Sequence[str]) -> tuple[Score, Sequence[str]]:
    """Find the score, which may be one word or a unit and a value, and return the other words."""
    if "score" not in words:
        return Score(NUMBER, 0), words
    at = words.index("score")
    length = 2 if words[at + 1 : at + 2] and words[at + 1] in UNITS else 1
    found = Score.read(words[at + 1 : at + 1 + length]) if len(words) > at + length else None
    if found is None:
        expected = f"a number, or one of {', '.join(UNITS)} and a number"
        raise BadLine(describe_mismatch("score", expected, " ".join(words[at + 1 : at + 3])))
    return found, (*words[:at], *words[at + 1 + length :])


def _read_numbers(where: str, words: Sequence[str], keys: Sequence[str]) -> dict[str, int]:
    """Read pairs of a word and a number from 1 on, each word once."""
    found: dict[str, int] = {}
    for at in range(0, len(words), 2):
        key, number = words[at], " ".join(words[at + 1 : at + 2])
        if key not in keys or key in found:
            raise BadLine(describe_mismatch(where, f"each once of {', '.join(keys)}", key))
        found[key] = _number(f"{where} {key}", number, least=1)
    return found


def _number(where: str, text: str, least: int = 0) -> int:
    number = read_whole(text, least, MOST)
    if number is None:
        raise BadLine(describe_mismatch(where, f"a whole number from {least} to {MOST}", text))
    return number


def _to_milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(1, int(seconds * 1000))


def _to_seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000
