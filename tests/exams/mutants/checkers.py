"""Wrong Checkers programs: the right one with one edit each, and the words that the report must find for its rule."""

from __future__ import annotations

from tests.exams.mutants.mutant import Mutant

BOARD, ACTION, COST, ERRORS, WIN, COMPUTED = (
    "board:",
    "action line:",
    "cost:",
    "errors:",
    "winner:",
    "minimax:",
)
MOVES, TOWERS, CAPTURES, COMMANDS, HEAD, BYTES = (
    "moves:",
    "towers:",
    "captures:",
    "commands:",
    "first lines:",
    "byte",
)

_MAX = 'return max(values) if side == "b" else min(values)'
_BETTER = 'better = best is None or (found > best_value if side == "b" else found < best_value)'
_EMPTY = '    if piece == ".":\n        return "Source cell is empty."\n'
_TAKEN = '    if board[target[0]][target[1]] != ".":\n        return "Target cell is not empty."\n'
_THEIRS = '    if piece.lower() != side:\n        return "Source cell holds opponent\'s piece/tower."\n'
_SOURCE = '    if not on_board(*source):\n        return "Source cell is outside of the board."\n'
_TARGET = '    if not on_board(*target):\n        return "Target cell is outside of the board."\n'
_ILLEGAL = '    if (*source, *target) not in actions(board, side):\n        return "Illegal action."\n'
_BREAK = "            command = line\n            break\n"
_STOP = '            print("ERROR: " + error)\n            return\n'
_WIN = '            print(name_of(other(side)) + " WIN!")\n            return\n'
_CAPTURE = '    if abs(r - row) == 2:\n        after[(row + r) // 2][(col + c) // 2] = "."\n'
_PRINTED = '        print_action(board, side, number, line, "")\n'

