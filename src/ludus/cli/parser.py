"""Builds the argument parser of one command and parses its arguments."""

from __future__ import annotations

import argparse
from types import ModuleType
from typing import NoReturn

from ludus.errors import BadOption
from ludus.text import quote

WIDTH = 79
"""The width of help texts."""


class Parser(argparse.ArgumentParser):
    """Reports wrong usage like all other errors."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise BadOption(message)


def _read_whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, found {quote(text)}") from None


def _read_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, found {quote(text)}") from None


def parse_words(name: str, summary: str, module: ModuleType, words: list[str]) -> argparse.Namespace:
    """Parse the arguments; positional ones may stand before, between and after the options."""
    parser = Parser(
        prog=f"ludus {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{module.EXAMPLES}",
        formatter_class=_make_formatter,
    )
    # What argparse itself says of a bad number is "invalid int value".
    parser.register("type", int, _read_whole_number)
    parser.register("type", float, _read_number)
    module.add_arguments(parser)
    positional = [_spell(action) for action in parser._get_positional_actions()]
    required = [
        f"{action.option_strings[0]} {action.metavar}"
        for action in parser._get_optional_actions()
        if action.required
    ]
    parser.usage = " ".join([parser.prog, *positional, *required, "[OPTION ...]"])
    return parser.parse_intermixed_args(words)


def _make_formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, width=WIDTH)


def _spell(action: argparse.Action) -> str:
    word = str(action.metavar or "|".join(map(str, action.choices or ())))
    if isinstance(action.nargs, int):
        return " ".join([word] * action.nargs)
    return {"?": f"[{word}]", "+": f"{word} ..."}.get(action.nargs or "", word)
