"""Results are on the disk before the next game is handed out, however many arrive together, and whoever stops early."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from ludus.arena.match import Pairing, play
from ludus.arena.runner import Finished, Moved, Voided
from ludus.sandbox.capabilities import Machine
from ludus.store.reader import StoreReader
from ludus.store.store import Store
from ludus.tournaments.coordinator import open_tournament
from ludus.tournaments.plans.plan import read_plan

PLAN = """\
game = "checkers"
ply_cap = 10
schedule = { games = 4 }
entrants = [{ player = "random" }, { player = "greedy" }, { player = "first" }]
"""


class Together:
    """Plays several games at a time, and returns them together."""

    size = 3

    def __init__(self, path: Path) -> None:
        self._games: list[Pairing] = []
        self._machine = Machine()
        self._path = path
        self.stored: list[int] = []
        """How many games another process would have found in the store whenever one was handed out."""

    def submit(self, pairing: Pairing, attempt: int) -> None:
        with StoreReader(self._path) as reader:
            self.stored.append(len(reader.list_results()))
        self._games.append(pairing)

    def wait(self) -> Iterable[Moved | Finished | Voided]:
        games, self._games = self._games, []
        return [Finished(play(pairing, self._machine)) for pairing in games]

    def close(self) -> None:
        self._games.clear()


def begin(folder: Path) -> Path:
    path = folder / "cup.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_all_results_are_stored_before_the_next_game_is_handed_out(tmp_path: Path) -> None:
    plan = read_plan(begin(tmp_path))
    with Store.open(plan.store) as store:
        pool = Together(plan.store)
        list(open_tournament(plan, store, Machine(), print).play(pool))
    assert pool.stored == [0, 0, 0, 3, 3, 3, 6, 6, 6, 9, 9, 9]
    with StoreReader(plan.store) as reader:
        assert len(reader.list_results()) == 12


def test_what_has_ended_is_stored_when_somebody_stops_listening(tmp_path: Path) -> None:
    plan = read_plan(begin(tmp_path))
    with Store.open(plan.store) as store:
        tournament = open_tournament(plan, store, Machine(), print)
        with closing(tournament.play(Together(plan.store))) as events:
            for event in events:
                if isinstance(event, Finished):
                    break
        with StoreReader(plan.store) as reader:
            assert len(reader.list_results()) == 1
