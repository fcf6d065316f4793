"""A wrong program: a right one with one bug, made by a small edit of its text."""

from __future__ import annotations

from pathlib import Path

RIGHT = Path(__file__).parent / "right"
CHOOSERS = ("first", "last", "random")
_CHOOSER = 'CHOOSER = "first"'


class Mutant:
    """A named bug: what is replaced by what, and words of the rule that the report must name."""

    def __init__(
        self,
        name: str,
        rule: str,
        old: str,
        new: str,
        *more: tuple[str, str],
        choosers: tuple[str, ...] = CHOOSERS,
        needs_sandbox: bool = False,
    ) -> None:
        self.name = name
        self.rule = rule
        self.edits = ((old, new), *more)
        self.choosers = choosers
        """How programs choose in which the bug can show at all."""
        self.needs_sandbox = needs_sandbox
        """Whether only the sandbox shows it."""

    def __repr__(self) -> str:
        return self.name


def write_program(game: str, mutant: Mutant | None, chooser: str) -> str:
    """Write the right program of a game, or a wrong one, that chooses its moves in this way."""
    text = (RIGHT / f"{game}.py.txt").read_text(encoding="utf-8")
    for old, new in mutant.edits if mutant else ():
        assert text.count(old) == 1, (mutant, old, text.count(old))
        text = text.replace(old, new)
    return text.replace(_CHOOSER, _CHOOSER.replace("first", chooser))
