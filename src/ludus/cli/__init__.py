"""The front door: reads the command line, calls the other rooms, prints what they say. One file per topic.

Exit codes: 0 done, 1 the answer is no (a check failed), 2 wrong usage or bad input, 3 undecided (sprt),
130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from pathlib import Path
from types import FrameType

from ludus import __version__
from ludus.cli import (
    board,
    check,
    demo,
    doctor,
    engine,
    entry,
    grade,
    match,
    openings,
    play,
    players,
    record,
    rules,
    sprt,
    think,
)
from ludus.errors import LudusError

DESCRIPTION = """\
Ludus, the game master for board-game agents: Pente, Chezz, Checkers, treasure Amazons,
and any game you write as one Python class."""

EXAMPLES = """\
examples:
  ludus games                          what there is to play
  ludus show chezz                     a board
  ludus play checkers --against greedy play it yourself
  ludus moves pente --after 10K        what may follow the first stone
"""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _settle_streams()
    if arguments is None:
        _settle_signals()
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except LudusError as error:
        print(f"error: {error}", file=sys.stderr)
        hint = getattr(options, "hint", None)
        if hint:
            print(f"hint: {hint}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Python would complain again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"error: {error.filename or 'standard input or output'}: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    return code


def _settle_signals() -> None:
    """End in good order when the system asks for it or the terminal is closed: what we have started ends with us."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _leave)


def _leave(number: int, _frame: FrameType | None) -> None:
    # Once is enough: what is being cleared away should not be left half done.
    signal.signal(number, signal.SIG_IGN)
    raise SystemExit(128 + number)


def _settle_streams() -> None:
    """Make the standard streams fit for anything: a closed one leads nowhere, and no text is too odd for one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  for as long as we run
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ludus",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ludus {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for topic in (
        rules,
        players,
        play,
        think,
        match,
        sprt,
        openings,
        record,
        board,
        entry,
        grade,
        check,
        engine,
        demo,
        doctor,
    ):
        topic.add_commands(commands)
    return parser
