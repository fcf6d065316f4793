"""Wrong Amazons programs: the right one with one edit each, and the words that the report must find for its rule."""

from __future__ import annotations

from tests.exams.mutants.mutant import Mutant

STEP, ARROW, SCORE, FIELDS, BROKEN, SPEAR = "step:", "arrow:", "score:", "fields:", "broken arrow:", "spear:"
OBSTACLES = "over free fields"
HORSE, PLACEMENT, NEW_ROW, PLAYER = "horse:", "placement:", "new row:", "player:"
IDLE, MISTAKE, SPACES, ANSWER, FOLDER, CRASH = (
    "exit code 1:",
    "exit code 2:",
    "number of spaces",
    "output file",
    "argument name",
    "exit code is 0",
)

_WRITE = "    write_game(after, names[1])\n"
_LAND = '        moved.board[r][c] = "000"\n'
_SCORE = "        own_row(moved)[2] += treasure\n"
_NO_SHOT = "        if artifact == BROKEN_ARROW:\n            found.append((moved, (r2, c2), artifact))\n            continue\n"
_ENDS = "        ends = spear_ends(moved, r2, c2) if artifact == SPEAR else landings(moved, r2, c2)\n"
_FREE = '        return inside and self.board[r][c][2] == "0"\n'
_PLACE = '                after.board[r][c] = "00" + row[1]\n'
_RIDE = "        found = steps(game, r, c)\n"
_ROW = "    for player in game.players:\n        if player[0] == NAME:\n            return player\n    return None\n"
_COUNT = "    if len(amazons_of(game, row[1])) >= amazons:\n        return []\n"
_NEW = "        row = [NAME, str(number), 0]\n"
_APPEND = "game.players + [row]"


def _forget(name: str, *lines: str) -> Mutant:
    """Make the mutant that does not notice an error in the input."""
    return Mutant(f"overlooks-{name}", MISTAKE, "".join(lines), "")


