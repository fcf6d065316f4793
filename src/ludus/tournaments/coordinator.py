"""Runs a tournament: plan, participants, schedule, runner, store. The same call begins it and goes on with it.

What is finished is in the store, and everything else follows from the plan and the participants imported at the start; so a
tournament goes on after Ctrl-C, a kill or a power cut as if nothing had happened. A plan may be changed meanwhile where no
game depends on it (workers, comments); any other change is refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache

from ludus.arena.match import MatchSettings, Pairing, find_game_once
from ludus.arena.openings import Opening
from ludus.arena.runner import ATTEMPTS, Event, Finished, Moved, Pool, Scored, Started, play_schedule
from ludus.errors import BadOption
from ludus.intake.build import OnStep, ignore_step
from ludus.players.participant import Participant
from ludus.records.results import GameResult
from ludus.sandbox.capabilities import Machine
from ludus.store.fingerprint import GAME_FILES, SETTINGS, take_fingerprint
from ludus.store.reader import StoreReader
from ludus.store.store import Store
from ludus.store.stored import PlannedGame, StoredParticipant, VoidAttempt
from ludus.text import quote
from ludus.tournaments.entrants import choose_players, find_again, import_entrants
from ludus.tournaments.keeping_pool import KeepingPool
from ludus.tournaments.meeting import Form, Meeting
from ludus.tournaments.pairings import TournamentSchedule
from ludus.tournaments.plans.forms import CHALLENGERS
from ludus.tournaments.plans.plan import OUT, Plan
from ludus.tournaments.plans.table import BadPlan

SHOWN = 5
"""How many names are listed in one line."""
Tell = Callable[[str], None]
"""Receives a line for the organiser."""


def ignore(_: str) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament that can be played on."""

    plan: Plan
    store: Store
    entrants: tuple[StoredParticipant, ...]
    """All who were imported, those who stay out as well."""
    players: tuple[Participant, ...]
    form: Form
    schedule: TournamentSchedule

    def play(self, pool: Pool, again: Collection[str] = ()) -> Generator[Event, None, None]:
        """Play what is left, store each event, and yield it; games that stayed void are tried only if named `again`."""
        attempts = {game: count for game, count in self.store.count_attempts().items() if game not in again}
        finished = [self._score(result) for result in self.store.list_results()]
        kept = KeepingPool(pool, self.store)
        try:
            with closing(play_schedule(self.schedule, kept, finished, attempts)) as events:
                for event in events:
                    self._keep(event, kept)
                    yield event
        finally:
            kept.commit()

    def list_undecided(self) -> list[VoidAttempt]:
        """List the games that stayed void and that nobody has settled: the last attempt of each."""
        last = {void.game.id: void for void in self.store.list_voids() if not void.is_settled}
        return [void for void in last.values() if void.attempt >= ATTEMPTS]

    def _score(self, result: GameResult) -> Scored:
        """Find the game of a result again."""
        number = int(result.id.partition("-")[0])
        pairing = self.schedule.pair(Meeting(number, result.round, result.block, result.keys))
        if pairing.id != result.id:
            raise BadOption(
                f"{self.store.path}: game {result.id} does not belong to this plan, which has {pairing.id} in its place"
            )
        return Scored(pairing, result.points)

    def _keep(self, event: Event, kept: KeepingPool) -> None:
        """Store an event; the number of an attempt is the store's, because a game may be tried again later."""
        if isinstance(event, Started):
            self.store.add_start(describe_game(event.pairing), event.attempt)
        elif isinstance(event, Moved):
            self.store.add_move(event.pairing.id, event.attempt, event.what)
        elif isinstance(event, Finished):
            kept.begin()
            self.store.add_game(event.result.record)
        else:
            kept.begin()
            self.store.add_void(describe_game(event.pairing), 0, event.reason, event.details)


def open_tournament(
    plan: Plan,
    store: Store,
    machine: Machine,
    tell: Tell,
    show: Tell = ignore,
    on_step: OnStep = ignore_step,
    **more: str,
) -> Tournament:
    """Begin a tournament, or go on with the one in the store.

    `tell` receives what the organiser should know, `show` how far the import has come; `more` is noted about this run.
    """
    entrants = tuple(store.list_participants())
    if entrants:
        check_plan(plan, store)
        _tell_changes(plan, entrants, tell)
        _tell_changed_game(plan, store, tell)
        for news in find_again(entrants, machine, on_step):
            tell(f"warning: {news}")
    else:
        entrants = import_all(plan, machine, tell, show, on_step)
    tournament = make_tournament(plan, store, entrants)
    with store.batch():
        store.add_participants(entrants)
        store.add_run(take_fingerprint(**describe_settings(plan), **more), plan.text)
    return tournament


def make_tournament(plan: Plan, store: Store, entrants: Collection[StoredParticipant]) -> Tournament:
    """Put a tournament together."""
    players, form, schedule = plan_games(plan, tuple(entrants))
    return Tournament(plan, store, tuple(entrants), players, form, schedule)


