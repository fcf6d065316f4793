"""Wrong Pente programs: the right one with one edit each, and the words that the report must find for its rule."""

from __future__ import annotations

from tests.exams.mutants.mutant import Mutant

SQUARES = "row, then its column"
COLUMNS, ANSWER, FIRST, SECOND, EMPTY = "without i", "output.txt", "10k", "at most 3", "empty intersection"
CRASH, TIME, FILES, FORMAT, ORDER = "crash", "time", "line", "line 2", "line 3"

_WRITE = '        file.write(name(row, col) + "\\n")\n'
_OPEN = '    with open("output.txt", "w") as file:\n'
_NAME = "    return str(SIZE - row) + COLUMNS[col]\n"
_READ = "    color, seconds, captured, board = read_input()\n"
_FIRST = '    if color == "WHITE" and placed == 0:\n        return [(CENTRE, CENTRE)]\n'
_BOX = "if abs(r - CENTRE) <= REACH and abs(c - CENTRE) <= REACH]"
_SECOND = '    if color == "WHITE" and placed == 1:\n        return [(r, c) for r, c in empty ' + _BOX + "\n"
_EMPTY = 'empty = [(row, col) for row in range(SIZE) for col in range(SIZE) if board[row][col] == "."]'
_SPIN = "    import time\n    while time.process_time() < {}:\n        pass\n"

