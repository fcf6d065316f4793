"""Imports, builds and tries all entrants of a plan before the first game.

Who cannot be imported, cannot be built or fails a short check is absent, with the reason and the log. What the organiser
should know about a program (it contains our own, somebody else has entered the same) is noted and decides nothing.
The store keeps what was imported, so that a tournament goes on with the same versions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ludus.contests import find_contest
from ludus.errors import MachineFault
from ludus.exams.check import FOLDER, check
from ludus.exams.finding import FAILURE
from ludus.games.base import Game
from ludus.intake.build import OnStep, build, ignore_step
from ludus.intake.entrant import HASH, Entrant, import_entrant
from ludus.intake.git import is_git_address
from ludus.intake.tree import BadEntrant, BuildFailed
from ludus.players.base import Absent
from ludus.players.named import make_player
from ludus.players.participant import Participant, make_key
from ludus.players.program import choose_box, seat_entrant
from ludus.sandbox.box import Box
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.files import read_regular
from ludus.sandbox.reply_text import clean_name
from ludus.store.stored import StoredParticipant
from ludus.text import make_printable
from ludus.tournaments.own_code import find_own_code
from ludus.tournaments.plans.entrant_texts import EntrantText
from ludus.tournaments.plans.plan import OUT, Plan

LONGEST_LOG = 1 << 20
"""Bytes of a build log that are kept."""


def import_entrants(
    plan: Plan, game: Game, machine: Machine, on_step: OnStep = ignore_step
) -> Iterator[StoredParticipant]:
    """Import all entrants of a plan, and yield each as soon as it is known; their keys are all different."""
    keys = dict.fromkeys(entrant.key for entrant in plan.entrants)
    specs: dict[str, str] = {}
    for entrant in plan.entrants:
        found = _import_one(entrant, plan, game, machine, on_step)
        key = entrant.key or make_key(found.name, keys)
        keys[key] = None
        if not entrant.key and key != found.name:
            found = _add_note(found, f"somebody else is called {found.name}, too, so it goes by {key}")
        if entrant.is_program and found.spec:
            other = specs.setdefault(found.spec, key)
            if other != key:
                found = _add_note(found, f"its content is the same as that of {other}")
        yield replace(found, key=key)
    # Nobody has played yet, so there are no files to be kept.
    machine.close_kept()


def choose_players(plan: Plan, imported: Sequence[StoredParticipant]) -> list[Participant]:
    """Choose who takes part in the games: all, or those who are not absent."""
    return [
        Participant(one.key, one.name, one.version, one.spec, one.absence)
        for one in imported
        if not (one.absence and plan.absent == OUT)
    ]


def find_again(
    stored: Sequence[StoredParticipant], machine: Machine, on_step: OnStep = ignore_step
) -> Iterator[str]:
    """Make sure that the versions of a tournament that has begun are at hand; yield what the organiser should know.

    A source may have changed since; the version from the beginning goes on playing. Where the cache has lost that one and
    the source no longer has it, raise `MachineFault`.
    """
    for one in stored:
        _, mark, hash_ = one.spec.rpartition(f"folder={HASH}")
        if not mark or one.absence:
            continue
        with on_step(one.name, "looking for the version that plays"):
            change = _find_change(one, f"{HASH}{hash_}", choose_box(one.source, machine))
        if change:
            yield f"{one.key}: {one.source} {change} since the tournament began; the version from then goes on playing"


def _import_one(
    entrant: EntrantText, plan: Plan, game: Game, machine: Machine, on_step: OnStep
) -> StoredParticipant:
    if entrant.is_program:
        return _import_program(entrant, plan, game, machine, on_step)
    player = make_player(entrant.text, game, machine, is_own=True)
    try:
        player.introduce()
    except Absent as error:
        return StoredParticipant("", entrant.name or error.name, absence=str(error), source=entrant.text)
    player.close()
    name = entrant.name or make_printable(player.name)
    return StoredParticipant("", name, player.version, player.spec or entrant.text, source=entrant.text)


def _import_program(
    text: EntrantText, plan: Plan, game: Game, machine: Machine, on_step: OnStep
) -> StoredParticipant:
    # A sandbox that is missing is the organiser's problem, not the entrant's.
    box = choose_box(text.text, machine)
    name = text.name or clean_name(Path(text.text).name) or "program"
    try:
        with on_step(text.text, "importing"):
            entrant = import_entrant(text.text, box)
    except BadEntrant as error:
        return StoredParticipant("", name, absence=_hide_place(str(error), text.text), source=text.text)
    return (build_entrant if text.is_tried else try_entrant)(entrant, text.name, plan, game, box, on_step)


def build_entrant(
    entrant: Entrant, name: str, plan: Plan, game: Game, box: Box, on_step: OnStep = ignore_step
) -> StoredParticipant:
    """Build an imported program; it is absent if that fails. Without a name it goes by its own."""
    found = StoredParticipant("", name or entrant.name, entrant.version, source=entrant.source)
    found = _build(entrant, found, game, box, on_step)
    if not found.absence:
        found = _seat(entrant, found, name, plan, game, box)
    return replace(found, absence=_hide_place(found.absence, entrant.source))


def try_entrant(
    entrant: Entrant, name: str, plan: Plan, game: Game, box: Box, on_step: OnStep = ignore_step
) -> StoredParticipant:
    """Build an imported program and try it shortly; it is absent if that fails."""
    found = build_entrant(entrant, name, plan, game, box, on_step)
    if not found.absence:
        absence = _try_shortly(entrant, game, box, on_step)
        found = replace(found, absence=_hide_place(absence, entrant.source))
    with on_step(found.name, "looking for our own engine"):
        return _add_note(found, find_own_code(entrant.folder, box))


def _build(
    entrant: Entrant, found: StoredParticipant, game: Game, box: Box, on_step: OnStep
) -> StoredParticipant:
    try:
        built = build(entrant, find_contest(game.name).make_recipe, box, on_step=on_step)
    except BuildFailed as error:
        # Its log is kept with it, wherever it lies now.
        absence = str(error).removesuffix(f" (log: {error.log})")
        return replace(found, absence=absence, build_log=_read_log(error.log))
    except BadEntrant as error:
        return replace(found, absence=str(error))
    return replace(found, build_log=_read_log(built.log))


def _seat(
    entrant: Entrant, found: StoredParticipant, name: str, plan: Plan, game: Game, box: Box
) -> StoredParticipant:
    """Find out what the program calls itself, and how it is seated."""
    try:
        player = seat_entrant(entrant, game, box, persist=plan.persist)
    except Absent as error:
        return replace(found, absence=str(error))
    player.close()
    return replace(found, name=name or make_printable(player.name), spec=player.spec)


def _try_shortly(entrant: Entrant, game: Game, box: Box, on_step: OnStep) -> str:
    """Try a program in two situations; return what is wrong, if anything."""
    contest = find_contest(game.name)
    keys = (contest.situations[0].key, contest.behaviour.typical)
    with on_step(entrant.name, "trying it"):
        for finding in check(entrant, game, only=keys, box=box):
            if finding.state == FAILURE:
                where = "" if finding.key == FOLDER else f"{finding.title}: "
                return f"it fails a short check: {where}{finding.problem}"
    return ""


def _hide_place(absence: str, source: str) -> str:
    """Leave out where the organiser keeps a program: its author will read why it cannot play."""
    return absence.replace(source, Path(source).name)


def _read_log(path: Path | None) -> str:
    return (read_regular(path, LONGEST_LOG) or b"").decode(errors="replace") if path else ""


def _add_note(found: StoredParticipant, note: str) -> StoredParticipant:
    return replace(found, notes="\n".join(filter(None, (found.notes, note))))


def _find_change(one: StoredParticipant, hash_: str, box: Box) -> str:
    """Say what has become of the source of a program; raise `MachineFault` where its version is lost."""
    # A commit never changes, and fetching it again takes long.
    is_commit = is_git_address(one.source)
    found = "" if is_commit else _hash_source(one.source, box)
    if found == hash_:
        return ""
    if not _is_cached(hash_, box) and (not is_commit or _hash_source(one.source, box) != hash_):
        raise _make_loss(one)
    return "" if is_commit else "has changed" if found else "is no longer there"


def _hash_source(source: str, box: Box) -> str:
    try:
        return import_entrant(source, box).hash
    except BadEntrant:
        return ""


def _is_cached(hash_: str, box: Box) -> bool:
    try:
        import_entrant(hash_, box)
    except MachineFault:
        return False
    return True


def _make_loss(one: StoredParticipant) -> MachineFault:
    fault = MachineFault(
        f"{one.key}: the cache has lost version {one.version}, which plays in this tournament, and "
        f"{one.source} no longer is that version"
    )
    fault.hint = "put that version back, or begin a new tournament with another store"
    return fault
