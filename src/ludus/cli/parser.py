"""Builds the argument parser of one command and parses its arguments."""

from __future__ import annotations

import argparse
from types import ModuleType
from typing import NoReturn

from ludus.errors import BadOption

WIDTH = 79
"""The width of help texts."""


class Parser(argparse.ArgumentParser):
    """Reports wrong usage like all other errors."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise BadOption(message)


def parse_words(name: str, summary: str, module: ModuleType, words: list[str]) -> argparse.Namespace:
    """Parse the arguments; positional ones may stand before, between and after the options."""
    parser = Parser(
        prog=f"ludus {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{module.EXAMPLES}",
        formatter_class=_make_formatter,
    )
    module.add_arguments(parser)
    positional = [_spell(action) for action in parser._get_positional_actions()]
    parser.usage = " ".join([parser.prog, *positional, "[OPTION ...]"])
    return parser.parse_intermixed_args(words)


def _make_formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, width=WIDTH)


def _spell(action: argparse.Action) -> str:
    word = str(action.metavar or "|".join(map(str, action.choices or ())))
    if isinstance(action.nargs, int):
        return " ".join([word] * action.nargs)
    return {"?": f"[{word}]", "+": f"{word} ..."}.get(action.nargs or "", word)