MUTANTS = (
    # The answer
    Mutant("column-i", COLUMNS, 'COLUMNS = "ABCDEFGHJKLMNOPQRST"', 'COLUMNS = "ABCDEFGHIJKLMNOPQRS"'),
    Mutant("rows-upside-down", EMPTY, _NAME, _NAME.replace("SIZE - row", "row + 1")),
    Mutant("rows-from-zero", SQUARES, _NAME, _NAME.replace("SIZE - row", "row")),
    Mutant("columns-mirrored", EMPTY, _NAME, _NAME.replace("COLUMNS[col]", "COLUMNS[SIZE - 1 - col]")),
    Mutant(
        "rows-and-columns-swapped",
        EMPTY,
        'file.write(name(row, col) + "\\n")',
        'file.write(name(col, row) + "\\n")',
    ),
    Mutant("column-first", ANSWER, _NAME, "    return COLUMNS[col] + str(SIZE - row)\n"),
    Mutant("small-letters", ANSWER, _NAME, _NAME.replace("COLUMNS[col]", "COLUMNS[col].lower()")),
    Mutant("a-space-between", ANSWER, _NAME, _NAME.replace(" + COLUMNS", ' + " " + COLUMNS')),
    Mutant("a-comma-between", ANSWER, _NAME, _NAME.replace(" + COLUMNS", ' + "," + COLUMNS')),
    Mutant("two-digits", ANSWER, _NAME, _NAME.replace("str(SIZE - row)", 'str(SIZE - row).rjust(2, "0")')),
    Mutant("a-space-after", ANSWER, '+ "\\n")', '+ " \\n")'),
    Mutant("two-lines", ANSWER, '+ "\\n")', '+ "\\n\\n")'),
    Mutant("carriage-return", ANSWER, '+ "\\n")', '+ "\\r\\n")'),
    Mutant("quoted", ANSWER, "file.write(name(row, col) +", "file.write(repr(name(row, col)) +"),
    Mutant("numbers", ANSWER, _NAME, '    return "%d %d" % (row, col)\n'),
    Mutant(
        "writes-the-board",
        ANSWER,
        _WRITE,
        _WRITE + '        file.write("\\n".join("".join(line) for line in board))\n',
    ),
    Mutant("appends", ANSWER, 'open("output.txt", "w")', 'open("output.txt", "a")'),
    Mutant("other-file", ANSWER, 'open("output.txt", "w")', 'open("Output.txt", "w")'),
    Mutant("standard-output", ANSWER, _OPEN + _WRITE, "    print(name(row, col))\n"),
    Mutant("writes-into-the-input", ANSWER, 'open("output.txt", "w")', 'open("input.txt", "w")'),
    Mutant(
        "stale-output",
        ANSWER,
        _OPEN,
        "    import os\n    if os.path.exists('output.txt'):\n        return\n" + _OPEN,
    ),
    Mutant("exit-code", CRASH, "\nmain()\n", "\nmain()\nraise SystemExit(1)\n"),
    # Squares
    Mutant("first-stone-anywhere", FIRST, _FIRST, ""),
    Mutant(
        "first-stone-beside-the-middle", FIRST, "return [(CENTRE, CENTRE)]", "return [(CENTRE - 1, CENTRE)]"
    ),
    Mutant("black-in-the-middle", EMPTY, 'if color == "WHITE" and placed == 0:', "if placed == 0:"),
    Mutant(
        "middle-if-no-white-stone",
        EMPTY,
        'if color == "WHITE" and placed == 0:',
        'if color == "WHITE" and count(board, own) == 0:',
    ),
    Mutant("second-stone-anywhere", SECOND, _SECOND, ""),
    Mutant("second-stone-four-away", SECOND, "REACH = 3", "REACH = 4"),
    Mutant(
        "second-stone-a-row-too-far",
        SECOND,
        _BOX,
        "if abs(r - CENTRE) <= REACH + 1 and abs(c - CENTRE) <= REACH]",
    ),
    Mutant(
        "second-stone-at-least-three",
        SECOND,
        _BOX,
        "if abs(r - CENTRE) >= REACH and abs(c - CENTRE) >= REACH]",
    ),
    Mutant("second-stone-in-columns-only", SECOND, _BOX, "if abs(c - CENTRE) <= REACH]"),
    Mutant("second-stone-in-rows-only", SECOND, _BOX, "if abs(r - CENTRE) <= REACH]"),
    Mutant(
        "second-stone-on-stones",
        EMPTY,
        "for r, c in empty if abs(r - CENTRE) <= REACH and abs(c - CENTRE) <= REACH]",
        "for r in (9, 8) for c in (9, 10)]",
    ),
    Mutant(
        "second-stone-by-distance-to-black",
        SECOND,
        _BOX,
        "if any(abs(r - y) <= REACH and abs(c - x) <= REACH for y in range(SIZE) for x in range(SIZE) if board[y][x] == 'b')]",
    ),
    Mutant("taken-squares", EMPTY, 'if board[row][col] == "."]', 'if board[row][col] != "."] or [(9, 9)]'),
    Mutant(
        "squares-of-black",
        EMPTY,
        'if board[row][col] == "."]',
        'if board[row][col] != "w"]',
        choosers=("first", "random"),
    ),
    Mutant(
        "squares-of-white",
        EMPTY,
        'if board[row][col] == "."]',
        'if board[row][col] != "b"]',
        choosers=("first", "random"),
    ),
    Mutant(
        "no-border",
        EMPTY,
        "for row in range(SIZE) for col in range(SIZE) if board",
        "for row in range(1, SIZE - 1) for col in range(1, SIZE - 1) if board",
    ),
    Mutant(
        "board-of-eighteen",
        EMPTY,
        "    return empty\n",
        "    return [(r, c) for r, c in empty if r < 18 and c < 18]\n",
    ),
    Mutant(
        "opponents-count",
        SECOND,
        'captured[1 if color == "WHITE" else 0]',
        'captured[0 if color == "WHITE" else 1] + 1',
    ),
    # Reading
    Mutant("board-a-line-late", EMPTY, "lines[3 : 3 + SIZE]", "lines[4 : 4 + SIZE]"),
    Mutant(
        "board-transposed",
        EMPTY,
        "    return color, seconds, (white, black), board\n",
        "    board = [list(line) for line in zip(*board)]\n    return color, seconds, (white, black), board\n",
    ),
    Mutant(
        "board-upside-down",
        EMPTY,
        "    return color, seconds, (white, black), board\n",
        "    return color, seconds, (white, black), board[::-1]\n",
    ),
    Mutant(
        "whole-seconds-only",
        CRASH,
        "seconds = float(lines[1])",
        "seconds = int(float(lines[1])) / (1 if '.' in lines[1] else 0)",
    ),
    Mutant("fractions-unexpected", CRASH, "seconds = float(lines[1])", "seconds = int(lines[1])"),
    Mutant("captures-by-space", CRASH, 'lines[2].split(",")', "lines[2].split()"),
    Mutant("colour-in-small-letters", FIRST, "color = lines[0].strip()", "color = lines[0].strip().lower()"),
    # Time and files
    Mutant("ignores-the-clock", TIME, _READ, _READ + _SPIN.format("2"), choosers=("first",)),
    Mutant(
        "a-third-of-a-second-at-least",
        TIME,
        _OPEN,
        "    if board[9][9] != '.':\n    "
        + _SPIN.format("max(0.3, min(1, seconds / 30))").replace("\n", "\n    ").rstrip()
        + "\n"
        + _OPEN,
        choosers=("first",),
    ),
    Mutant("all-of-its-time", TIME, _READ, _READ + _SPIN.format("seconds"), choosers=("first",)),
    Mutant("needs-playdata", CRASH, _READ, _READ + "    open('playdata.txt').close()\n"),
    Mutant("needs-calibration", CRASH, _READ, _READ + "    open('calibration.txt').close()\n"),
)