MUTANTS = (
    # Scores
    Mutant("score-not-added", SCORE, _SCORE, ""),
    Mutant("score-added-twice", SCORE, _SCORE, _SCORE * 2),
    Mutant("score-replaced", SCORE, _SCORE, _SCORE.replace("+=", "=")),
    Mutant("score-by-one", SCORE, _SCORE, _SCORE.replace("treasure", "bool(treasure)")),
    Mutant("score-to-the-first-row", SCORE, _SCORE, "        moved.players[0][2] += treasure\n"),
    Mutant(
        "score-to-all",
        SCORE,
        _SCORE,
        "        for player in moved.players:\n            player[2] += treasure\n",
    ),
    Mutant(
        "score-of-arrows",
        SCORE,
        '            after.board[r3][c3] = "009"\n',
        '            own_row(after)[2] += int(after.board[r3][c3][0])\n            after.board[r3][c3] = "009"\n',
    ),
    Mutant(
        "score-of-the-field-left",
        SCORE,
        "map(int, game.board[r2][c2])",
        "map(int, moved.board[r][c][:1] + game.board[r2][c2][1:])",
    ),
    Mutant(
        "score-one-digit",
        SCORE,
        "(name, number, points))\n\n\ndef own",
        "(name, number, points % 10))\n\n\ndef own",
    ),
    Mutant("score-with-artifact", SCORE, _SCORE, "        own_row(moved)[2] += treasure + artifact\n"),
    # Fields
    Mutant(
        "artifact-kept",
        FIELDS,
        "moved.board[r2][c2] = game.board[r][c]",
        "moved.board[r2][c2] = game.board[r2][c2][:2] + game.board[r][c][2]",
    ),
    Mutant(
        "treasure-kept",
        FIELDS,
        "moved.board[r2][c2] = game.board[r][c]",
        'moved.board[r2][c2] = game.board[r2][c2][0] + "0" + game.board[r][c][2]',
    ),
    Mutant("own-field-not-cleared", FIELDS, _LAND, ""),
    Mutant("own-field-an-arrow", FIELDS, _LAND, '        moved.board[r][c] = "009"\n'),
    Mutant(
        "landing-without-zeros",
        ANSWER,
        "moved.board[r2][c2] = game.board[r][c]",
        "moved.board[r2][c2] = game.board[r][c][2]",
    ),
    Mutant(
        "arrow-beside-treasure",
        ANSWER,
        'after.board[r3][c3] = "009"',
        'after.board[r3][c3] = "909" if after.board[r3][c3] != "000" else "009"',
    ),
    # Steps
    Mutant(
        "rook-steps",
        STEP,
        "QUEEN = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]",
        "QUEEN = [(-1, 0), (0, 1), (1, 0), (0, -1)]",
    ),
    Mutant(
        "bishop-steps",
        STEP,
        "QUEEN = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]",
        "QUEEN = [(-1, 1), (1, 1), (1, -1), (-1, -1)]",
    ),
    Mutant("a-direction-twice", STEP, "(1, 1), (1, 0), (1, -1)", "(1, 1), (1, 0), (1, 1)"),
    Mutant("no-way-back", STEP, "(0, 1), (1, 1), (1, 0)", "(1, 1), (1, 0)"),
    Mutant("knight-steps", STEP, "QUEEN = [(-1, 0), (-1, 1)", "QUEEN = [(-1, 0), (-1, 2)"),
    Mutant(
        "jumps-over-obstacles",
        STEP,
        "    for r2, c2 in landings(game, r, c):",
        "    for r2, c2 in spear_ends(game, r, c):",
    ),
    Mutant("walks-through-amazons", STEP, _FREE, '        return inside and self.board[r][c][2] != "9"\n'),
    Mutant("walks-through-arrows", STEP, _FREE, '        return inside and self.board[r][c][2] in "09"\n'),
    Mutant(
        "overlooks-old-arrows",
        OBSTACLES,
        _FREE,
        '        return inside and self.board[r][c] != "009" and self.board[r][c][2] in "09"\n',
    ),
    Mutant(
        "avoids-treasure-with-arrows", STEP, _FREE, '        return inside and self.board[r][c] == "000"\n'
    ),
    Mutant(
        "first-amazon-only",
        STEP,
        "for r, c in amazons_of(game, row[1]) for",
        "for r, c in amazons_of(game, row[1])[:1] for",
    ),
    Mutant(
        "last-amazon-only",
        STEP,
        "for r, c in amazons_of(game, row[1]) for",
        "for r, c in amazons_of(game, row[1])[-1:] for",
    ),
    Mutant(
        "around-the-edge",
        STEP,
        "        inside = 0 <= r < len(self.board) and 0 <= c < len(self.board[0])\n",
        "        c %= len(self.board[0])\n        inside = 0 <= r < len(self.board)\n",
        (
            "            found.append((r2, c2))\n            r2, c2 = r2 + dr, c2 + dc\n    return found\n\n\ndef spear",
            "            found.append((r2, c2 % len(game.board[0])))\n            if len(found) > 50:\n                break\n            r2, c2 = r2 + dr, c2 + dc\n    return found\n\n\ndef spear",
        ),
    ),
    Mutant(
        "moves-all-players",
        PLAYER,
        "for r, c in amazons_of(game, row[1]) for",
        'for r, c in sum((amazons_of(game, number) for number in "87654321"), []) for',
    ),
    # Arrows
    Mutant(
        "no-arrow",
        ARROW,
        "        for r3, c3 in ends:\n",
        "        found.append((moved, (r2, c2), artifact))\n        for r3, c3 in ():\n",
    ),
    Mutant("arrow-from-the-old-field", ARROW, "else landings(moved, r2, c2)", "else landings(moved, r, c)"),
    Mutant(
        "arrow-over-obstacles",
        ARROW,
        "        ends = spear_ends(moved, r2, c2) if artifact == SPEAR else landings(moved, r2, c2)",
        "        ends = spear_ends(moved, r2, c2)",
    ),
    Mutant(
        "arrow-not-back",
        ARROW,
        "else landings(moved, r2, c2)",
        "else [end for end in landings(moved, r2, c2) if end != (r, c)]",
    ),
    Mutant("arrow-at-the-old-board", ARROW, "else landings(moved, r2, c2)", "else landings(game, r2, c2)"),
    Mutant(
        "arrow-onto-her-own-field",
        ARROW,
        "        for r3, c3 in ends:\n",
        "        for r3, c3 in [(r2, c2)]:\n",
    ),
    Mutant(
        "two-arrows",
        ARROW,
        "            found.append((after, (r2, c2), artifact))\n",
        '            free = landings(after, r2, c2)\n            if artifact == 0 and free:\n                after.board[free[0][0]][free[0][1]] = "009"\n            found.append((after, (r2, c2), artifact))\n',
    ),
    # Artifacts
    Mutant("broken-arrow-ignored", BROKEN, _NO_SHOT, ""),
    Mutant(
        "horse-for-broken-arrow",
        BROKEN,
        "HORSE, BROKEN_ARROW, SPEAR = 1, 2, 3",
        "HORSE, BROKEN_ARROW, SPEAR = 2, 1, 3",
    ),
    Mutant(
        "spear-for-broken-arrow",
        BROKEN,
        "HORSE, BROKEN_ARROW, SPEAR = 1, 2, 3",
        "HORSE, BROKEN_ARROW, SPEAR = 1, 3, 2",
    ),
    Mutant(
        "spear-not-thrown", SPEAR, "if artifact == BROKEN_ARROW:", "if artifact in (BROKEN_ARROW, SPEAR):"
    ),
    Mutant(
        "spear-onto-obstacles",
        SPEAR,
        "            if game.free(r2, c2):\n                found.append((r2, c2))\n            r2",
        "            found.append((r2, c2))\n            r2",
    ),
    Mutant(
        "spear-anywhere",
        SPEAR,
        "spear_ends(moved, r2, c2) if artifact",
        "[(y, x) for y in range(len(game.board)) for x in range(len(game.board[0])) if moved.free(y, x)] if artifact",
    ),
    Mutant("horse-ignored", HORSE, "        if artifact != HORSE:\n            break\n", "        break\n"),
    Mutant(
        "horse-without-second-shot",
        HORSE,
        "        found = steps(game, r, c)\n",
        '        found = steps(game, r, c)\n        for state, _, _ in found:\n            for y, line in enumerate(state.board):\n                for x, field in enumerate(line):\n                    if field == "009" != game.board[y][x]:\n                        line[x] = "000"\n',
    ),
    Mutant(
        "horse-without-first-shot",
        HORSE,
        "if artifact == BROKEN_ARROW:",
        "if artifact in (BROKEN_ARROW, HORSE):",
    ),
    Mutant(
        "horse-without-second-treasure",
        SCORE,
        _RIDE,
        _RIDE + "        for state, _, _ in found:\n            own_row(state)[2] = own_row(game)[2]\n",
    ),
    Mutant("horse-for-any-amazon", HORSE, _RIDE, "        found = all_steps(game)\n"),
    Mutant(
        "horse-once-only",
        HORSE,
        "        if artifact != HORSE:\n            break\n",
        "        if artifact != HORSE or number:\n            break\n",
    ),
    Mutant(
        "horse-must-ride-on",
        HORSE,
        "        if not found:\n            break\n",
        "        if not found:\n            raise SystemExit(1)\n",
    ),
    Mutant(
        "horse-always",
        ARROW,
        "        if artifact != HORSE:\n            break\n",
        "        if artifact != HORSE and number:\n            break\n",
    ),
    # Players
    Mutant("the-first-row-is-mine", PLAYER, _ROW, "    return game.players[0] if game.players else None\n"),
    Mutant("the-last-row-is-mine", PLAYER, _ROW, "    return game.players[-1] if game.players else None\n"),
    Mutant(
        "row-number-for-id",
        PLAYER,
        "for r, c in amazons_of(game, row[1]) for",
        "for r, c in amazons_of(game, str(game.players.index(row) + 1)) for",
    ),
    Mutant(
        "always-player-one",
        PLAYER,
        "for r, c in amazons_of(game, row[1]) for",
        'for r, c in amazons_of(game, "1") for',
    ),
    Mutant(
        "rows-sorted",
        PLAYER,
        "for name, number, points in game.players:",
        "for name, number, points in sorted(game.players, key=lambda row: row[1]):",
    ),
    Mutant(
        "rows-of-others-lost",
        PLAYER,
        "for name, number, points in game.players:",
        "for name, number, points in [own_row(game)]:",
    ),
    Mutant("four-players-at-most", PLAYER, 'number not in "12345678":', 'number not in "1234":'),
    # Placement
    Mutant(
        "placed-with-treasure",
        PLACEMENT,
        _PLACE,
        "                after.board[r][c] = game.board[r][c][:2] + row[1]\n",
    ),
    Mutant(
        "treasure-taken-in-placement",
        PLACEMENT,
        _PLACE,
        "                own_row(after)[2] += int(game.board[r][c][0])\n" + _PLACE,
    ),
    Mutant(
        "placed-on-arrows",
        PLACEMENT,
        "            if game.free(r, c):\n                after",
        '            if game.board[r][c][2] in "09":\n                after',
    ),
    Mutant(
        "placed-on-amazons",
        PLACEMENT,
        "            if game.free(r, c):\n                after",
        '            if game.board[r][c][2] != "9":\n                after',
    ),
    Mutant(
        "never-placed-on-artifacts",
        PLACEMENT,
        "            if game.free(r, c):\n                after",
        '            if game.board[r][c] == "000":\n                after',
    ),
    Mutant(
        "two-placed",
        PLACEMENT,
        "                found.append(after)\n",
        '                free = [(y, x) for y, line in enumerate(after.board) for x in range(len(line)) if after.free(y, x)]\n                for y, x in free[:1]:\n                    after.board[y][x] = "00" + row[1]\n                found.append(after)\n',
    ),
    Mutant(
        "counts-all-amazons",
        PLACEMENT,
        "    if len(amazons_of(game, row[1])) >= amazons:",
        '    if sum(len(amazons_of(game, number)) for number in "12345678") >= amazons:',
    ),
    Mutant("places-one-too-few", PLACEMENT, "row[1])) >= amazons:", "row[1])) >= amazons - 1:"),
    Mutant("places-one-too-many", IDLE, "row[1])) >= amazons:", "row[1])) > amazons:"),
    Mutant("places-for-ever", IDLE, _COUNT, ""),
    Mutant("no-own-row", NEW_ROW, "        game = Game(game.board, game.players + [row])\n", ""),
    Mutant("own-row-first", NEW_ROW, _APPEND, "[row] + game.players"),
    Mutant("own-row-always-one", NEW_ROW, "max(numbers, default=0) + 1", "1"),
    Mutant("own-row-from-zero", NEW_ROW, "max(numbers, default=0) + 1", "len(numbers)"),
    Mutant("own-row-with-points", NEW_ROW, _NEW, "        row = [NAME, str(number), 1]\n"),
    Mutant("own-row-replaces-all", NEW_ROW, _APPEND, "[row]"),
    # Files and codes
    Mutant("trailing-spaces-unexpected", SPACES, 'line.rstrip(" \\r") for', 'line.rstrip("\\r") for'),
    Mutant("one-trailing-space-only", SPACES, 'line.rstrip(" \\r") for', 'line.removesuffix(" ") for'),
    Mutant(
        "rows-and-columns-swapped",
        STEP,
        "rows, columns = int(size[0]), int(size[1])",
        "columns, rows = int(size[0]), int(size[1])",
    ),
    Mutant(
        "writes-columns-first",
        ANSWER,
        "(len(game.board), len(game.board[0])))",
        "(len(game.board[0]), len(game.board)))",
    ),
    Mutant(
        "writes-no-size",
        ANSWER,
        '        file.write("%d %d\\n" % (len(game.board), len(game.board[0])))\n',
        "",
    ),
    Mutant("writes-to-the-input", ANSWER, _WRITE, "    write_game(after, names[0])\n"),
    Mutant("writes-board-txt", ANSWER, _WRITE, '    write_game(after, "board.txt")\n'),
    Mutant("writes-to-standard-output", ANSWER, _WRITE, '    write_game(after, "/dev/stdout")\n'),
    Mutant("writes-tabs", ANSWER, 'file.write(" ".join(row)', 'file.write("\\t".join(row)'),
    Mutant("writes-two-spaces", ANSWER, 'file.write("%s %s %d\\n"', 'file.write("%s  %s  %d\\n"'),
    Mutant("writes-numbers", ANSWER, '" ".join(row)', '" ".join(str(int(field)) for field in row)'),
    Mutant(
        "prints-more-than-its-name", FOLDER, "        print(NAME)\n", '        print("My name is", NAME)\n'
    ),
    Mutant(
        "name-needs-files", FOLDER, '    if "name" in arguments:\n        print(NAME)\n        return 0\n', ""
    ),
    Mutant(
        "returns-0-without-a-move",
        IDLE,
        "    if after is None:\n        return 1\n",
        "    if after is None:\n        return 0\n",
    ),
    Mutant(
        "returns-2-without-a-move",
        IDLE,
        "    if after is None:\n        return 1\n",
        "    if after is None:\n        print('no move at 1')\n        return 2\n",
    ),
    Mutant(
        "writes-without-a-move",
        IDLE,
        "    if after is None:\n        return 1\n",
        "    if after is None:\n        open(names[1], 'a').write('\\n')\n        return 1\n",
    ),
    Mutant("returns-1-after-a-move", STEP, _WRITE + "    return 0\n", _WRITE + "    return 1\n"),
    Mutant("returns-1-for-a-mistake", MISTAKE, "        return 2\n", "        return 1\n"),
    Mutant("returns-3-for-a-mistake", MISTAKE, "        return 2\n", "        return 3\n"),
    Mutant(
        "no-message", MISTAKE, '        print("error in %s: %s" % (names[0], error), file=sys.stderr)\n', ""
    ),
    Mutant(
        "no-place-in-the-message",
        MISTAKE,
        '        print("error in %s: %s" % (names[0], error), file=sys.stderr)\n',
        '        print("error in the input", file=sys.stderr)\n',
    ),
    # Mistakes in the input
    _forget(
        "length-of-fields",
        '    if len(text) != 3 or not (text.isascii() and text.isdigit()):\n        raise BadState("line %d, field %d: not three digits: %s" % (line, number, text))\n',
    ),
    Mutant(
        "overlooks-letters",
        MISTAKE,
        "    if len(text) != 3 or not (text.isascii() and text.isdigit()):",
        "    if len(text) != 3:",
    ),
    _forget(
        "treasure",
        '    if text[0] > "5":\n        raise BadState("line %d, field %d: treasure above 5: %s" % (line, number, text))\n',
    ),
    Mutant("overlooks-treasure-of-6", MISTAKE, 'if text[0] > "5":', 'if text[0] > "6":'),
    _forget(
        "artifacts",
        '    if text[1] > "3":\n        raise BadState("line %d, field %d: no such artifact: %s" % (line, number, text))\n',
    ),
    _forget(
        "amazons-with-treasure",
        '    if text[2] in "12345678" and text[:2] != "00":\n',
        '        raise BadState("line %d, field %d: an amazon with treasure or artifact: %s" % (line, number, text))\n',
    ),
    Mutant("overlooks-amazons-with-artifacts", MISTAKE, 'and text[:2] != "00":', 'and text[0] != "0":'),
    Mutant("overlooks-names-too-long", MISTAKE, "if not 1 <= len(name) <= 15:", "if not 1 <= len(name):"),
    _forget(
        "quotation-marks",
        "    if '\"' in name or \"'\" in name:\n",
        '        raise BadState("line %d, field 1: quotation marks in a name: %s" % (line, name))\n',
    ),
    Mutant("overlooks-id-9", MISTAKE, 'number not in "12345678":', 'number not in "123456789":'),
    Mutant("overlooks-id-0", MISTAKE, 'number not in "12345678":', 'number not in "012345678":'),
    Mutant(
        "overlooks-negative-points",
        MISTAKE,
        "if not (points.isascii() and points.isdigit()):",
        'if not points.lstrip("-").isdigit():',
    ),
    Mutant(
        "overlooks-parts-of-rows",
        MISTAKE,
        "    if len(parts) != 3:",
        "    if len(parts) < 3:",
        ("name, number, points = parts", "name, number, points = parts[:3]"),
    ),
    Mutant(
        "overlooks-rows-too-short",
        MISTAKE,
        "        if len(words) != columns:",
        "        if len(words) > columns:",
    ),
    Mutant(
        "overlooks-rows-too-long",
        MISTAKE,
        "        if len(words) != columns:",
        "        if len(words) < columns:",
        ("for c, word in enumerate(words)])", "for c, word in enumerate(words[:columns])])"),
    ),
    Mutant(
        "overlooks-names-twice", MISTAKE, "if any(player[0] == other[0] for other in players):", "if False:"
    ),
    Mutant(
        "overlooks-ids-twice", MISTAKE, "if any(player[1] == other[1] for other in players):", "if False:"
    ),
    Mutant(
        "overlooks-amazons-without-row",
        MISTAKE,
        'if board[r][c][2] in "12345678" and board[r][c][2] not in known:',
        "if False:",
    ),
    Mutant("crashes-at-an-empty-file", MISTAKE, "    if not lines:\n", "    if lines is None:\n"),
    Mutant(
        "crashes-at-a-wrong-size",
        MISTAKE,
        "    if len(size) != 2 or not all(word.isascii() and word.isdigit() and int(word) > 0 for word in size):",
        "    if not size:",
    ),
    Mutant("overlooks-size-zero", MISTAKE, " and int(word) > 0 for", " for"),
)
