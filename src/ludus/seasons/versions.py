"""Imports, builds and tries what is new in a source, keeps a copy, and tells the owner how it went.

A version that cannot be built or does not pass the short check is kept in the history, and the last good one goes on playing.
What cannot even be imported is reported and tried again at the next looks, a few times for the same content.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from ludus.atomic_file import wait_for_disk
from ludus.errors import MachineFault
from ludus.intake.build import OnStep
from ludus.intake.entrant import HASH, Entrant
from ludus.intake.folder import hash_content
from ludus.intake.tree import BadEntrant, MissingTool
from ludus.players.program import choose_box
from ludus.sandbox.capabilities import Machine
from ludus.sandbox.files import find_shortage
from ludus.sandbox.owned_folder import OwnedFolder, explain_temporary_fault
from ludus.sandbox.removal import remove
from ludus.seasons.history import Version
from ludus.seasons.looks import SourceState
from ludus.seasons.plans.plan import SeasonPlan
from ludus.seasons.rows import Notice, SeasonRows, StoredVersion
from ludus.seasons.store import SeasonStore
from ludus.store.stored import StoredParticipant
from ludus.tournaments.entrants import try_entrant

TRIES = 3
"""So often the same content is imported again after a failure, which may have been the network's."""
SEEN = "seen "
"""Begins the name of the mark that holds what was last seen in the source of a contestant."""
HASH_LENGTH = 32
LONGEST_LOG = 1 << 16
"""Characters of the log of a build that its owner is shown."""


@dataclass(frozen=True, slots=True)
class VersionImporter:
    """Imports new versions of the programs of a season."""

    plan: SeasonPlan
    store: SeasonStore
    machine: Machine
    on_step: OnStep
    now: str
    retries: bool = False
    """Whether versions that were refused are tried again: something may have been missing on this machine."""

    def is_news(self, state: SourceState, rows: SeasonRows) -> bool:
        """Tell whether something is to be done about a source."""
        if state.trouble:
            return _find_last_word(rows, state.key) != state.trouble
        if self.retries and _is_refused(rows, state.key):
            return True
        tries = sum(one.key == state.key and one.mark == state.mark for one in rows.notices)
        return rows.marks.get(SEEN + state.key) != state.mark and (tries < TRIES or self.retries)

    def import_version(self, state: SourceState) -> Iterator[str]:
        """Import what a look has found; yield a word between any two steps."""
        entrant = self._fetch(state)
        yield "imported"
        if entrant is not None:
            yield from self._add_version(state, entrant)
            self.store.set_mark(SEEN + state.key, state.mark)

    def _fetch(self, state: SourceState) -> Entrant | None:
        trouble = state.trouble
        if state.fetch is not None:
            # A sandbox that is missing is the organiser's problem, not the entrant's.
            box = choose_box(state.key, self.machine)
            try:
                with self.on_step(state.key, "importing"):
                    return replace(state.fetch(box), source=state.key)
            except (BadEntrant, MissingTool) as error:
                trouble = str(error)
            except OSError as error:
                if fault := explain_temporary_fault(error) or find_shortage(error):
                    raise MachineFault(f"{state.key}: cannot be imported: {fault}") from error
                trouble = f"it cannot be read: {error.strerror}"
        self.store.add_notice(Notice(state.key, self.now, state.mark, trouble))
        return None

    def _add_version(self, state: SourceState, entrant: Entrant) -> Iterator[str]:
        rows = self.store.read()
        last = _find_last(rows, state.key)
        if last is not None and last.hash == entrant.hash and (last.accepted or not self.retries):
            return
        found = self._try(state.key, entrant)
        yield "tried"
        if last is not None and last.hash == entrant.hash and found.absence:
            return
        if not found.absence:
            keep_copy(entrant, find_copy(self.plan, state.key, entrant.hash))
            yield "copied"
        number = last.number + 1 if last else 1
        version = Version(
            state.key, number, entrant.hash, found.name, self.now, not found.absence, found.absence
        )
        notes = "\n".join(filter(None, (found.notes, _find_twin(rows, version))))
        # The log of one that plays is in the store of each evaluation.
        log = "" if version.accepted else found.build_log[:LONGEST_LOG]
        self.store.add_version(StoredVersion(version, state.mark, notes, log))
        yield "accepted" if version.accepted else "refused"

    def _try(self, key: str, entrant: Entrant) -> StoredParticipant:
        rules = self.plan.rules
        name = self.plan.list_nicknames().get(key, "")
        box = choose_box(key, self.machine)
        try:
            return try_entrant(entrant, name, rules, rules.find_game(), box, self.on_step)
        except MissingTool as error:
            # The others go on, and its last good version plays until the organiser has installed the tool and retries.
            return StoredParticipant(
                "", name or entrant.name, entrant.version, absence=str(error), source=entrant.source
            )
        finally:
            # It has not played yet, so there are no files to be kept.
            self.machine.close_kept()


def find_copy(plan: SeasonPlan, key: str, hash_: str) -> Path:
    """Find our copy of a version."""
    return plan.folder / "versions" / key / hash_.removeprefix(HASH)[:HASH_LENGTH]


def keep_copy(entrant: Entrant, copy: Path) -> None:
    """Keep a copy of a version: the cache may be emptied, and a source changes."""
    if copy.is_dir() and hash_content(copy) == entrant.hash:
        return
    remove(copy)
    copy.parent.mkdir(parents=True, exist_ok=True)
    with closing(OwnedFolder(".draft-", copy.parent)) as draft:
        try:
            shutil.copytree(entrant.folder, draft.path / "files", symlinks=True)
        except shutil.Error as error:
            # It holds one reason for each file.
            why = str(error.args[0][0][-1]).partition(": '")[0]
            fault = MachineFault(f"{copy}: our copy cannot be written: {why}")
            fault.hint = "make room on the disk, then give the same command again"
            raise fault from error
        wait_for_disk(draft.path / "files")
        (draft.path / "files").rename(copy)


def _find_last(rows: SeasonRows, key: str) -> Version | None:
    versions = [one.version for one in rows.versions if one.version.key == key]
    return versions[-1] if versions else None


def _is_refused(rows: SeasonRows, key: str) -> bool:
    last = _find_last(rows, key)
    return last is not None and not last.accepted


def _find_last_word(rows: SeasonRows, key: str) -> str:
    """Find what the owner was told last, unless a version came after it."""
    notices = [one for one in rows.notices if one.key == key]
    last = _find_last(rows, key)
    is_later = notices and (last is None or notices[-1].written >= last.taken_in)
    return notices[-1].text if is_later else ""


def _find_twin(rows: SeasonRows, version: Version) -> str:
    """Note who else has entered the same content."""
    twins = {one.version.key for one in rows.versions if one.version.hash == version.hash} - {version.key}
    return f"its content is the same as that of {', '.join(sorted(twins))}" if twins else ""