def plan_games(
    plan: Plan, entrants: Sequence[StoredParticipant]
) -> tuple[tuple[Participant, ...], Form, TournamentSchedule]:
    """Find out who plays, in which form, and the schedule of their games."""
    players = tuple(choose_players(plan, entrants))
    if sum(not player.absence for player in players) < 2:
        raise BadPlan(f"{plan.path}: expected two or more entrants that can play, found {len(players)}")
    _check_challengers(plan, entrants)
    form = plan.make_form([player.key for player in players])
    return players, form, make_schedule(plan, form, players)


def make_schedule(plan: Plan, form: Form, players: Collection[Participant]) -> TournamentSchedule:
    """Make the schedule of a plan."""
    settings = MatchSettings(plan.game, plan.files, plan.options, plan.clocks[0], plan.ply_cap)
    return TournamentSchedule(form, tuple(players), settings, plan.load_openings(), plan.seed, plan.clocks)


def check_plan(plan: Plan, store: StoreReader) -> None:
    """Refuse a plan under which other games would be played than those of the tournament that has begun."""
    runs = [run for run in store.list_runs() if SETTINGS in run.fingerprint]
    if not runs:
        error = BadPlan(f"{store.path}: expected the store of a tournament, found one of single matches")
        error.hint = 'name another file in the plan: store = "..."'
        raise error
    change = find_change(plan, json.loads(runs[0].fingerprint[SETTINGS]))
    if change:
        key, before, now = change
        error = BadPlan(
            f"{plan.path}: {key}: the tournament began with {quote(before)}, and the plan now says {quote(now)}"
        )
        error.hint = 'change it back (only workers and settings that no game depends on may change), or start a new tournament in another store: store = "..."'
        raise error


def find_change(plan: Plan, settings: Mapping[str, str]) -> tuple[str, str, str] | None:
    """Find a key under which a plan says something else than the settings of games, and what each of them says."""
    changes = ((key, settings.get(key, ""), value) for key, value in plan.list_decisive().items())
    return next((change for change in changes if change[1] != change[2]), None)


def describe_settings(plan: Plan) -> dict[str, str]:
    """Describe what the games of a plan depend on, as a run keeps it."""
    return {SETTINGS: json.dumps(plan.list_decisive()), GAME_FILES: json.dumps(plan.hash_files())}


def _check_challengers(plan: Plan, entrants: Sequence[StoredParticipant]) -> None:
    """Refuse a gauntlet in which somebody else would take the place of a challenger."""
    for one in entrants[: dict(plan.settings).get(CHALLENGERS, 0)]:
        if one.absence and plan.absent == OUT:
            raise BadPlan(f"{plan.path}: the challenger {one.key} cannot play: {one.absence}")


def import_all(
    plan: Plan, machine: Machine, tell: Tell, show: Tell, on_step: OnStep
) -> tuple[StoredParticipant, ...]:
    """Import all entrants of a plan, and tell what the organiser should know about them."""
    found: list[StoredParticipant] = []
    for one in import_entrants(plan, plan.find_game(), machine, on_step):
        found.append(one)
        show(f"{len(found)} of {len(plan.entrants)} entrants imported: {one.key}")
        if one.absence:
            what = "stays out" if plan.absent == OUT else "loses its games"
            tell(f"warning: {one.key} {what}: {one.absence}")
        for note in one.notes.splitlines():
            tell(f"warning: {one.key}: {note}")
    return tuple(found)


def _tell_changes(plan: Plan, entrants: Collection[StoredParticipant], tell: Tell) -> None:
    """Tell who stays out, and which entrants were added to the plan or taken out since the tournament began."""
    before, now = {one.source for one in entrants}, {one.text for one in plan.entrants}
    absent = [one.key for one in entrants if one.absence]
    for names, what in (
        (absent, "stay out" if plan.absent == OUT else "lose their games"),
        (sorted(now - before), "came after the tournament began, and do not take part"),
        (sorted(before - now), "are no longer in the plan, and take part to the end"),
    ):
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            tell(f"warning: {', '.join(names[:SHOWN])}{more}: {what}")


def _tell_changed_game(plan: Plan, store: Store, tell: Tell) -> None:
    """Tell which files of a game have changed: somebody may have repaired them, so it is not refused."""
    before: dict[str, str] = json.loads(store.list_runs()[-1].fingerprint.get(GAME_FILES, "{}"))
    for name, content in plan.hash_files().items():
        if before.get(name, content) != content:
            tell(f"warning: {name} has changed since the last games; those stay as they are")


def describe_game(pairing: Pairing) -> PlannedGame:
    """Describe a game that has no record yet."""
    settings = pairing.settings
    start = _write_start(settings.game, settings.files, settings.options, pairing.opening)
    return PlannedGame(pairing.id, pairing.keys, pairing.round, pairing.block, settings.game, start)


@lru_cache(maxsize=256)
def _write_start(
    game: str, files: tuple[str, ...], options: tuple[tuple[str, str], ...], opening: Opening
) -> str:
    """Write the position in which the players begin; many games have the same."""
    return str(opening.make_position(find_game_once(game, files), dict(options)))
