"""Who takes part in a match: what a text names, resolved once before the first game.

A participant is known by its key. Pairings, records and workers carry that key and the version, which for a program is
the hash of its content: a folder that changes in mid-match changes nobody's program.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludus.errors import MachineFault
from ludus.games.base import Game
from ludus.players.base import Absence, Absent, BadPlayer, Player
from ludus.players.named import make_player, runs_own_code
from ludus.text import make_printable
from ludus.turn import Choice, Turn

if TYPE_CHECKING:
    from ludus.intake.build import OnStep
    from ludus.sandbox.capabilities import Machine


@dataclass(frozen=True, slots=True)
class Participant:
    """One who takes part."""

    key: str
    """Tells it from all others of the match, in ids and records."""
    name: str
    """What people call it; several may have the same name."""
    version: str
    """What exactly plays: our version, or the hash of a program's content."""
    spec: str
    """The text that makes its player; it names no folder that could change."""
    absence: str = ""
    """Why it cannot sit down, where that is known before the first game."""


def resolve_all(
    texts: Sequence[str], game: Game, machine: Machine, on_step: OnStep | None = None
) -> list[Participant]:
    """Resolve the players of a match; raise `BadPlayer` for a text that names none.

    A program that is refused, cannot be built or does not tell its name takes part all the same, and is absent from its games.
    Building one may take minutes; `on_step` is called for each step.
    """
    participants: list[Participant] = []
    for text in texts:
        taken = {participant.key for participant in participants}
        participants.append(_resolve(text, game, machine, taken, on_step))
    # Nobody has played yet, so there are no files to be kept.
    machine.close_kept()
    return participants


def seat(participant: Participant, game: Game, machine: Machine, seed: int) -> Player:
    """Make the player of a participant for one game; one that was absent when it was resolved stays absent.

    A text that named a player when it was resolved and names none now is nobody's fault but the machine's or ours, and
    so is a program that cannot sit down any more.
    """
    absence = participant.absence
    if not absence:
        try:
            player = make_player(participant.spec, game, machine, seed, is_own=True)
        except Absent as error:
            # Here, content, build and name of a program are kept from when it was resolved, so what it does cannot
            # bring this about: something of this machine is gone. A worker of a cluster builds it and asks for its name
            # again, and a program that fails only there makes its games void. An agent is made again for each game.
            if not runs_own_code(participant.spec):
                raise MachineFault(str(error)) from error
            absence = str(error)
        except BadPlayer as error:
            raise MachineFault(str(error)) from error
        else:
            player.key, player.name = participant.key, participant.name
            player.version = player.version or participant.version
            return player
    return AbsentPlayer(participant, absence)


class AbsentPlayer(Player):
    """Sits in for a participant that could not sit down."""

    def __init__(self, participant: Participant, reason: str) -> None:
        self.key, self.name, self.version = participant.key, participant.name, participant.version
        self._reason = reason

    def choose(self, turn: Turn) -> Choice:
        """Be absent."""
        raise Absence(self._reason)


def _resolve(
    text: str, game: Game, machine: Machine, taken: Collection[str], on_step: OnStep | None
) -> Participant:
    try:
        player = make_player(text, game, machine, on_step=on_step, is_own=True)
        player.introduce()
    except Absent as error:
        return Participant(make_key(error.name, taken), error.name, error.version, text, str(error))
    player.close()
    name = make_printable(player.name)
    return Participant(make_key(name, taken), name, player.version, player.spec or text)


def make_key(name: str, taken: Collection[str]) -> str:
    """Make a key of a name, with a number where others have the same."""
    number, key = 1, name
    while key in taken:
        number += 1
        key = f"{name}#{number}"
    return key
