"""How long turns of Amazons get, and whether the referee explains each of them: course boards and generated ones.

    bench/chains.py [--boards N] [--course FOLDER] [--first SEED]

Each board is played by random, greedy and engine players and by one that seeks horses, as long as a horse is left.
Every turn is written as a board and explained by the referee's reader. 1,000 boards take about three minutes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from ludus.games import IllegalMove
from ludus.games.amazons import Amazons
from ludus.games.amazons_board import FREE, HORSE, Contestant, find_chart, write_fields, write_players
from ludus.games.base import spell
from ludus.players.alphabeta import EnginePlayer
from ludus.players.base import Player
from ludus.players.baseline import Random
from ludus.players.references.reference_agents import AmazonsGreedy
from ludus.protocols.amazons_file import State, read_state
from ludus.protocols.amazons_turn import explain
from ludus.turn import Choice, Limits, Turn

SIZES = range(14, 21)
"""Rows and columns of the course boards."""
TURNS = 60
NODES = 200


class HorseSeeker(Player):
    """Moves an amazon that sees a horse, lands on one wherever there is one, and spares the others."""

    def __init__(self, seed: int = 0) -> None:
        self.name = "horse seeker"
        self._rng = random.Random(seed)

    def choose(self, turn: Turn) -> Choice:
        """Draw an amazon that sees a horse, then a horse, then a shot that hits none."""
        position = turn.position
        assert isinstance(position, Amazons)
        if position.placement:
            return Choice((self._rng.choice(position.moves()),))
        hands = list(position.targets())
        self._rng.shuffle(hands)
        source = max(hands, key=lambda hand: bool(_find_horses(position, hand)))
        horses = _find_horses(position, source)
        landing = self._rng.choice(horses or list(position.targets((source,))))
        shots = list(position.targets((source, landing)))
        spared = [shot for shot in shots if not _is_horse(position, shot)] or shots
        touched = [source, landing, self._rng.choice(spared)] if shots else [source, landing]
        return Choice((spell(position, touched),))


def _is_horse(position: Amazons, name: str) -> bool:
    index = find_chart(len(position.fields) // position.width, position.width).index
    return position.fields[index[name]][1] == HORSE


def _find_horses(position: Amazons, source: str) -> list[str]:
    return [landing for landing in position.targets((source,)) if _is_horse(position, landing)]


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": Random,
    "greedy": AmazonsGreedy,
    "engine": lambda seed: EnginePlayer(Limits(nodes=NODES)),
    "horse seeker": HorseSeeker,
}


class Tally:
    """What came of the turns of one kind of player."""

    def __init__(self) -> None:
        self.lengths: Counter[int] = Counter()
        self.refused: Counter[int] = Counter()
        self.seconds: list[float] = []

    def add(self, before: Amazons, moves: list[str], after: Amazons) -> None:
        """Let the referee's reader explain a turn."""
        self.lengths[len(moves)] += 1
        began = time.thread_time()
        try:
            found = explain(before, State(after.fields, after.width, after.players))
        except IllegalMove:
            self.refused[len(moves)] += 1
            return
        finally:
            self.seconds.append(time.thread_time() - began)
        assert _play_moves(before, found) == after

    def report(self) -> str:
        """Say it in two lines."""
        lengths = " ".join(f"{length}:{count}" for length, count in sorted(self.lengths.items()))
        refused = " ".join(f"{length}:{count}" for length, count in sorted(self.refused.items())) or "none"
        mean, worst = sum(self.seconds) / len(self.seconds), max(self.seconds)
        return (
            f"{self.lengths.total()} turns, steps {lengths}\n"
            f"    refused {refused}; explained in {mean * 1000:.2f} ms on average, {worst * 1000:.1f} ms at worst"
        )


def _play_moves(position: Amazons, moves: tuple[str, ...]) -> Amazons:
    for move in moves:
        position = position.play(move)
    return position


def play(start: Amazons, player: Player, tally: Tally) -> None:
    """Play for all seats until no horse is left; placements are not counted."""
    turn = Turn(start)
    for _ in range(TURNS):
        before = turn.position
        moves: list[str] = []
        assert isinstance(before, Amazons)
        if before.outcome() is not None or not any(
            field in FREE and field[1] == HORSE for field in before.fields
        ):
            return
        position = before
        while not moves or position.bound is not None:
            moves += player.choose(turn).moves
            turn = turn.after(moves[-1])
            assert isinstance(turn.position, Amazons)
            position = turn.position
        if not before.placement:
            tally.add(before, moves, position)


def generate_boards(count: int, first: int) -> Iterator[Amazons]:
    """Make boards as `ludus board amazons` does, as large as course boards."""
    for seed in range(first, first + count):
        rng = random.Random(seed)
        yield Amazons.start(size=f"{rng.choice(SIZES)}x{rng.choice(SIZES)}", seed=seed)


def course(folder: Path) -> Iterator[Amazons]:
    """Read boards and let two players, or those who have rows, place three amazons each."""
    for path in sorted(folder.glob("*.txt")):
        state = read_state(path.read_bytes())
        players = state.players or (Contestant("ann", "1", 0), Contestant("bob", "2", 0))
        yield Amazons.read(
            f"{write_fields(state.fields, state.width)} {write_players(players)} placement:3 {players[0].digit}"
        )


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--course", type=Path)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    sets = {"generated": list(generate_boards(options.boards, options.first))}
    if options.course is not None:
        sets["course"] = list(course(options.course))
    for title, boards in sets.items():
        print(f"{len(boards)} {title} boards")
        for name, make in PLAYERS.items():
            tally = Tally()
            for number, board in enumerate(boards):
                play(board, make(number), tally)
            print(f"  {name}: {tally.report()}", flush=True)


if __name__ == "__main__":
    main()
