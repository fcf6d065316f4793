"""The clocks of one game: what each seat has used, and whether that was too much."""

from __future__ import annotations

from ludus.players.base import OutOfTime
from ludus.records.time_control import SECONDS_PER_MOVE, TimeControl
from ludus.turn import Clock


class GameClock:
    """The clocks of all seats in one game."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.used = [0.0] * seats
        self.total = [control.game] * seats
        self._turns = [0] * seats
        self._wall = [0.0] * seats

    def read(self, seat: int) -> Clock:
        """Read the clock of a seat."""
        return Clock(self.used[seat], self.total[seat], self.control.move, self.control.nodes)

    def restore(self, earlier: GameClock) -> None:
        """Show again what another clock of this game showed."""
        self.used[:], self.total[:] = earlier.used, earlier.total
        self._turns[:], self._wall[:] = earlier._turns, earlier._wall

    def note(self, seat: int, seconds: float, wall: float = 0.0) -> float:
        """Add the time of a turn to the seat's clock without judging it; return how much of it counts."""
        charged = max(0.0, seconds - self.control.grace)
        self.used[seat] += charged
        self._wall[seat] += wall
        self._turns[seat] += 1
        return charged

    def charge(self, seat: int, seconds: float, wall: float = 0.0) -> None:
        """Add the time of a move to the seat's clock; raise `OutOfTime` if it took too long.

        `wall` is the wall-clock time, for programs whose wall-clock time is limited, too.
        """
        charged = self.note(seat, seconds, wall)
        limit = self.control.move
        if limit is not None and charged > limit:
            raise OutOfTime(f"the move took {charged:.3f} s, {limit:g} s were allowed")
        # The contests say that reaching zero loses.
        if self.used[seat] >= self.total[seat]:
            raise OutOfTime(f"{self.used[seat]:.3f} s used, {self.total[seat]:g} s were allowed for the game")
        self.check_wall(seat)
        self.total[seat] += self.control.increment

    def check_wall(self, seat: int) -> None:
        """Raise `OutOfTime` if a program has taken too much wall-clock time, whatever else it has used."""
        for_moves = (SECONDS_PER_MOVE + self.control.grace) * self._turns[seat]
        allowed = self.control.patience * self.total[seat] + for_moves
        if self._wall[seat] > allowed:
            raise OutOfTime(
                f"used {self._wall[seat]:.1f} s of wall-clock time for the game, {allowed:.4g} s were allowed"
            )