MUTANTS = (
    # Bytes
    Mutant("one-equals-sign-less", ACTION, '"=" * 37', '"=" * 36'),
    Mutant("one-equals-sign-more", ACTION, '"=" * 37', '"=" * 38'),
    Mutant("no-rule-line", ACTION, '    print("=" * 37)\n', ""),
    Mutant("letters-too-far-left", BOARD, 'print("     " +', 'print("    " +'),
    Mutant("space-after-the-letters", BOARD, '"   ".join(LETTERS))', '"   ".join(LETTERS) + " ")'),
    Mutant("small-letters", BOARD, '"   ".join(LETTERS))', '"   ".join(LETTERS.lower()))'),
    Mutant(
        "border-too-short",
        BOARD,
        '    print("   +" + "---+" * SIZE)\n    for row',
        '    print("   +" + "---+" * (SIZE - 1))\n    for row',
    ),
    Mutant(
        "no-last-border",
        BOARD,
        '        print("   +" + "---+" * SIZE)\n\n',
        '        if row < 7:\n            print("   +" + "---+" * SIZE)\n\n',
    ),
    Mutant("rows-from-the-bottom", BOARD, 'str(row + 1) + " | "', 'str(8 - row) + " | "'),
    Mutant("rows-from-zero", BOARD, 'print(" " + str(row + 1) +', 'print(" " + str(row) +'),
    Mutant(
        "space-at-the-end-of-rows", BOARD, '" | ".join(board[row]) + " |")', '" | ".join(board[row]) + " | ")'
    ),
    Mutant(
        "blank-line-after-boards",
        BOARD,
        "    print_board(board)\n\n\ndef find_error",
        "    print_board(board)\n    print()\n\n\ndef find_error",
    ),
    Mutant("size-with-spaces", HEAD, "BOARD SIZE: 8x8", "BOARD SIZE: 8 x 8"),
    Mutant("no-number-sign", HEAD, '"#BLACK PIECES: 12"', '"BLACK PIECES: 12"'),
    Mutant(
        "white-counted-first",
        HEAD,
        '    print("#BLACK PIECES: 12")\n    print("#WHITE PIECES: 12")\n',
        '    print("#WHITE PIECES: 12")\n    print("#BLACK PIECES: 12")\n',
    ),
    Mutant(
        "no-last-line-end",
        BYTES,
        "\nmain()\n",
        "\nimport io\nout, sys.stdout = sys.stdout, io.StringIO()\nmain()\nout.write(sys.stdout.getvalue().rstrip(chr(10)))\n",
    ),
    Mutant("carriage-returns", BYTES, "\nmain()\n", "\nsys.stdout.reconfigure(newline='\\r\\n')\nmain()\n"),
    Mutant("a-prompt", BYTES, "    command = None\n", "    command = None\n    print('> ', end='')\n"),
    Mutant("action-numbers-from-zero", ACTION, '" ACTION #" + str(number)', '" ACTION #" + str(number - 1)'),
    Mutant(
        "action-numbers-by-side", ACTION, '" ACTION #" + str(number)', '" ACTION #" + str((number + 1) // 2)'
    ),
    Mutant("one-star-less", ACTION, '"*** ")', '"** ")'),
    Mutant("no-stars", ACTION, '"*** ")', '"")'),
    Mutant(
        "stars-for-all",
        ACTION,
        'print_action(board, side, number, line, "")',
        'print_action(board, side, number, line, "*** ")',
    ),
    Mutant("always-black", ACTION, 'return "BLACK" if side == "b" else "WHITE"', 'return "BLACK"'),
    Mutant(
        "sides-swapped",
        ACTION,
        'return "BLACK" if side == "b" else "WHITE"',
        'return "WHITE" if side == "b" else "BLACK"',
    ),
    Mutant("computed-numbers-start-again", ACTION, "    computed = {", "    number = 0\n    computed = {"),
    # Cost
    Mutant(
        "towers-count-two",
        COST,
        '3 * cells.count("B") - cells.count("w") - 3 *',
        '2 * cells.count("B") - cells.count("w") - 2 *',
    ),
    Mutant(
        "towers-count-one",
        COST,
        '3 * cells.count("B") - cells.count("w") - 3 *',
        'cells.count("B") - cells.count("w") -',
    ),
    Mutant("white-towers-forgotten", COST, ' - 3 * cells.count("W")', ""),
    Mutant(
        "cost-for-white",
        COST,
        'print("BOARD COST: " + str(cost(board)))',
        'print("BOARD COST: " + str(-cost(board)))',
    ),
    Mutant(
        "cost-for-the-mover",
        COST,
        'print("BOARD COST: " + str(cost(board)))',
        'print("BOARD COST: " + str(cost(board) if side == "b" else -cost(board)))',
    ),
    Mutant(
        "cost-without-sign",
        COST,
        'print("BOARD COST: " + str(cost(board)))',
        'print("BOARD COST: " + str(abs(cost(board))))',
    ),
    # Moves, captures and towers
    Mutant("captured-piece-stays", CAPTURES, _CAPTURE, ""),
    Mutant(
        "captures-only-pieces", CAPTURES, "board[r][c].lower() == other(side)", "board[r][c] == other(side)"
    ),
    Mutant(
        "captures-are-compulsory",
        CAPTURES,
        "    return found\n\n\ndef other",
        "    captures = [a for a in found if abs(a[0] - a[2]) == 2]\n    return captures or found\n\n\ndef other",
    ),
    Mutant("captures-friends", CAPTURES, "board[r][c].lower() == other(side)", 'board[r][c] != "."'),
    Mutant(
        "captures-backwards",
        CAPTURES,
        "                if not may_go(piece, down):\n                    continue\n                r, c",
        "                r, c",
        (
            'if on_board(r, c) and board[r][c] == ".":',
            'if on_board(r, c) and board[r][c] == "." and may_go(piece, down):',
        ),
    ),
    Mutant(
        "captures-go-on",
        CAPTURES,
        "    after[r][c] = piece\n",
        "    after[r][c] = piece\n    if abs(r - row) == 2:\n        more = [a for a in actions(after, piece.lower()) if a[:2] == (r, c) and abs(a[0] - a[2]) == 2]\n        if more:\n            return act(after, more[0])\n",
    ),
    Mutant("never-a-tower", TOWERS, '        piece = "B"\n', '        piece = "b"\n'),
    Mutant("white-never-a-tower", TOWERS, '        piece = "W"\n', '        piece = "w"\n'),
    Mutant(
        "tower-on-the-wrong-row",
        TOWERS,
        'if piece == "w" and r == SIZE - 1:',
        'if piece == "w" and r == SIZE - 2:',
    ),
    Mutant(
        "tower-by-a-move-only",
        TOWERS,
        'if piece == "b" and r == 0:',
        'if piece == "b" and r == 0 and abs(r - row) == 1:',
    ),
    Mutant(
        "towers-go-forward-only",
        TOWERS,
        '    if piece == "b":\n        return down',
        '    if piece.lower() == "b":\n        return down',
    ),
    Mutant(
        "white-towers-go-forward-only",
        TOWERS,
        '    if piece == "w":\n        return down',
        '    if piece.lower() == "w":\n        return down',
    ),
    Mutant("towers-are-small-letters", TOWERS, '" | ".join(board[row])', '" | ".join(board[row]).lower()'),
    Mutant("pieces-go-backwards", MOVES, '    if piece == "b":\n        return down < 0\n', ""),
    Mutant("white-starts", MOVES, 'first_board(), "b", 0', 'first_board(), "w", 0'),
    Mutant("sides-do-not-alternate", MOVES, _PRINTED + "        side = other(side)\n", _PRINTED),
    # Errors
    Mutant(
        "goes-on-after-an-error",
        ERRORS,
        _STOP,
        '            print("ERROR: " + error)\n            continue\n',
    ),
    Mutant("rule-line-before-an-error", ERRORS, _STOP, '            print("=" * 37)\n' + _STOP),
    Mutant(
        "board-after-an-error",
        ERRORS,
        _STOP,
        _STOP.replace("            return", "            print_board(board)\n            return"),
    ),
    Mutant(
        "computes-after-an-error",
        ERRORS,
        _STOP,
        '            print("ERROR: " + error)\n            command = "A"\n            break\n',
    ),
    Mutant(
        "error-on-standard-error",
        ERRORS,
        'print("ERROR: " + error)',
        'print("ERROR: " + error, file=sys.stderr)',
    ),
    Mutant(
        "error-without-full-stop", ERRORS, 'print("ERROR: " + error)', 'print("ERROR: " + error.rstrip("."))'
    ),
    Mutant("error-in-small-letters", ERRORS, 'print("ERROR: " + error)', 'print("Error: " + error)'),
    Mutant(
        "source-not-checked",
        ERRORS,
        _SOURCE,
        "    if not on_board(*source):\n        return 'Illegal action.'\n",
    ),
    Mutant("target-checked-first", ERRORS, _SOURCE + _TARGET, _TARGET + _SOURCE),
    Mutant(
        "target-not-checked",
        ERRORS,
        _TARGET,
        "    if not on_board(*target):\n        return 'Illegal action.'\n",
    ),
    Mutant("empty-source-not-checked", ERRORS, _EMPTY, ""),
    Mutant("taken-target-not-checked", ERRORS, _TAKEN, ""),
    Mutant("opponent-not-checked", ERRORS, _THEIRS, ""),
    Mutant("legality-not-checked", ERRORS, _ILLEGAL, ""),
    Mutant("taken-before-empty", ERRORS, _EMPTY + _TAKEN, _TAKEN + _EMPTY),
    Mutant("opponent-before-taken", ERRORS, _TAKEN + _THEIRS, _THEIRS + _TAKEN),
    Mutant(
        "opponent-before-empty",
        ERRORS,
        _EMPTY + _TAKEN + _THEIRS,
        '    if piece.lower() == other(side):\n        return "Source cell holds opponent\'s piece/tower."\n'
        + _EMPTY
        + _TAKEN,
    ),
    Mutant("illegal-before-opponent", ERRORS, _THEIRS + _ILLEGAL, _ILLEGAL + _THEIRS),
    Mutant(
        "illegal-before-all",
        ERRORS,
        _SOURCE,
        "    if on_board(*source) and on_board(*target) and (*source, *target) not in actions(board, side):\n        return 'Illegal action.'\n"
        + _SOURCE,
    ),
    Mutant("small-columns-accepted", ERRORS, "LETTERS.find(text[0])", "LETTERS.find(text[0].upper())"),
    Mutant(
        "nine-rows",
        ERRORS,
        "return 0 <= row < SIZE and 0 <= col < SIZE",
        "return 0 <= row <= SIZE and 0 <= col < SIZE",
    ),
    Mutant(
        "nine-columns",
        ERRORS,
        "return 0 <= row < SIZE and 0 <= col < SIZE",
        "return 0 <= row < SIZE and 0 <= col <= SIZE",
        ("row, col if col >= 0 else 99", "row, ord(text[0]) - ord('A')"),
    ),
    Mutant(
        "negative-cells-accepted",
        ERRORS,
        "return 0 <= row < SIZE and 0 <= col < SIZE",
        "return row < SIZE and col < SIZE",
    ),
    # Commands and winners
    Mutant("p-plays-nine", COMMANDS, '"P": 10}', '"P": 9}'),
    Mutant("p-plays-eleven", COMMANDS, '"P": 10}', '"P": 11}'),
    Mutant("p-ignored", COMMANDS, '"P": 10}', '"P": 0}'),
    Mutant("a-plays-two", COMMANDS, '{"A": 1,', '{"A": 2,'),
    Mutant("always-computes", COMMANDS, ".get(command, 0)", ".get(command, 1)"),
    Mutant("no-winner", WIN, _WIN, "            return\n"),
    Mutant("winner-in-small-letters", WIN, '" WIN!")', '" win!")'),
    Mutant("winner-wins", WIN, '" WIN!")', '" WINS!")'),
    Mutant("wrong-winner", WIN, "print(name_of(other(side)) +", "print(name_of(side) +"),
    Mutant("rule-line-before-the-winner", WIN, _WIN, '            print("=" * 37)\n' + _WIN),
    Mutant("crashes-without-action", WIN, "        if action is None:\n" + _WIN, ""),
    # Minimax
    Mutant("depth-two", COMPUTED, "DEPTH = 3", "DEPTH = 2"),
    Mutant("depth-four", COMPUTED, "DEPTH = 3", "DEPTH = 4"),
    Mutant("depth-one", COMPUTED, "DEPTH = 3", "DEPTH = 1"),
    Mutant(
        "last-of-the-best",
        COMPUTED,
        _BETTER,
        _BETTER.replace("found > best", "found >= best").replace("found < best", "found <= best"),
    ),
    Mutant("last-of-the-best-for-white", COMPUTED, _BETTER, _BETTER.replace("found < best", "found <= best")),
    Mutant("white-maximises", COMPUTED, _BETTER, "better = best is None or found > best_value"),
    Mutant("everybody-maximises", COMPUTED, _MAX, "return max(values)"),
    Mutant("opponent-helps", COMPUTED, _MAX, 'return min(values) if side == "b" else max(values)'),
    Mutant(
        "anticlockwise",
        COMPUTED,
        "DIRECTIONS = [(-1, 1), (1, 1), (1, -1), (-1, -1)]",
        "DIRECTIONS = [(-1, 1), (-1, -1), (1, -1), (1, 1)]",
    ),
    Mutant(
        "from-north-west",
        COMPUTED,
        "DIRECTIONS = [(-1, 1), (1, 1), (1, -1), (-1, -1)]",
        "DIRECTIONS = [(-1, -1), (-1, 1), (1, 1), (1, -1)]",
    ),
    Mutant(
        "from-south-east",
        COMPUTED,
        "DIRECTIONS = [(-1, 1), (1, 1), (1, -1), (-1, -1)]",
        "DIRECTIONS = [(1, 1), (1, -1), (-1, -1), (-1, 1)]",
    ),
    Mutant(
        "column-by-column",
        COMPUTED,
        "    for row in range(SIZE):\n        for col in range(SIZE):\n            piece = board",
        "    for col in range(SIZE):\n        for row in range(SIZE):\n            piece = board",
    ),
    Mutant(
        "rows-from-below",
        COMPUTED,
        "    for row in range(SIZE):\n        for col in range(SIZE):\n            piece = board",
        "    for row in reversed(range(SIZE)):\n        for col in range(SIZE):\n            piece = board",
    ),
    Mutant(
        "captures-first",
        COMPUTED,
        "    return found\n\n\ndef other",
        "    return sorted(found, key=lambda a: -abs(a[0] - a[2]))\n\n\ndef other",
    ),
    Mutant("lost-counts-nothing", COMPUTED, 'return LOST if side == "b" else WON', "return cost(board)"),
    Mutant(
        "lost-and-won-swapped",
        COMPUTED,
        'return LOST if side == "b" else WON',
        'return WON if side == "b" else LOST',
    ),
    Mutant(
        "no-towers-in-the-tree",
        COMPUTED,
        "found = value(act(board, action), other(side), DEPTH - 1)",
        "found = value([[x.lower() for x in row] for row in act(board, action)], other(side), DEPTH - 1)",
    ),
    Mutant("first-action", COMPUTED, _BETTER, "better = best is None"),
)
