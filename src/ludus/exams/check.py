"""Checks a program before it enters a contest: in fixed situations, repeatedly, and for what it leaves behind.

The verdicts are the referee's own: the same player runs the program and the same format reads its reply. A failure
would cost a game or points; a warning is something that the contest allows but a student should know about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from ludus.contests import find_contest
from ludus.contests.situation import MoveWanted, Situation
from ludus.errors import BadOption
from ludus.exams.finding import FAILURE, GOOD, UNTRIED, Finding, make_finding
from ludus.exams.leftovers import FILES, MEMORY, PROCESSES, START, TALK, Leftovers
from ludus.exams.repetition import CLEAN, DATA, USED, Repetition
from ludus.exams.trials.attempts import Attempts, FolderAnswerer
from ludus.games.base import Game
from ludus.intake.build import OnStep, ignore_step
from ludus.intake.entrant import Entrant
from ludus.players.base import BadPlayer
from ludus.players.program import seat_entrant
from ludus.sandbox.box import Box
from ludus.text import quote

FOLDER = "folder"
OTHERS = (CLEAN, USED, DATA, PROCESSES, MEMORY, FILES, TALK, START)
"""Checks besides the situations."""
_RUNNING = (CLEAN, USED, DATA, PROCESSES, MEMORY)
"""Those for which the program is run again."""
BUDGET = 35.0
"""Seconds that the runs in the situations may take together; what remains is not tried, so that a check takes a minute."""
HURRIED = 1.0
"""Situations with this many seconds left, or fewer, come early."""
RESERVE = 15.0
"""Seconds that the checks besides the situations may take in addition."""
PATIENCE = 5.0
"""Seconds beyond its time limit after which a program is killed, so that we can measure how late it is."""


def list_checks(game: Game, only: Collection[str] = ()) -> tuple[str, ...]:
    """List the keys of a game's checks, or of those selected by `only`."""
    contest = find_contest(game.name)
    others = OTHERS if contest.behaviour.has_clock else tuple(key for key in OTHERS if key != START)
    keys = (FOLDER, *(situation.key for situation in order_situations(contest.situations)), *others)
    unknown = next((key for key in only if key not in keys), None)
    if unknown is not None:
        raise BadOption(f"no check is called {quote(unknown)} in {game.name}; there are {', '.join(keys)}")
    return tuple(key for key in keys if not only or key in (FOLDER, *only))


def check(
    entrant: Entrant,
    game: Game,
    *,
    only: Collection[str] = (),
    box: Box,
    budget: float = BUDGET,
    on_step: OnStep = ignore_step,
) -> Iterator[Finding]:
    """Check an imported program; yield each finding as soon as it is known.

    `box` is where it runs; the caller has decided whether it may be an unsafe one. What the budget of seconds does not
    suffice for is not tried. Where a tool is missing that builds the program, raise `MissingTool`.
    """
    keys = list_checks(game, only)
    behaviour = find_contest(game.name).behaviour
    complaint = _find_missing(entrant.folder, behaviour.needed)
    title, player = "The program is complete and can be built", None
    try:
        if not complaint:
            player = seat_entrant(entrant, game, box, slack=PATIENCE, on_step=on_step)
    except BadPlayer as error:
        complaint = str(error)
    if player is None:
        yield Finding(FOLDER, title, FAILURE, FOLDER, complaint, rule=behaviour.folder)
        return
    try:
        yield Finding(FOLDER, title, GOOD, rule=behaviour.folder)
        yield from run_checks(player, game, keys, budget)
    finally:
        player.close()
        box.machine.close_kept()


def _find_missing(folder: Path, needed: Sequence[str]) -> str:
    """Describe the first file that the contest requires and the folder lacks."""
    missing = (name for name in needed if not (folder / name).is_file())
    return next((f"expected a file {name} in the folder, found none" for name in missing), "")


def order_situations(situations: Sequence[Situation]) -> list[Situation]:
    """Put the most telling situations first: each rule and each clock is shown once before any is shown again."""
    first: dict[tuple[str, float], Situation] = {}
    for situation in situations:
        first.setdefault(_find_subject(situation), situation)
    start, *others = first.values()
    # A program that ignores its clock uses up the budget; what a start takes must be known before.
    others.sort(key=lambda each: not 0 < _find_subject(each)[1] <= HURRIED)
    again = [each for each in situations if first[_find_subject(each)] is not each]
    return [start, *others, *again]


def _find_subject(situation: Situation) -> tuple[str, float]:
    """Tell situations apart by the rule and by the time left."""
    wants = situation.wants
    return situation.rule, wants.left if isinstance(wants, MoveWanted) else 0.0


def run_checks(
    player: FolderAnswerer, game: Game, keys: Collection[str], budget: float = BUDGET
) -> Iterator[Finding]:
    """Run the selected checks of a program that can be asked, as far as the budget of seconds goes."""
    attempts = Attempts(player, game)
    for situation in order_situations(find_contest(game.name).situations):
        if situation.key not in keys:
            continue
        if attempts.seconds >= budget:
            yield _leave_untried(situation.key, situation.title, situation.rule, attempts)
        else:
            run = attempts.try_out(situation)
            yield make_finding(situation.key, situation.title, run, attempts)
        if attempts.is_hopeless():
            return
    for key, look in _list_other_checks(attempts).items():
        if key in keys and key in _RUNNING and attempts.seconds >= budget + RESERVE:
            yield _leave_untried(key, key, "", attempts)
        elif key in keys:
            yield look(key)


def _leave_untried(key: str, title: str, rule: str, attempts: Attempts) -> Finding:
    return Finding(key, title, UNTRIED, answer=f"{attempts.seconds:.0f} s are used up", rule=rule)


def _list_other_checks(attempts: Attempts) -> dict[str, Callable[[str], Finding]]:
    repetition, leftovers = Repetition(attempts), Leftovers(attempts)
    return {
        CLEAN: repetition.try_clean_folders,
        USED: repetition.try_used_folders,
        DATA: repetition.try_damaged_data,
        PROCESSES: leftovers.check_processes,
        MEMORY: leftovers.check_memory,
        FILES: leftovers.check_files,
        TALK: leftovers.check_talk,
        START: leftovers.check_start,
    }
