"""The front door: finds the command that was named, imports its module, runs it, and reports errors.

Each command is a module of this package, called like the command, with three things in it: `EXAMPLES` for its help,
`add_arguments(parser)` and `run(options)`. `GROUPS` lists the commands. A module is imported only when its command is
chosen, and this file imports next to nothing, so that `ludus --version` starts about as fast as Python does.

Exit codes: 0 done, 1 the answer is no (a check failed), 2 wrong usage or bad input, 3 not finished or undecided,
130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys

from ludus import __version__
from ludus.errors import BadOption, LudusError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

GROUPS = {
    "play": {
        "games": "list the games and their options",
        "rules": "print the rules of a game",
        "show": "draw a position",
        "moves": "list the legal moves of a position",
        "play": "play a game at the terminal",
        "serve": "play games in the browser, against others or the engine",
        "site": "write a static site to play in, with boards and engine",
        "test-game": "test whether a game of yours keeps what every game promises",
    },
    "contests": {
        "check": "test a contest program in many situations",
        "ask": "ask a contest program for one move, and see what it does",
        "grade": "grade a contest program as its course does",
        "entry": "write our own contest program to a folder",
        "board": "make a random board file for the Amazons contest",
        "demo": "hold a small tournament in each contest, and write a site",
    },
    "matches": {
        "players": "list the players of a game and their settings",
        "match": "play many games between two or more players",
        "sprt": "test whether one player is stronger than another",
        "openings": "make a suite of balanced openings",
    },
    "tournaments": {
        "tournament": "play the tournament of a plan, or resume it",
        "tournament decide": "decide a tournament game that stayed void, or replay it",
        "work": "play one part of a tournament, on any machine",
        "season": "collect new versions, hold evaluations, publish the results",
        "season status": "show how a season stands and what comes next",
        "season challenge": "play games that do not count between contestants",
        "season decide": "exclude a contestant, correct a result, rerun an evaluation",
        "import": "add records to a store, each game once",
        "standings": "show the standings, with ratings and error bars",
        "publish": "write a tournament as a site: standings, games, boards",
    },
    "recorded games": {
        "records": "find recorded games by player, result or reason",
        "export": "write games as JSON lines, CSV or a folder, for others",
        "replay": "step through a recorded game, move by move",
        "analyse": "let the engine go over a game and show where it was lost",
        "record check": "replay recorded games and verify their results",
        "record show": "show the moves and the end of a recorded game, or list all",
        "record pente-org": "convert Pente games to or from pente.org's format",
    },
    "engine": {
        "think": "search for the best move and show each depth",
        "engine": "run a player that speaks the engine protocol",
        "tables": "make the endgame tables of Checkers for engines to use",
        "perft": "count move sequences, to test and time the rules",
        "bench": "measure the engine's speed",
    },
    "machine": {
        "doctor": "report what this machine offers and what is missing",
        "cluster keys": "make the keys that the machines of a cluster share",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}

HELP = """\
usage: ludus COMMAND [ARGUMENT ...]

Ludus plays and judges board games between programs and people: Pente, Chezz,
Checkers, treasure Amazons, and any game that you write as one Python class.

{commands}

examples:
  ludus play checkers --against greedy    play against the computer
  ludus match checkers greedy random      let two players meet in 100 games
  ludus check chezz my-bot                test your contest program

'ludus COMMAND --help' explains a command; 'ludus --version' prints the version."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _repair_streams()
    words = sys.argv[1:] if arguments is None else arguments
    name = _find_command(words)
    if arguments is None and name:
        _catch_signals()
    try:
        code = _run_words(name, words)
        sys.stdout.flush()
    except LudusError as error:
        print(f"error: {error}", file=sys.stderr)
        print(f"hint: {error.hint or ' '.join(filter(None, ('ludus', name, '--help')))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, less) has closed the pipe.
        _discard_output()
        return 0
    except OSError as error:
        print(f"error: {error.filename or _name_stream(error)}: {error.strerror or error}", file=sys.stderr)
        _discard_output()
        return 2
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    return code


def _discard_output() -> None:
    """Discard what cannot be written: Python would try again at exit, complain, and change the exit code."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _name_stream(error: OSError) -> str:
    """Name the standard stream of an error that names no file."""
    import errno

    if error.errno in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
        return "standard output"
    return "standard input" if error.errno == errno.EISDIR else "standard input or output"


def _find_command(words: list[str]) -> str:
    """Find the command that the words begin with, of two words or of one; empty if there is none."""
    return next((name for size in (2, 1) if (name := " ".join(words[:size])) in COMMANDS), "")


def _run_words(name: str, words: list[str]) -> int:
    if name:
        return _run_command(name, words[len(name.split()) :])
    if words == ["--version"]:
        print(f"ludus {__version__}")
        return 0
    if not words or words[0] in ("-h", "--help", "help"):
        print(
            HELP.format(commands="\n\n".join(f"{title}\n{_list(group)}" for title, group in GROUPS.items()))
        )
        return 0
    family = {name: summary for name, summary in COMMANDS.items() if name.split()[0] == words[0]}
    if family and (len(words) == 1 or words[1] in ("-h", "--help")):
        print(f"usage: ludus {words[0]} COMMAND [ARGUMENT ...]\n\n{_list(family)}")
        return 0
    raise _describe_unknown_command(" ".join(words[: 2 if family else 1]))


def _run_command(name: str, words: list[str]) -> int:
    from importlib import import_module

    from ludus.cli.parser import parse_words

    module = import_module(f"ludus.cli.{name_module(name)}")
    code: int = module.run(parse_words(name, COMMANDS[name], module, words))
    return code


def name_module(command: str) -> str:
    """Name the module of a command; `import` is a word of Python's own."""
    return "import_" if command == "import" else command.replace(" ", "_").replace("-", "_")


def _list(commands: dict[str, str]) -> str:
    return "\n".join(f"  {name:18}{summary}" for name, summary in commands.items())


def _describe_unknown_command(name: str) -> BadOption:
    from difflib import get_close_matches

    error = BadOption(f"there is no command {name!r}")
    if close := get_close_matches(name, COMMANDS, n=1):
        error.hint = f"ludus {close[0]}"
    return error


def _repair_streams() -> None:
    """Replace closed standard streams by the null device, and escape what a stream cannot encode."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(null, "w" if number else "r", encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _catch_signals() -> None:
    """Clean up when the process is terminated or the terminal closes, so that its child processes end with it."""
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _leave)


def _leave(number: int, _frame: FrameType | None) -> None:
    import signal

    # A second signal must not interrupt the clean-up.
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)
