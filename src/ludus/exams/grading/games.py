"""The games by which a course grades a program: whom it meets, in which seat, and what each game gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ludus.arena.match import MatchSettings, Pairing, make_pairing
from ludus.arena.openings import START, Opening
from ludus.arena.runner import Finished, Voided
from ludus.arena.scoring import rank_seats
from ludus.contests.base import GamesPart
from ludus.errors import BadOption
from ludus.games.base import Game
from ludus.players.participant import Participant
from ludus.records.events import BY_RULES, CUT_SHORT
from ludus.records.record import Record
from ludus.records.time_control import TimeControl
from ludus.seeds import derive_seed
from ludus.text import quote

WON, DRAWN, LOST, VOID = "won", "drawn", "lost", "void"
Opponents = tuple[Participant, ...]
"""The opponents whom the program meets in one game."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The result of one graded game."""

    number: int
    """From 1."""
    opponent: str
    """The name of the opponent, or of several."""
    seat: int
    result: str
    points: float
    moves: int
    """How many moves the program has made."""
    seconds: float
    """What it has used for them."""
    kind: str
    """What ended the game, in the referee's word; empty for a void game."""
    reason: str
    id: str
    is_misconduct: bool = False
    """Whether the program lost by misconduct, or had turns that were rolled back."""


def make_grade_settings(game: Game, part: GamesPart, clock: str | None = None) -> MatchSettings:
    """Make the settings of all games; `clock` replaces that of the course."""
    control, usual = TimeControl.read(clock or part.clock), TimeControl.read(part.clock)
    untimed = TimeControl().game
    if control.game == untimed != usual.game:
        raise BadOption(f"--clock {quote(clock or '')}: expected seconds for the whole game, like game=100")
    return MatchSettings(game.name, options=part.options, control=control)


def add_tables(part: GamesPart, others: Sequence[str]) -> list[tuple[str, ...]]:
    """List the opponents at each table; another one takes the first place at a further table."""
    if others and not part.takes_others:
        raise BadOption("--against: in this course the opponents are fixed")
    return [*part.tables, *((other, *part.tables[0][1:]) for other in others)]


def make_grade_pairings(
    part: GamesPart, settings: MatchSettings, program: Participant, tables: Sequence[Opponents], seed: int
) -> Iterator[Pairing]:
    """Yield the games, one table after the other, first those in which the program begins."""
    number = 0
    for table in tables:
        seats = [seat for seat, games in enumerate(part.per_seat) for _ in range(games)]
        for game, seat in enumerate(seats):
            seated = (*table[:seat], program, *table[seat:])
            game_seed = derive_seed(seed, "grade", name_opponents(table), game)
            opening = _draw_board(game_seed) if part.draws_boards else START
            yield replace(make_pairing(settings, number, number, seated, opening, seed), seed=game_seed)
            number += 1


def _draw_board(game_seed: int) -> Opening:
    return Opening((("seed", str(derive_seed(game_seed, "board") % 10**9)),))


def name_opponents(opponents: Opponents) -> str:
    """Name the opponents."""
    return ", ".join(opponent.name for opponent in opponents)


def mark_game(event: Finished | Voided, program: Participant, part: GamesPart, games: int) -> Mark:
    """Mark one of the games of an exam; a void one gives no points."""
    pairing = event.pairing
    seat = pairing.keys.index(program.key)
    opponent = name_opponents((*pairing.seats[:seat], *pairing.seats[seat + 1 :]))
    if isinstance(event, Voided):
        reason = f"void: {event.reason}"
        return Mark(pairing.number + 1, opponent, seat, VOID, 0, 0, 0.0, "", reason, pairing.id)
    result = event.result
    share, record = result.points[seat], result.record
    value = float(share == 1) if part.only_wins else share
    kind, reason, is_misconduct = _find_reason(record, seat)
    return Mark(
        pairing.number + 1,
        opponent,
        seat,
        _name_result(share, record, seat),
        part.most * value / games,
        result.turns[seat],
        record.used[seat],
        kind,
        reason,
        pairing.id,
        is_misconduct,
    )


def _name_result(share: float, record: Record, seat: int) -> str:
    if len(record.players) > 2 and share != 1:
        return f"place {rank_seats(record.verdict)[seat]}"
    return WON if share == 1 else LOST if share == 0 else DRAWN


def _find_reason(record: Record, seat: int) -> tuple[str, str, bool]:
    """Say what ended the game, or what the program did wrong in it, and whether that is misconduct."""
    verdict = record.verdict
    offences = [offence for offence in record.offences if offence.seat == seat]
    if offences:
        return offences[0].kind, f"{len(offences)} turns lost, the first: {offences[0].reason}", True
    return verdict.kind, verdict.reason, verdict.kind not in (BY_RULES, CUT_SHORT) and verdict.seat == seat
