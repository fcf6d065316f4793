"""Wrong Chezz programs: the right one with one edit each, and the words that the report must find for its rule."""

from __future__ import annotations

from tests.exams.mutants.mutant import Mutant

BOARD_FILE, BLACK_SIDE, PEON, PROMOTION, CONTAGION = "board file", "Black", "peon", "promotion:", "contagion:"
KNIGHT, SLIDER, KING, ZOMBIE, CANNON, SHOT = "knight", "bishop", "king", "zombie", "cannon", "cannonball"
SQUARES, NULL_MOVE, CRASH = "names a square", "null move", "crash"
FLINGER, FLING, TIME, FILES, PROCESSES = "flinger", "fling", "time", "files", "processes"

_SPREAD = "    for (x, y), piece in board.items():\n        if piece == side"
_LAST = 'last = 7 if side == "w" else 0'
_PRINT = "    write_board(side, used"
_READ = "    text = sys.stdin.read()\n"
_NOT_ON_BOARD = "        if not on_board(*target):\n            continue\n"
_CAPTURED = "                after = dict(board)\n                del after[source]\n                del after[target]\n"
_MOVES = "    found = []\n    for x, y in sorted(board):\n"
_ATTACKED = """\
def attacked(board, side):
    kings = [square for square in board if board[square] == side + "K"]
    other = "b" if side == "w" else "w"
    for x, y in board:
        if board[x, y][0] == other:
            for after in piece_moves(board, other, x, y):
                if any(after.get(king) != side + "K" for king in kings):
                    return True
    return False


def choose("""

