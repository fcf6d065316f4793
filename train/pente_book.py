"""Writes the first moves of our Pente program anew: which moves of the first positions are about equally good.

    .venv/bin/python train/pente_book.py --nodes 1200000

From White's first stone on it searches each position for its best moves. Of White's the best goes into the book, of Black's
those that are at most `MARGIN` worse; the best `WIDTH` are followed, for other programs may play them. Mirror images are one.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from ludus import engine
from ludus.entries import pente_book
from ludus.entries.pente import BOOK_STONES, OPENING
from ludus.entries.pente_book import SYMMETRIES, make_key
from ludus.games.grid import write_rows
from ludus.games.pente import BLACK, NAMES, SIZE, Pente
from ludus.protocols.pente import count_stones
from ludus.turn import Limits

MARGIN = 0.2
"""How much worse than the best a move of Black may be, in pieces. White, who has the better game, plays the best one."""
LINES, WIDTH = 10, 3
"""How many moves are compared, and how many of them followed."""
FIRST_LINES = 40
"""How many first moves of Black are compared: each has up to seven mirror images."""


def main() -> None:
    """Search from the first stone on, ply by ply, and write the book."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=1_200_000, help="positions for each search")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    book: dict[str, list[int]] = {}
    level = [Pente.start().play(OPENING[0][0])]
    with ProcessPoolExecutor(options.workers) as pool:
        while level:
            print(f"{len(level)} positions", file=sys.stderr)
            following: dict[str, Pente] = {}
            for position, moves in zip(level, pool.map(partial(compare, options.nodes), level), strict=True):
                margin = MARGIN if position.to_move == BLACK else 0
                near = [move for move, score in moves if score >= moves[0][1] - margin]
                book[name_image(position)] = [NAMES.index(move) for move in near]
                for move, _ in moves[:WIDTH]:
                    child = position.play(move)
                    following.setdefault(name_image(child), turn_to_book(child))
            level = [child for child in following.values() if sum(count_stones(child)) <= BOOK_STONES]
    write(book)


def compare(nodes: int, position: Pente) -> list[tuple[str, float]]:
    """Search for the best moves of a position, without mirror images, the best first."""
    stones = sum(count_stones(position))
    if stones == 2:
        return compare_second_stones(nodes, position)
    seen: dict[str, tuple[str, float]] = {}
    lines = FIRST_LINES if stones == 1 else LINES
    for thought in engine.analyse(position, Limits(nodes=nodes), lines=lines):
        child = position.play(thought.move)
        if not any(child.captured):
            seen.setdefault(name_image(child), (thought.move, thought.score.rank))
    return list(seen.values())


def compare_second_stones(nodes: int, position: Pente) -> list[tuple[str, float]]:
    """Search behind each of the squares that every edition of the contest allows."""
    allowed = [move for move in OPENING[1] if move in position.moves()]
    found = [(move, -engine.think(position.play(move), Limits(nodes=nodes)).score.rank) for move in allowed]
    return sorted(found, key=lambda one: -one[1])


def turn_to_book(position: Pente) -> Pente:
    """Show a position as the book does."""
    stones = list_stones(position)
    symmetry = min(SYMMETRIES, key=lambda one: make_key(stones, one))
    turned = ["."] * SIZE * SIZE
    for index, cell in stones:
        turned[pente_book.turn(index, symmetry)] = cell
    return Pente.read(f"{write_rows(''.join(turned), SIZE)} {' '.join(str(position).split()[1:])}")


def name_image(position: Pente) -> str:
    """Write the stones as the book does."""
    stones = list_stones(position)
    return min(make_key(stones, symmetry) for symmetry in SYMMETRIES)


def list_stones(position: Pente) -> list[tuple[int, str]]:
    """List the squares with stones, row by row from the upper left corner, and whose they are."""
    cells = "".join("".join(row) for row in position.rows())
    return [(index, cell) for index, cell in enumerate(cells) if cell != "."]


def write(book: dict[str, list[int]]) -> None:
    """Put the lines into the module of the program."""
    path = Path(pente_book.__file__)
    head, _, _ = path.read_text(encoding="utf-8").partition('BOOK = """')
    lines = "".join(f"{key} {','.join(map(str, moves))}\n" for key, moves in sorted(book.items()))
    path.write_text(f'{head}BOOK = """\\\n{lines}"""\n', encoding="utf-8")


if __name__ == "__main__":
    main()
