"""Makes games of the meetings that a form of tournament asks for.

The opening and the clock follow from the block, so that the games of a block have the same; the id of a game contains the
versions of its participants, its opening, settings and seed. In a game with a `players` option that option follows the
number of people at the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludus.arena.match import MatchSettings, Pairing, make_pairing
from ludus.arena.openings import START, Opening, list_start_options
from ludus.arena.runner import Scored
from ludus.errors import BadOption
from ludus.games.registry import find_game
from ludus.players.participant import Participant
from ludus.records.time_control import TimeControl
from ludus.seeds import derive_seed
from ludus.tournaments.meeting import Form, Meeting, Met, describe_count

SEATS = "players"
"""The option by which a game is told the number of its seats, if it can have several."""


class TournamentSchedule:
    """The games of a tournament, as the runner asks for them."""

    def __init__(
        self,
        form: Form,
        participants: Sequence[Participant],
        settings: MatchSettings,
        openings: Sequence[Opening] = (),
        seed: int = 0,
        clocks: Sequence[TimeControl] = (),
    ) -> None:
        """One of the clocks is drawn for each block; without any, that of the settings holds."""
        self._form = form
        self._participants = {participant.key: participant for participant in participants}
        self._settings = settings
        self._openings = sorted(
            openings or (START,), key=lambda opening: derive_seed(seed, "opening", str(opening))
        )
        self._seed = seed
        self._clocks = clocks or (settings.control,)
        self._game = find_game(settings.game, settings.files)
        self._fitting: dict[int, tuple[MatchSettings, list[Opening]]] = {}
        self._made: dict[Meeting, Pairing] = {}

    @property
    def is_fixed(self) -> bool:
        """Whether no game depends on the result of another."""
        return self._form.is_fixed

    def next(self, finished: Sequence[Scored]) -> Sequence[Pairing]:
        """List the games that can be played now and are not finished."""
        met = [Met(_find_meeting(scored.pairing), scored.points) for scored in finished]
        over = {one.meeting for one in met}
        return [self.pair(meeting) for meeting in self._form.next(met) if meeting not in over]

    def pair(self, meeting: Meeting) -> Pairing:
        """Make the game of a meeting; to go on with a tournament, this finds its finished games again by their ids."""
        if meeting not in self._made:
            self._made[meeting] = self._make(meeting)
        return self._made[meeting]

    def _make(self, meeting: Meeting) -> Pairing:
        size = len(meeting.seats)
        if size not in self._fitting:
            self._fitting[size] = self._fit(size)
        settings, openings = self._fitting[size]
        clock = self._clocks[derive_seed(self._seed, "clock", meeting.block) % len(self._clocks)]
        seats = tuple(self._participants[key] for key in meeting.seats)
        opening = openings[meeting.block % len(openings)]
        settings = replace(settings, control=clock)
        pairing = make_pairing(settings, meeting.number, meeting.block, seats, opening, self._seed)
        return replace(pairing, round=meeting.round)

    def _fit(self, size: int) -> tuple[MatchSettings, list[Opening]]:
        """Find the settings and openings for a number of seats."""
        options, game = dict(self._settings.options), self._game
        if SEATS in list_start_options(game) and game.start(**options).seats != size:
            options[SEATS] = str(size)
        openings = [
            opening
            for opening in self._openings
            if dict(opening.options).get(SEATS, str(size)) == str(size)
            and opening.make_position(game, options).seats == size
        ]
        if not openings:
            raise BadOption(
                f"{game.name}: expected an opening for {describe_count(size, 'seat')}, found none"
            )
        return replace(self._settings, options=tuple(options.items())), openings


def _find_meeting(pairing: Pairing) -> Meeting:
    return Meeting(pairing.number, pairing.round, pairing.block, pairing.keys)
