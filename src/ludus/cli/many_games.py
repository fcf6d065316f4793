"""What the commands that play many games share: who plays, the games as they end, their records."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from ludus.arena.match import MatchSettings, Pairing
from ludus.arena.runner import ATTEMPTS, Finished, InOrder, Listed, Pool, Scored, Voided, play_schedule
from ludus.cli.match_records import Keeper, NotKept
from ludus.errors import BadOption
from ludus.games.registry import find_game
from ludus.players.base import BadPlayer
from ludus.players.participant import Participant, resolve_all
from ludus.sandbox.capabilities import Machine
from ludus.terminal.progress import LongSteps, Progress

INTERRUPTED = 130


def resolve_players(
    settings: MatchSettings, machine: Machine, players: Sequence[str], progress: Progress
) -> list[Participant]:
    """Resolve each player once before the first game; warn about those who cannot play."""
    game = find_game(settings.game, settings.files)
    participants = resolve_all(players, game, machine, LongSteps(progress).report)
    absent = [participant for participant in participants if participant.absence]
    if len(participants) - len(absent) < min(2, len(participants)):
        raise BadPlayer(absent[0].absence)
    for participant in absent:
        progress.note(f"warning: {participant.name} is absent from its games: {participant.absence}")
    return participants


def name_sides(pairing: Pairing) -> list[str]:
    """List the displayed names of the seats."""
    settings = pairing.settings
    position = pairing.opening.make_position(find_game(settings.game, settings.files), dict(settings.options))
    return [position.seat_name(seat) for seat in range(position.seats)]


def check_new_file(name: str | None) -> Path | None:
    """Check that a file can be written and does not exist yet."""
    if name is None:
        return None
    path = Path(name)
    try:
        path.open("x").close()
    except FileExistsError:
        raise BadOption(f"{name}: the file already exists; choose another name") from None
    except OSError as error:
        raise BadOption(f"{name}: the file cannot be written: {error.strerror}") from error
    return path


def report_void(event: Voided, note: Callable[[str], None]) -> None:
    """Report a void game in one line, with the traceback below where it stays void by a fault of ours."""
    what = (
        "it stays void" if event.is_final else f"it is played again (try {event.attempt + 1} of {ATTEMPTS})"
    )
    note(f"warning: game {event.pairing.id} is void: {event.reason}; {what}")
    for line in event.details.splitlines() if event.is_final else ():
        note(f"  {line}")


def play_games(
    schedule: Sequence[Pairing], pool: Pool, progress: Progress, kept: Keeper | None = None
) -> Generator[Finished | Voided, None, None]:
    """Play all games and yield those that are done, in the order of their ends; note every void one.

    Those that are kept from an earlier run are not played again.
    """
    kept = kept or NotKept()
    finished = [Scored(result.pairing, result.points) for result in kept.finished]
    with closing(play_schedule(Listed(schedule), pool, finished)) as events:
        for event in events:
            if isinstance(event, Voided) and event.error is not None:
                raise event.error
            if isinstance(event, Finished | Voided):
                kept.add(event)
            if isinstance(event, Voided):
                report_void(event, progress.note)
            if isinstance(event, Finished) or (isinstance(event, Voided) and event.is_final):
                yield event


def play_in_order(
    schedule: Sequence[Pairing],
    pool: Pool,
    kept: Keeper,
    progress: Progress,
    keep: Callable[[Finished | Voided], None],
    describe: Callable[[], str],
) -> int:
    """Play all games; even when interrupted, keep and record those that are done in the order of the schedule.

    `describe` tells how far that has come. Return the exit code: 0 if all games were played.
    """
    ordered = InOrder(schedule)

    def take(events: Iterable[Finished | Voided]) -> None:
        for event in events:
            keep(event)
            if isinstance(event, Finished):
                kept.add_in_order(event)

    for result in kept.finished:
        take(ordered.put(Finished(result)))
    try:
        with closing(play_games(schedule, pool, progress, kept)) as events:
            for event in events:
                take(ordered.put(event))
                progress.show(describe())
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        take(ordered.flush())
    return 0
