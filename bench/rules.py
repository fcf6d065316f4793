"""Speed of the Python rules beside python-chess, in the same run, interleaved.

For each game, over the positions of a few random games:
    play          play(text)                beside  push(parse_uci(text))
    moves+play    moves() and one play      beside  list(legal_moves) and one push
Each figure is the best of several rounds; the ratio is ours / theirs, so below 1 is faster.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess

from ludus.games import GAMES, Position

ROUNDS = 9
GAMES_EACH = 3
LONGEST = 120

Work = Callable[[], int]


def our_games(name: str) -> list[tuple[Position, str]]:
    """Collect positions with a move each from random games."""
    found = []
    for seed in range(GAMES_EACH):
        rng, position = random.Random(seed), GAMES[name].start()
        for _ in range(LONGEST):
            moves = position.moves()
            if not moves:
                break
            found.append((position, rng.choice(moves)))
            position = position.play(found[-1][1])
    return found


def chess_games() -> list[tuple[chess.Board, str]]:
    """Collect the same for chess."""
    found = []
    for seed in range(GAMES_EACH):
        rng, board = random.Random(seed), chess.Board()
        for _ in range(LONGEST):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            found.append((board.copy(stack=False), move.uci()))
            board.push(move)
    return found


def our_work(name: str) -> tuple[Work, Work]:
    """Make the two pieces of work for one of our games; each returns how many positions it went through."""
    cases = our_games(name)

    def play() -> int:
        for position, move in cases:
            position.play(move)
        return len(cases)

    def moves_and_play() -> int:
        for position, _ in cases:
            moves = position.moves()
            position.play(moves[len(moves) // 2])
        return len(cases)

    return play, moves_and_play


def chess_work() -> tuple[Work, Work]:
    """Make the same two for python-chess; a push is taken back, as its users do."""
    cases = chess_games()

    def play() -> int:
        for board, move in cases:
            board.push(board.parse_uci(move))
            board.pop()
        return len(cases)

    def moves_and_play() -> int:
        for board, _ in cases:
            moves = list(board.legal_moves)
            board.push(moves[len(moves) // 2])
            board.pop()
        return len(cases)

    return play, moves_and_play


def main() -> None:
    """Run all work in turn, several rounds, and print the best of each."""
    work = {"python-chess": chess_work(), **{name: our_work(name) for name in GAMES}}
    best: dict[tuple[str, int], float] = {}
    for _ in range(ROUNDS):
        for name, pieces in work.items():
            for kind, piece in enumerate(pieces):
                began = time.process_time()
                done = piece()
                spent = (time.process_time() - began) / done * 1e6
                best[name, kind] = min(spent, best.get((name, kind), spent))
    print(
        f"{'':14}{'play':>10}{'ratio':>8}{'moves+play':>14}{'ratio':>8}   (µs CPU a position, best of {ROUNDS})"
    )
    for name in work:
        cells = [
            f"{best[name, kind]:>{width}.1f}{best[name, kind] / best['python-chess', kind]:>8.2f}"
            for kind, width in ((0, 10), (1, 14))
        ]
        print(f"{name:14}{''.join(cells)}")


if __name__ == "__main__":
    main()
