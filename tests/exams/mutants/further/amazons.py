"""Further wrong Amazons programs: lengths of lines, names and numbers, errors that make up for each other, long turns."""

from __future__ import annotations

from tests.exams.mutants.amazons import (
    ANSWER,
    FOLDER,
    HORSE,
    IDLE,
    MISTAKE,
    NEW_ROW,
    PLACEMENT,
    PLAYER,
    SCORE,
    SPACES,
    SPEAR,
)
from tests.exams.mutants.mutant import Mutant

_ROW = "        if player[0] == NAME:\n"
_SCORE = "        own_row(moved)[2] += treasure\n"
_LINES = '[line.rstrip(" \\r") for line in file.read().split("\\n")]'
_SIZE = "    if len(size) != 2 or not all("
_SPEAR = "spear_ends(moved, r2, c2) if artifact == SPEAR else landings(moved, r2, c2)"
_WORDS = '        words = lines[r + 1].split(" ")\n'

MUTANTS = (
    # Lengths
    Mutant(
        "score-of-two-digits",
        SCORE,
        _SCORE,
        "        own_row(moved)[2] = (own_row(moved)[2] + treasure) % 100\n",
    ),
    Mutant("amazons-of-one-digit", PLACEMENT, 'int(word[len("amazons=") :])', 'int(word[len("amazons=")])'),
    Mutant(
        "lines-of-1000-characters",
        SPACES,
        _LINES,
        '[part.rstrip(" \\r") for line in file.read().split("\\n") for part in ([line[i : i + 1000] for i in range(0, len(line), 1000)] or [""])]',
    ),
    Mutant(
        "names-of-14-characters-at-most",
        PLAYER,
        "    if not 1 <= len(name) <= 15:\n",
        "    if not 1 <= len(name) <= 14:\n",
    ),
    Mutant("treasure-of-5-refused", "score:", 'text[0] > "5"', 'text[0] > "4"'),
    Mutant("spears-refused", SPEAR, 'text[1] > "3"', 'text[1] > "2"'),
    Mutant("old-arrows-refused", "obstacles", 'if text[2] in "12345678" and', 'if text[2] != "0" and'),
    Mutant(
        "player-eight-refused",
        PLAYER,
        'number not in "12345678"',
        'number not in "1234567"',
        choosers=("first",),
    ),
    # Names and rows
    Mutant("own-row-by-its-beginning", PLAYER, _ROW, "        if player[0].startswith(NAME):\n"),
    Mutant("own-row-in-any-case", PLAYER, _ROW, "        if player[0].lower() == NAME.lower():\n"),
    Mutant(
        "next-id-after-the-last-row",
        NEW_ROW,
        "number = max(numbers, default=0) + 1",
        "number = (numbers or [0])[-1] + 1",
    ),
    Mutant("name-only-alone", FOLDER, '    if "name" in arguments:\n', '    if arguments == ["name"]:\n'),
    Mutant("name-only-first", FOLDER, '    if "name" in arguments:\n', '    if arguments[:1] == ["name"]:\n'),
    # Counting
    Mutant("places-on-if-there-are-more", IDLE, ">= amazons:", "== amazons:"),
    # Errors that make up for each other
    Mutant(
        "reads-words-not-lines",
        MISTAKE,
        "    board = []\n    for r in range(rows):\n" + _WORDS,
        '    board = []\n    every = " ".join(lines[1 : rows + 1]).split(" ")\n    for r in range(rows):\n        words = every[r * columns : (r + 1) * columns]\n',
    ),
    Mutant("size-of-three-numbers", MISTAKE, _SIZE, "    size = size[:2]\n" + _SIZE),
    Mutant(
        "negative-sizes",
        MISTAKE,
        "word.isascii() and word.isdigit() and int(word) > 0 for word",
        "word.lstrip('-').isdigit() and int(word) != 0 for word",
    ),
    Mutant(
        "rows-too-many",
        MISTAKE,
        "        player = read_player(text, number)\n",
        "        if text.split(' ')[0].isdigit():\n            continue\n        player = read_player(text, number)\n",
    ),
    Mutant(
        "points-with-a-fraction",
        MISTAKE,
        "if not (points.isascii() and points.isdigit()):",
        "if not points.replace('.', '', 1).isdigit():",
        ("[name, number, int(points)]", "[name, number, int(float(points))]"),
    ),
    Mutant(
        "id-with-a-letter",
        MISTAKE,
        "    if len(number) != 1 or number not in",
        "    number = number[:1]\n    if len(number) != 1 or number not in",
    ),
    Mutant(
        "empty-lines-skipped",
        MISTAKE,
        "    while lines and not lines[-1]:\n        lines.pop()\n",
        "    lines = [line for line in lines if line]\n",
    ),
    # Long turns
    Mutant(
        "second-shot-from-the-first-landing",
        HORSE,
        "        found = steps(game, r, c)\n",
        "        first = landings(game, r, c)\n        found = []\n        for r2, c2 in first:\n            moved = game.copy()\n            moved.board[r2][c2], moved.board[r][c] = game.board[r][c], '000'\n            own_row(moved)[2] += int(game.board[r2][c2][0])\n            for r3, c3 in landings(game, r, c):\n                if (r3, c3) != (r2, c2):\n                    after = moved.copy()\n                    after.board[r3][c3] = '009'\n                    found.append((after, (r2, c2), int(game.board[r2][c2][1])))\n",
    ),
    Mutant(
        "spear-counts-as-broken-arrow-on-treasure",
        SPEAR,
        "        if artifact == BROKEN_ARROW:\n",
        "        if artifact == BROKEN_ARROW or (artifact == SPEAR and treasure):\n",
        choosers=("first",),
    ),
    Mutant(
        "treasure-after-a-horse-once",
        SCORE,
        "        own_row(moved)[2] += treasure\n",
        "        own_row(moved)[2] += treasure if artifact != HORSE else 0\n",
    ),
    Mutant("empty-output", ANSWER, "    write_game(after, names[1])\n", '    open(names[1], "w").close()\n'),
)
