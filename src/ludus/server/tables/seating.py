"""Makes the players of seats that browsers do not play: levels of our engine, and programs that the organiser allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ludus.games.base import Game
from ludus.players.base import Interruption, Player
from ludus.players.level import list_levels
from ludus.players.participant import Participant, seat
from ludus.sandbox.capabilities import Machine
from ludus.server.tables.server_engine import ServerEngine, ServerEngines
from ludus.server.tables.stored_game import LEVEL
from ludus.server.tables.table import Table
from ludus.turn import Choice, Limits, Turn

HINT = Limits(nodes=20_000)


@dataclass(frozen=True, slots=True)
class AllowedProgram:
    """A program that people may play against."""

    key: str
    game: Game
    participant: Participant


class ServerProgram(Player):
    """A contest program in a sandbox of its own machine: games run side by side in threads."""

    def __init__(self, program: AllowedProgram, seed: int, machine: Machine) -> None:
        self._machine = machine
        self._player = seat(program.participant, program.game, self._machine, seed)
        self.name, self.version = self._player.name, self._player.version

    def choose(self, turn: Turn) -> Choice:
        """Ask the program."""
        return self._player.choose(turn)

    def cancel(self, interruption: Interruption) -> None:
        """Stop the program."""
        self._player.cancel(interruption)

    def is_cancelled(self) -> bool:
        """Tell whether nobody waits for the move any more."""
        return self._player.is_cancelled()

    def raise_interruption(self) -> None:
        """Raise what it was stopped by."""
        self._player.raise_interruption()

    def close(self) -> None:
        """Let it leave, and give back what was claimed for it."""
        self._player.close()
        self._machine.close()


class Seating:
    """Knows whom the server can seat."""

    def __init__(
        self,
        engines: ServerEngines,
        programs: Mapping[str, AllowedProgram],
        make_machine: Callable[[], Machine] = Machine,
    ) -> None:
        self.programs = programs
        self._engines = engines
        self._make_machine = make_machine

    def make_player(self, table: Table, number: int) -> Player:
        """Make the player of a seat."""
        stored, setting = table.state.stored, table.state.seats[number]
        seed = stored.seed + number
        if setting.kind == LEVEL:
            own = Limits(nodes=list_levels()[setting.level - 1].nodes)
            return self._make_engine(table, f"level:{setting.level}", seed, own)
        return ServerProgram(self.programs[setting.program], seed, self._make_machine())

    def find_hint(self, table: Table) -> Choice:
        """Let the best engine choose a move in the position on the board."""
        engine = self._make_engine(table, "engine", 0, HINT)
        try:
            return engine.choose(Turn(table.state.position))
        finally:
            engine.close()

    def _make_engine(self, table: Table, player: str, seed: int, own: Limits) -> ServerEngine:
        return ServerEngine(self._engines, table.state.game, player, seed, own, lambda: table.client)