MUTANTS = (
    # The file
    Mutant("no-header", BOARD_FILE, "    print(other, used, total, played + 1)\n", ""),
    Mutant("a-print-too-many", BOARD_FILE, _PRINT, "    print('thinking')\n" + _PRINT),
    Mutant("carriage-returns", BOARD_FILE, _PRINT, "    sys.stdout.reconfigure(newline='\\r\\n')\n" + _PRINT),
    Mutant("no-closing-brace", BOARD_FILE, '    print("}")\n', ""),
    Mutant("double-quotes", BOARD_FILE, """": '" + board[x, y] + "'")""", """': "' + board[x, y] + '"')"""),
    Mutant("no-commas", BOARD_FILE, 'print(",\\n".join', 'print("\\n".join'),
    Mutant("small-letters", BOARD_FILE, 'board[x, y] + "\'"', 'board[x, y].lower() + "\'"'),
    Mutant("rows-upside-down", SQUARES, 'str(y + 1) + ":', 'str(8 - y) + ":'),
    Mutant("columns-mirrored", SQUARES, '"abcdefgh"[x]', '"hgfedcba"[x]'),
    Mutant("answers-on-standard-error", BOARD_FILE, _PRINT, "    sys.stdout = sys.stderr\n" + _PRINT),
    Mutant(
        "reads-a-named-file",
        CRASH,
        "sys.stdin.read()",
        "open(sys.argv[1] if sys.argv[1:] else 'board.txt').read()",
    ),
    Mutant("board-as-it-was", NULL_MOVE, "choose(successors(board, side), text))", "board)"),
    Mutant("always-white", BLACK_SIDE, _PRINT, '    side = "w"\n' + _PRINT),
    Mutant("moves-for-the-opponent", BLACK_SIDE, "if board[x, y][0] == side:", "if board[x, y][0] != side:"),
    Mutant("header-must-be-zero", CRASH, "    board = {}\n", "    board = {}\n    assert int(used) == 0\n"),
    Mutant("pieces-must-be-many", CRASH, "    board = {}\n", "    board = {}\n    assert len(lines) > 9\n"),
    # Peons
    Mutant("peon-forgets-to-capture", PEON, "    for dx in (-1, 1):\n", "    for dx in ():\n"),
    Mutant("peon-captures-one-way", PEON, "for dx in (-1, 1)", "for dx in (1,)"),
    Mutant(
        "peon-captures-friends",
        PEON,
        "if target in board and board[target][0] != side:",
        "if target in board:",
    ),
    Mutant(
        "peon-goes-diagonally",
        PEON,
        "if target in board and board[target][0] != side:",
        "if on_board(*target) and (target not in board or board[target][0] != side):",
    ),
    Mutant(
        "peon-captures-forwards",
        PEON,
        "(x, y + forward) not in board:",
        "board.get((x, y + forward), '??')[0] != side:",
    ),
    Mutant("black-peons-go-up", PEON, 'forward = 1 if side == "w" else -1', "forward = 1"),
    Mutant("white-peons-go-down", PEON, 'forward = 1 if side == "w" else -1', "forward = -1"),
    Mutant(
        "peon-steps-twice",
        PEON,
        "    for dx in (-1, 1):\n        target = (x + dx, y + forward)\n",
        "    if y == (1 if side == 'w' else 6) and (x, y + forward) not in board:\n"
        "        if (x, y + 2 * forward) not in board:\n"
        "            found.insert(0, move_piece(board, (x, y), (x, y + 2 * forward)))\n"
        "    for dx in (-1, 1):\n        target = (x + dx, y + forward)\n",
        choosers=("first", "random"),
    ),
    # Promotion
    Mutant("never-promotes", PROMOTION, "    return promote(board, side)", "    return board"),
    Mutant("promotes-to-a-queen", PROMOTION, 'after[x, last] = side + "Z"', 'after[x, last] = side + "Q"'),
    Mutant(
        "promotes-before-contagion",
        PROMOTION,
        "    board = spread(board, side)\n    return promote(board, side)",
        "    board = promote(board, side)\n    return spread(board, side)",
    ),
    Mutant("black-never-promotes", PROMOTION, _LAST, "last = 7"),
    Mutant("white-never-promotes", PROMOTION, _LAST, "last = 0"),
    Mutant("promotes-a-row-early", PROMOTION, _LAST, 'last = 6 if side == "w" else 1'),
    Mutant("promotes-not-in-the-corner", PROMOTION, "    for x in range(8):", "    for x in range(1, 7):"),
    Mutant(
        "promotes-only-by-a-step",
        PROMOTION,
        "    board = spread(board, side)\n    return promote(board, side)",
        "    pieces = len(board)\n    board = spread(board, side)\n    return promote(board, side) if pieces == COUNT else board",
        (
            "    found = []\n    for x, y in sorted(board):\n",
            "    global COUNT\n    COUNT = len(board)\n" + _MOVES,
        ),
    ),
    # Contagion
    Mutant("no-contagion", CONTAGION, "    board = spread(board, side)\n", ""),
    Mutant(
        "contagion-on-diagonals",
        CONTAGION,
        "for dx, dy in STRAIGHT:\n                beside",
        "for dx, dy in AROUND:\n                beside",
    ),
    Mutant("kings-infected", CONTAGION, 'beside[1] not in "KZ"', 'beside[1] not in "Z"'),
    Mutant("zombies-infected", CONTAGION, 'beside[1] not in "KZ"', 'beside[1] not in "K"'),
    Mutant(
        "contagion-in-chains",
        CONTAGION,
        "    after = dict(board)\n" + _SPREAD,
        "    after = board = dict(board)\n"
        + _SPREAD.replace("board.items()", "list(board.items()) * 9").replace(
            "piece == side", "board[x, y] == side"
        ),
    ),
    Mutant(
        "both-sides-infect",
        CONTAGION,
        "    board = spread(board, side)\n",
        '    board = spread(board, side)\n    board = spread(board, "b" if side == "w" else "w")\n',
    ),
    Mutant(
        "opponent-infects",
        CONTAGION,
        "    board = spread(board, side)\n",
        '    board = spread(board, "b" if side == "w" else "w")\n',
    ),
    Mutant("contagion-infects-friends", CONTAGION, "if beside and beside[0] != side and", "if beside and"),
    Mutant(
        "contagion-keeps-colour",
        CONTAGION,
        'after[x + dx, y + dy] = side + "Z"',
        'after[x + dx, y + dy] = beside[0] + "Z"',
    ),
    Mutant(
        "contagion-keeps-kind",
        CONTAGION,
        'after[x + dx, y + dy] = side + "Z"',
        "after[x + dx, y + dy] = side + beside[1]",
    ),
    Mutant(
        "contagion-kills",
        CONTAGION,
        'after[x + dx, y + dy] = side + "Z"',
        "after.pop((x + dx, y + dy), None)",
    ),
    Mutant(
        "contagion-left-and-right-only",
        CONTAGION,
        "for dx, dy in STRAIGHT:\n                beside",
        "for dx, dy in [(1, 0), (-1, 0)]:\n                beside",
    ),
    Mutant(
        "contagion-up-and-down-only",
        CONTAGION,
        "for dx, dy in STRAIGHT:\n                beside",
        "for dx, dy in [(0, 1), (0, -1)]:\n                beside",
    ),
    Mutant(
        "only-the-moved-zombie-infects",
        CONTAGION,
        'if piece == side + "Z":',
        'if piece == side + "Z" and BEFORE.get((x, y)) != side + "Z":',
        (_MOVES, "    global BEFORE\n    BEFORE = board\n" + _MOVES),
    ),
    Mutant(
        "only-resting-zombies-infect",
        CONTAGION,
        'if piece == side + "Z":',
        'if piece == side + "Z" and BEFORE.get((x, y)) == side + "Z":',
        (_MOVES, "    global BEFORE\n    BEFORE = board\n" + _MOVES),
    ),
    Mutant(
        "contagion-before-the-move",
        CONTAGION,
        _MOVES,
        "    board = spread(board, side)\n" + _MOVES,
        ("    board = spread(board, side)\n    return", "    return"),
    ),
    Mutant(
        "contagion-around-the-edge",
        CONTAGION,
        "beside = board.get((x + dx, y + dy))",
        "x, y = x % 8, y % 8\n                beside = board.get(((x + dx) % 8, y + dy))",
        ("after[x + dx, y + dy] = side", "after[(x + dx) % 8, y + dy] = side"),
    ),
    Mutant(
        "one-victim-for-each-zombie",
        CONTAGION,
        'after[x + dx, y + dy] = side + "Z"',
        'after[x + dx, y + dy] = side + "Z"\n                    break',
    ),
    Mutant(
        "only-one-zombie-infects",
        CONTAGION,
        'after[x + dx, y + dy] = side + "Z"',
        'after[x + dx, y + dy] = side + "Z"\n            if after != board:\n                break',
    ),
    Mutant(
        "only-the-last-zombie-infects",
        CONTAGION,
        '        if piece == side + "Z":\n',
        '        if piece == side + "Z":\n            after = dict(board)\n',
    ),
    Mutant(
        "no-contagion-after-a-shot",
        CONTAGION,
        "found.append(end_turn(after, side))",
        "found.append(after if board[x, y][1] == after.get((x, y), ' ?')[1] == 'C' else end_turn(after, side))",
    ),
    Mutant(
        "no-contagion-after-a-fling",
        CONTAGION,
        "found.append(end_turn(after, side))",
        "found.append(promote(after, side) if board[x, y][1] == after.get((x, y), ' ?')[1] == 'F' else end_turn(after, side))",
    ),
    # Knights, sliders, kings
    Mutant("knight-jumps-wrong", KNIGHT, "JUMPS = [(1, 2), (2, 1), ", "JUMPS = [(1, 3), (3, 1), "),
    Mutant("knight-cannot-capture", KNIGHT, "y, JUMPS, True)", "y, JUMPS, False)"),
    Mutant("pieces-capture-friends", KING, "elif captures and board[target][0] != side:", "elif captures:"),
    Mutant(
        "rook-like-bishop",
        SLIDER,
        'if kind == "R":',
        'if kind == "B":',
        (
            'if kind == "B":\n        return slide_moves(board, side, x, y, DIAGONAL)',
            'if kind == "R":\n        return slide_moves(board, side, x, y, DIAGONAL)',
        ),
    ),
    Mutant(
        "queen-like-rook",
        SLIDER,
        "slide_moves(board, side, x, y, AROUND)",
        "slide_moves(board, side, x, y, STRAIGHT)",
    ),
    Mutant(
        "sliders-jump",
        SLIDER,
        "                break\n            found",
        "                target = (target[0] + dx, target[1] + dy)\n                continue\n            found",
    ),
    Mutant(
        "sliders-jump-friends",
        SLIDER,
        "                break\n            found",
        "                    break\n                target = (target[0] + dx, target[1] + dy)\n                continue\n            found",
    ),
    Mutant(
        "sliders-cannot-capture",
        SLIDER,
        "                if board[target][0] != side:\n                    found.append(move_piece(board, (x, y), target))\n                break",
        "                break",
    ),
    Mutant(
        "sliders-capture-friends",
        SLIDER,
        "                if board[target][0] != side:\n                    found",
        "                if True:\n                    found",
    ),
    Mutant(
        "king-goes-straight-only",
        KING,
        "step_moves(board, side, x, y, AROUND, True)",
        "step_moves(board, side, x, y, STRAIGHT, True)",
    ),
    Mutant(
        "king-cannot-capture",
        KING,
        "step_moves(board, side, x, y, AROUND, True)",
        "step_moves(board, side, x, y, AROUND, False)",
    ),
    Mutant(
        "king-is-never-captured",
        KING,
        "def successors(board, side):",
        "def successors(board, side):\n    return [b for b in legal(board, side) if sum(p[1] == 'K' for p in b.values()) == 2]\n\n\ndef legal(board, side):",
    ),
    Mutant(
        "king-avoids-check",
        KING,
        "def choose(",
        _ATTACKED,
        (
            "choose(successors(board, side), text))",
            "choose([b for b in successors(board, side) if not attacked(b, side)], text))",
        ),
    ),
    # Zombies
    Mutant(
        "zombie-goes-diagonally",
        ZOMBIE,
        'if kind == "Z":\n        return step_moves(board, side, x, y, STRAIGHT',
        'if kind == "Z":\n        return step_moves(board, side, x, y, AROUND',
    ),
    Mutant(
        "zombie-cannot-capture",
        ZOMBIE,
        'if kind == "Z":\n        return step_moves(board, side, x, y, STRAIGHT, True',
        'if kind == "Z":\n        return step_moves(board, side, x, y, STRAIGHT, False',
    ),
    Mutant(
        "zombie-only-forwards",
        ZOMBIE,
        'if kind == "Z":\n        return step_moves(board, side, x, y, STRAIGHT',
        'if kind == "Z":\n        return step_moves(board, side, x, y, [(0, 1 if side == "w" else -1)]',
    ),
    # Cannons
    Mutant(
        "cannon-stops-at-the-first-piece",
        SHOT,
        "                hit = True\n",
        "                hit = True\n                break\n",
    ),
    Mutant(
        "cannon-spares-friends",
        SHOT,
        "            if target in after:\n                del",
        "            if target in after and after[target][0] != board[x, y][0]:\n                del",
    ),
    Mutant(
        "cannon-spares-kings",
        SHOT,
        "            if target in after:\n                del",
        '            if target in after and after[target][1] != "K":\n                del',
    ),
    Mutant(
        "cannon-stops-at-friends",
        SHOT,
        "            if target in after:\n                del",
        "            if target in after and after[target][0] == board[x, y][0]:\n                break\n            if target in after:\n                del",
    ),
    Mutant(
        "cannon-hits-one-square-only",
        SHOT,
        "        while on_board(*target):\n            if target in after:",
        "        for _ in range(1):\n            if target in after:",
    ),
    Mutant(
        "cannon-shoots-straight",
        SHOT,
        "    for dx, dy in DIAGONAL:\n        after",
        "    for dx, dy in STRAIGHT:\n        after",
    ),
    Mutant(
        "cannon-shoots-all-around",
        SHOT,
        "    for dx, dy in DIAGONAL:\n        after",
        "    for dx, dy in AROUND:\n        after",
    ),
    Mutant("cannon-shoots-at-nothing", SHOT, "        if hit:\n", "        if True:\n"),
    Mutant("cannon-never-shoots", SHOT, " + cannon_shots(board, x, y)", ""),
    Mutant("cannon-vanishes", SHOT, "        if hit:\n", "        if hit:\n            del after[x, y]\n"),
    Mutant(
        "cannon-goes-diagonally",
        CANNON,
        "step_moves(board, side, x, y, STRAIGHT, False)",
        "step_moves(board, side, x, y, DIAGONAL, False)",
    ),
    Mutant(
        "cannon-captures",
        CANNON,
        "step_moves(board, side, x, y, STRAIGHT, False)",
        "step_moves(board, side, x, y, STRAIGHT, True)",
    ),
    Mutant("cannon-never-moves", CANNON, "step_moves(board, side, x, y, STRAIGHT, False) + ", ""),
    Mutant(
        "cannon-slides",
        CANNON,
        "step_moves(board, side, x, y, STRAIGHT, False)",
        "slide_moves(board, side, x, y, STRAIGHT)",
    ),
    # Flingers
    Mutant(
        "flinger-captures",
        FLINGER,
        "step_moves(board, side, x, y, AROUND, False)",
        "step_moves(board, side, x, y, AROUND, True)",
    ),
    Mutant(
        "flinger-goes-straight",
        FLINGER,
        "step_moves(board, side, x, y, AROUND, False)",
        "step_moves(board, side, x, y, STRAIGHT, False)",
    ),
    Mutant("flinger-never-moves", FLINGER, "step_moves(board, side, x, y, AROUND, False) + ", ""),
    Mutant("flinger-never-flings", FLING, " + flings(board, side, x, y)", ""),
    Mutant(
        "flung-straight-only",
        FLING,
        "    for dx, dy in AROUND:\n        source",
        "    for dx, dy in STRAIGHT:\n        source",
    ),
    Mutant(
        "flung-diagonally-only",
        FLING,
        "    for dx, dy in AROUND:\n        source",
        "    for dx, dy in DIAGONAL:\n        source",
    ),
    Mutant(
        "flings-enemies",
        FLING,
        "if source not in board or board[source][0] != side:",
        "if source not in board:",
    ),
    Mutant(
        "flung-one-square-only",
        FLING,
        "            target = (target[0] - dx, target[1] - dy)\n",
        "            break\n",
    ),
    Mutant(
        "flung-never-next-to-the-flinger",
        FLING,
        "        target = (x - dx, y - dy)\n",
        "        target = (x - 2 * dx, y - 2 * dy)\n",
    ),
    Mutant(
        "flung-stops-at-pieces",
        FLING,
        "            target = (target[0] - dx, target[1] - dy)\n",
        "            if target in board:\n                break\n            target = (target[0] - dx, target[1] - dy)\n",
    ),
    Mutant(
        "flung-onto-friends",
        FLING,
        'elif board[target][0] != side and board[target][1] != "K":',
        'elif board[target][1] != "K":',
    ),
    Mutant(
        "flung-onto-the-king",
        FLING,
        'elif board[target][0] != side and board[target][1] != "K":',
        "elif board[target][0] != side:",
    ),
    Mutant(
        "flung-piece-survives",
        FLING,
        _CAPTURED,
        "                after = move_piece(board, source, target)\n",
    ),
    Mutant(
        "flung-piece-never-captures",
        FLING,
        'elif board[target][0] != side and board[target][1] != "K":',
        "elif False:",
    ),
    Mutant(
        "victim-of-fling-survives",
        FLING,
        _CAPTURED,
        _CAPTURED.replace("                del after[target]\n", ""),
    ),
    Mutant(
        "flung-piece-stays", FLING, _CAPTURED, _CAPTURED.replace("                del after[source]\n", "")
    ),
    Mutant(
        "flinger-goes-along",
        FLING,
        "found.append(move_piece(board, source, target))\n            elif board[target][0] != side and",
        "found.append(move_piece(move_piece(board, source, target), (x, y), source))\n            elif board[target][0] != side and",
    ),
    Mutant(
        "flung-the-wrong-way",
        FLING,
        "target = (x - dx, y - dy)",
        "target = (x + 2 * dx, y + 2 * dy)",
        ("(target[0] - dx, target[1] - dy)", "(target[0] + dx, target[1] + dy)"),
    ),
    Mutant(
        "king-is-not-flung",
        FLING,
        "board[source][0] != side:",
        'board[source][0] != side or board[source][1] == "K":',
    ),
    Mutant(
        "flinger-is-not-flung",
        FLING,
        "board[source][0] != side:",
        'board[source][0] != side or board[source][1] == "F":',
    ),
    Mutant(
        "zombie-is-not-flung",
        FLING,
        "board[source][0] != side:",
        'board[source][0] != side or board[source][1] == "Z":',
    ),
    Mutant(
        "only-peons-are-flung",
        FLING,
        "board[source][0] != side:",
        'board[source][0] != side or board[source][1] != "P":',
    ),
    # Conduct
    Mutant(
        "ignores-the-clock",
        TIME,
        _PRINT,
        "    while __import__('time').process_time() < 2:\n        pass\n" + _PRINT,
        choosers=("first",),
    ),
    Mutant(
        "thinks-by-the-total",
        TIME,
        _PRINT,
        "    while __import__('time').process_time() < total / 40000:\n        pass\n" + _PRINT,
        choosers=("first",),
    ),
    Mutant(
        "takes-milliseconds-for-seconds",
        TIME,
        _PRINT,
        "    while __import__('time').process_time() < min(3, (total - used) / 30):\n        pass\n" + _PRINT,
        choosers=("first",),
    ),
    Mutant("stumbles-over-its-own-file", FILES, _READ, _READ + "    open('book.txt', 'x').close()\n"),
    Mutant(
        "leaves-a-process",
        PROCESSES,
        _READ,
        _READ + "    import subprocess\n    subprocess.Popen(['sleep', '30'], stdout=2, stdin=0)\n",
        choosers=("first",),
        needs_sandbox=True,
    ),
)
