"""Tiny contest programs for whole tournaments: they import nothing of ours, start in no time, and always play the same.

A program has a style: `good` plays by a plan of its own (there are several, by number), `weak` plays worse, `crash` breaks
down in games but not when it is checked, `slow` sleeps before every move, `dead` never answers, `unbuilt` cannot be built.
"""

from __future__ import annotations

from pathlib import Path

_HEAD = """\
#!/usr/bin/env -S python3 -I -S
import sys, time
STYLE, NUMBER, NAME = {style!r}, {number}, {name!r}
def begin(is_game):
    if STYLE == "dead" or (STYLE == "crash" and is_game):
        print("no more ideas", file=sys.stderr)
        sys.exit(3)
    if STYLE == "slow":
        time.sleep(1.8)
"""
PENTE = """\
lines = open("input.txt").read().split("\\n")
board = lines[3:22]
me = lines[0][0].lower()
begin(float(lines[1]) < 9)
COLUMNS = "ABCDEFGHJKLMNOPQRST"
# A line of its own; weak ones put every second stone elsewhere.
column = 9 if me == "w" else (NUMBER % 3) * 2
places = [(9 - step, column) for step in range(9)] + [(row, column) for row in range(18, 9, -1)]
stones = sum(row.count(me) for row in board)
if STYLE == "weak" and stones % 2:
    places = [(8, 12)] + [(row, 12 + row % 3) for row in range(0, 19, 2)]
row, col = next((row, col) for row, col in places if board[row][col] == ".")
open("output.txt", "w").write(f"{19 - row}{COLUMNS[col]}")
"""
CHEZZ = """\
head, *rows = sys.stdin.read().split("\\n")
mover, used, total, plies = head.split()
begin(int(total) < 9000)
board = {}
for row in rows:
    if ":" in row:
        square, piece = row.strip().rstrip(",").split(":")
        board[square.strip()] = piece.strip().strip("'")
home, out = ("b1", ("a3", "c3")) if mover == "w" else ("b8", ("a6", "c6"))
knight = mover + "N"
at = next(square for square in (home, *out) if board.get(square) == knight)
board[home if at != home else out[NUMBER % 2]] = board.pop(at)
if STYLE == "weak" and int(total) < 9000:
    board.pop("a2" if mover == "w" else "a7", None)
print("b" if mover == "w" else "w", used, total, int(plies) + 1)
print("{")
print(",\\n".join(f"  {square}: '{board[square]}'" for square in sorted(board)))
print("}")
"""
AMAZONS = """\
if sys.argv[1] == "name":
    print(NAME)
    sys.exit(0)
source, target = sys.argv[-2:]
lines = [line.rstrip() for line in open(source).read().split("\\n") if line.strip()]
height, width = map(int, lines[0].split())
board = [line.split() for line in lines[1 : height + 1]]
rows = [line.split() for line in lines[height + 1 :]]
own = next((row for row in rows if row[0] == NAME), None)
if own is None and "placement" in sys.argv[1]:
    own = [NAME, str(1 + max((int(row[1]) for row in rows), default=0)), "0"]
    rows.append(own)
if own is None:
    sys.exit(1)
fields = [(row, col) for row in range(height) for col in range(width)]
mine = [(row, col) for row, col in fields if board[row][col][2] == own[1]]
def is_free(row, col):
    return 0 <= row < height and 0 <= col < width and board[row][col][2] == "0"
begin(height == width)
if "placement" in sys.argv[1]:
    free = [place for place in fields if is_free(*place)]
    if len(mine) == int(sys.argv[2].split("=")[1]) or not free:
        sys.exit(1)
    row, col = free[(NUMBER * 5) % len(free)]
    board[row][col] = "00" + own[1]
else:
    steps = [
        (int(board[row + up][col + right][0]), row, col, row + up, col + right)
        for row, col in mine for up in (-1, 0, 1) for right in (-1, 0, 1) if is_free(row + up, col + right)
    ]
    if not steps:
        sys.exit(1)
    # Most treasure; weak ones take the least.
    gain, row, col, to_row, to_col = min(steps) if STYLE == "weak" else max(steps)
    board[to_row][to_col], board[row][col] = "00" + own[1], "009"
    own[2] = str(int(own[2]) + gain)
text = [lines[0], *(" ".join(row) for row in board), *(" ".join(row) for row in rows)]
open(target, "w").write("\\n".join(text) + "\\n")
"""
PROGRAMS = {"pente": ("homework", PENTE), "chezz": ("run", CHEZZ), "amazons": ("game", AMAZONS)}
BROKEN = {"pente": "Makefile", "chezz": "compile", "amazons": "Makefile"}


def write_program(folder: Path, game: str, style: str = "good", number: int = 0, name: str = "") -> Path:
    """Write a program into a new folder."""
    folder.mkdir(parents=True)
    file, text = PROGRAMS[game]
    name = name or folder.name
    head = _HEAD.format(style=style, number=number, name=name)
    _write(folder / file, head + text)
    if game == "chezz":
        _write(folder / "compile", "#!/bin/sh\nexit 0\n")
        (folder / "name").write_text(f"{name}\n", encoding="utf-8")
    if style == "unbuilt":
        script = "#!/bin/sh\n" if BROKEN[game] == "compile" else "all:\n\t"
        _write(folder / BROKEN[game], f"{script}echo the compiler gives up >&2; exit 1\n")
    return folder


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
