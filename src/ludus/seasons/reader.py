"""Reads the history of a season, for tables and pages; also while the season goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from ludus.seasons.history import FINAL, Evaluation, Member, Season, SeasonScore
from ludus.seasons.plans.plan import SeasonPlan, read_season_plan
from ludus.seasons.rows import HeldEvaluation, SeasonRows
from ludus.seasons.score import compute_scores
from ludus.seasons.store import SeasonStore
from ludus.tournaments.standings_files import load_store

TOURNAMENT = "tournament.store"
PLAN = "plan.toml"
"""The files of an evaluation."""


class SeasonReader:
    """Reads what has happened until the moment at which it was made."""

    def __init__(self, path: Path) -> None:
        self.plan = read_season_plan(path)
        self._rows = SeasonStore(self.plan.store).read()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End; no file stays open between reads."""

    def read(self) -> Season:
        """Read the history."""
        return make_season(self.plan, self._rows)

    def read_scores(self) -> tuple[SeasonScore, ...]:
        """Compute the table of the season from the standings of its evaluations."""
        season = self.read()
        ended = [one for one in season.evaluations if one.ended]
        shares = [
            {line.key: line.score for line in load_store(one.store).lines if line.games} for one in ended
        ]
        return compute_scores(season.members, shares, [one.weight for one in ended], self.plan.late)


def find_store(plan: SeasonPlan, one: HeldEvaluation) -> Path:
    """Find the store with the games of an evaluation."""
    return plan.folder / "evaluations" / one.folder / TOURNAMENT


def make_season(plan: SeasonPlan, rows: SeasonRows) -> Season:
    """Put the history together."""
    evaluations = tuple(_make_evaluation(plan, one) for one in rows.list_counting())
    return Season(
        plan.title,
        plan.rules.game,
        plan.rules.contest,
        plan.rules.anonymous,
        tuple(_make_member(plan, rows, evaluations, key) for key in rows.list_keys()),
        _give_weights(plan, evaluations),
        rows.decisions,
    )


def _make_member(plan: SeasonPlan, rows: SeasonRows, evaluations: tuple[Evaluation, ...], key: str) -> Member:
    versions = tuple(one.version for one in rows.versions if one.version.key == key)
    shown = rows.list_current().get(key, versions[-1])
    joined = next((one.number for one in evaluations if key in one.versions), 0)
    name = plan.list_nicknames().get(key, shown.name)
    return Member(key, name, joined, versions, rows.list_excluded().get(key, ""))


def _make_evaluation(plan: SeasonPlan, one: HeldEvaluation) -> Evaluation:
    words = (word.partition("=") for word in one.rules.get("options", "").split())
    options = tuple((key, value) for key, _, value in words)
    return Evaluation(
        one.number,
        one.kind,
        one.began,
        one.ended,
        find_store(plan, one),
        options,
        one.rules,
        1.0,
        one.versions,
    )


def _give_weights(plan: SeasonPlan, evaluations: tuple[Evaluation, ...]) -> tuple[Evaluation, ...]:
    """Give the evaluations the weights of the plan, one after the other, and the final its own."""
    weights = iter(plan.weights)
    return tuple(
        replace(one, weight=plan.final_weight if one.kind == FINAL else next(weights, 1.0))
        for one in evaluations
    )
