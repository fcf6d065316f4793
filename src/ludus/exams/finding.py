"""The result of one check, and how the run of a program becomes one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.contests.base import Behaviour
from ludus.contests.situation import ExitWanted, MoveWanted, Situation
from ludus.exams.trials.attempts import Attempts
from ludus.exams.trials.check_run import TIGHT, CheckRun, quote_stderr
from ludus.players.base import BadForm, Crash, Misconduct, OutOfTime, Silence
from ludus.text import quote
from ludus.turn import Reply, Request

GOOD, WARNING, FAILURE = "ok", "warning", "failure"
STATES = (GOOD, WARNING, FAILURE)
UNTRIED = "not tried"
"""The state of a check that would tell nothing, or for which no time was left."""

FAR_OVER = 0.1
"""With hardly any time left, a program that thinks for this many seconds more than that has not looked at its clock."""
HASTY = 0.5
"""Warn if one move takes more than this share of the time left for the rest of the game."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    key: str
    """Stable across versions, for scripts."""
    title: str
    state: str
    """`ok`, `warning`, `failure` or `not tried`."""
    kind: str = ""
    """What is wrong, in a word: a kind of misconduct, or the key of the check."""
    problem: str = ""
    answer: str = ""
    """What came back."""
    rule: str = ""
    request: Request | None = None
    """What the program was given."""
    exit_code: int | None = None
    seconds: float | None = None
    """The CPU time that it took."""
    stderr: str = ""
    """The last lines of standard error."""
    situation: str = ""
    """The key of the situation in which it was tried."""
    expected: Reply | None = None
    """The right answer, if only one is right."""
    own_name: str = ""
    """What the program calls itself, where the contest asks for it."""


def make_finding(key: str, title: str, run: CheckRun, attempts: Attempts) -> Finding:
    """Describe the result of one run."""
    situation, reply, behaviour = run.situation, run.reply, attempts.behaviour
    state, kind, problem, rule = GOOD, "", "", situation.rule
    if run.misconduct is not None:
        is_excused = run.is_tight and not _is_far_over(run, attempts.list_runs())
        state = FAILURE if situation.severe and not is_excused else WARNING
        kind, problem = run.misconduct.kind, run.problem
        rule = run.mistake.rule if run.mistake else _find_rule(run.misconduct, situation, behaviour)
    elif behaviour.has_clock and (hasty := _describe_haste(run)):
        state, kind, problem, rule = WARNING, "time", hasty, behaviour.time
    return Finding(
        key,
        title,
        state,
        kind,
        problem,
        run.answer,
        rule,
        run.request,
        reply.exit_code,
        reply.cpu_seconds,
        quote_stderr(reply),
        situation.key,
        run.expected,
        attempts.player.own_name,
    )


def _describe_haste(run: CheckRun) -> str:
    """Describe a move that took much of the time for the rest of the game; empty for any other."""
    wants, seconds = run.situation.wants, run.reply.cpu_seconds
    if isinstance(wants, MoveWanted) and seconds > HASTY * wants.left > HASTY * TIGHT:
        return f"one move took {seconds:.2f} s of the {wants.left:g} s for the rest of the game"
    return ""


def _is_far_over(run: CheckRun, runs: Sequence[CheckRun]) -> bool:
    """Whether it has thought for longer than it takes to start, and than it had left; no start takes half a second."""
    start = min(each.reply.cpu_seconds for each in runs)
    wants = run.situation.wants
    assert isinstance(wants, MoveWanted)
    over = run.reply.cpu_seconds - wants.left
    return over > TIGHT or over - 1.5 * start > FAR_OVER


def _find_rule(wrong: Misconduct, situation: Situation, behaviour: Behaviour) -> str:
    """Find the contest's sentence about this kind of misconduct."""
    if isinstance(wrong, OutOfTime):
        return behaviour.time
    if isinstance(wrong, Crash):
        # The program may have found no move where the rule gives one.
        return f"{situation.rule} {behaviour.crash}"
    if (isinstance(wrong, BadForm) and isinstance(situation.wants, MoveWanted)) or (
        isinstance(wrong, Silence) and not isinstance(situation.wants, ExitWanted)
    ):
        return behaviour.answer
    return situation.rule


def join_names(names: Sequence[str]) -> str:
    """Join quoted names, the first five of many."""
    shown = ", ".join(quote(name) for name in names[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"
