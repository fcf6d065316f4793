"""The rules of Chezz that its contest may change between rounds, as one frozen value.

- `contagion_chains`: fresh zombies infect too, in the same turn, until nobody new falls ill.
- `flung_peon_promotes`: at the end of a turn any peon of the mover on its last rank promotes, however it came
  there; if false, only the peon that stepped or captured onto that rank in this turn.
- `no_move`: whether a side that has no legal move loses ("loss") or shares the point ("draw").
- `fling_king`, `flingable`: the kinds that may be flung; a king only if both allow it.
- `immune`: the kinds that contagion spares. Where kings are not among them, a king that falls ill is a zombie
  of the other side and its own side has lost its king. Where zombies are not, they change sides.
- `promotion`: the kind that a peon becomes, anything but a king or a peon.

In a text a truth is `true` or `false` and a set of kinds is a word of letters, possibly empty.
"""

from __future__ import annotations

from ludus.errors import BadOption
from ludus.frozen import Value
from ludus.games.base import BadPosition
from ludus.games.position_text import one_of, read_options
from ludus.text import describe_mismatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

KINDS = "KQRBNPZCF"


class Rules(Value):
    """The rules in force; the default of each choice is the contest's present rule."""

    contagion_chains: bool
    flung_peon_promotes: bool
    no_move: str
    fling_king: bool
    flingable: str
    immune: str
    promotion: str

    def __init__(
        self,
        contagion_chains: bool | str = False,
        flung_peon_promotes: bool | str = True,
        no_move: str = "loss",
        fling_king: bool | str = True,
        flingable: str = KINDS,
        immune: str = "KZ",
        promotion: str = "Z",
    ) -> None:
        super().__init__(
            _read_flag("contagion_chains", contagion_chains),
            _read_flag("flung_peon_promotes", flung_peon_promotes),
            one_of("no_move", no_move, ("loss", "draw")),
            _read_flag("fling_king", fling_king),
            _sort_kinds("flingable", flingable),
            _sort_kinds("immune", immune),
            one_of("promotion", promotion, tuple("QRBNZCF")),
        )

    @classmethod
    def read(cls, words: Sequence[str]) -> Rules:
        """Read the `key=value` words at the end of a position text."""
        options = read_options(words, tuple(cls.__annotations__))
        if not options:
            return STANDARD
        try:
            return cls(**options)
        except BadOption as error:
            raise BadPosition(f"options: {error}") from error

    def write(self) -> str:
        """Write what differs from the standard, each word with a space before it."""
        if self is STANDARD:
            return ""
        values = ((field, getattr(self, field)) for field in type(self).__annotations__)
        return "".join(
            f" {field}={str(value).lower() if isinstance(value, bool) else value}"
            for field, value in values
            if value != getattr(STANDARD, field)
        )

    def may_fling(self, kind: str) -> bool:
        """Tell whether a piece of this kind may be flung."""
        return kind in self.flingable and (self.fling_king or kind != "K")


def _read_flag(option: str, value: bool | str) -> bool:
    if isinstance(value, bool):
        return value
    return one_of(option, value, ("true", "false")) == "true"


def _sort_kinds(option: str, value: str) -> str:
    """Sort a set of kinds, so that equal rules have equal values and equal texts."""
    if not isinstance(value, str) or any(kind not in KINDS for kind in value):
        raise BadOption(describe_mismatch(option, f"letters from {KINDS}", str(value)))
    return "".join(kind for kind in KINDS if kind in value)


STANDARD = Rules()
"""The contest's present rules."""
