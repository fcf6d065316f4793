"""Writes the numbers that the native Chezz program has in common with the Python one as a header, so that they stand once.

PYTHONPATH=src python native/entry/write_numbers.py numbers.hpp
"""

from __future__ import annotations

import sys
from pathlib import Path

from ludus import __version__
from ludus.entries import chezz, chezz_memory, game_lengths, time_budget
from ludus.protocols.chezz import LIMIT

SHARES = (
    *(
        "LEAST",
        "LONGEST",
        "AFFORDABLE",
        "SLOW",
        "UNSURE",
        "FORGOTTEN",
        "FEW_STARTS",
        "SPARE",
        "SPARE_UNKNOWN",
    ),
    *("STRETCH", "GREED", "STEADY", "SHAKEN", "STEADY_DEPTHS", "SHAKEN_DEPTHS", "DROP"),
)
"""What these mean stands in time_budget.py."""


def write_header() -> str:
    """Write the header."""
    numbers = {
        **{name: getattr(time_budget, name) for name in SHARES},
        "MOVES": chezz.MOVES,
        "FEWEST": chezz.FEWEST,
        "ON_THE_WALL": chezz.ON_THE_WALL,
        "INPUT_LIMIT": LIMIT,
        "HISTORY_LIMIT": chezz_memory.LIMIT,
        "LONGEST_NUMBER": chezz_memory.LONGEST_NUMBER,
    }
    rows = ", ".join(f"{{{', '.join(map(str, row))}}}" for row in game_lengths.CHEZZ)
    lines = [
        "// Made by native/entry/write_numbers.py from the Python sources, which say what each number means.",
        "#pragma once",
        "",
        "namespace ludus::numbers {",
        "",
        *(
            f"inline constexpr {type(value).__name__.replace('float', 'double')} {name.lower()} = {value!r};"
            for name, value in numbers.items()
        ),
        f"inline constexpr int game_lengths[][3] = {{{rows}}};",
        f'inline constexpr char version[] = "{__version__}";',
        f'inline constexpr char history_file[] = "{chezz_memory.HISTORY}";',
        f'inline constexpr char started_as[] = "{chezz.STARTED_AS}";',
        "",
        "}  // namespace ludus::numbers",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(write_header(), encoding="ascii")
