"""Further wrong Pente programs: single columns and rows, candidates that run out, hardly any time."""

from __future__ import annotations

from tests.exams.mutants.mutant import Mutant
from tests.exams.mutants.pente import ANSWER, COLUMNS, CRASH, EMPTY, SQUARES

_NAME = "    return str(SIZE - row) + COLUMNS[col]\n"
_LETTERS = 'COLUMNS = "ABCDEFGHJKLMNOPQRST"'
_FREE = 'if board[row][col] == "."]'
_NEAR = (
    "    return [(r, c) for r, c in empty if any(board[y][x] {} for y in range(max(0, r - 1), min(19, r + 2)) "
    "for x in range(max(0, c - 1), min(19, c + 2)))]\n"
)

MUTANTS = (
    Mutant("i-for-j", COLUMNS, _LETTERS, _LETTERS.replace("HJ", "HI")),
    Mutant("u-for-t", ANSWER, _LETTERS, _LETTERS.replace("ST", "SU")),
    Mutant("one-digit-of-the-row", EMPTY, _NAME, _NAME.replace("str(SIZE - row)", "str(SIZE - row)[-1]")),
    Mutant("rows-from-two", SQUARES, _NAME, _NAME.replace("SIZE - row", "SIZE - row + 1")),
    Mutant("stones-are-capital-letters", EMPTY, _FREE, 'if board[row][col] not in "WB"]'),
    Mutant("next-to-own-stones", CRASH, "    return empty\n", _NEAR.format("== own")),
    Mutant("never-in-the-first-row", CRASH, _FREE, 'if board[row][col] == "." and 0 < row < 18]'),
    Mutant(
        "divides-by-whole-seconds",
        CRASH,
        "    row, col = choose",
        "    depth = 1 // int(seconds)\n    row, col = choose",
    ),
    Mutant(
        "seconds-of-three-digits",
        CRASH,
        "seconds = float(lines[1])",
        "seconds = float(lines[1]); assert len(lines[1]) > 3",
    ),
    Mutant(
        "captures-of-one-digit",
        CRASH,
        'map(int, lines[2].split(","))',
        "(int(lines[2][0]), int(lines[2][2])); assert white + black < 8",
    ),
    Mutant(
        "a-byte-order-mark",
        ANSWER,
        'open("output.txt", "w")',
        'open("output.txt", "w", encoding="utf-8-sig")',
    ),
    Mutant("two-squares", ANSWER, '+ "\\n")', '+ " " + name(row, col) + "\\n")'),
    Mutant(
        "answer-never-closed",
        ANSWER,
        '        file.write(name(row, col) + "\\n")\n',
        '        import os\n        file.write(name(row, col) + "\\n")\n        os._exit(0)\n',
    ),
)
