"""The sequential test: its bounds, its likelihood ratio, its error rates, and its memory."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path

import pytest

from ludus.errors import BadOption
from ludus.ratings.sprt import BadLedger, Ledger, Sprt, Tally
from ludus.ratings.statistics import compute_expected_score

SETTINGS = {"game": "checkers", "seed": "1"}


def test_the_bounds_follow_from_the_error_rates() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


@pytest.mark.parametrize(
    "settings", [(5, 5), (5, 0), (0, math.nan), (0, 5, 0.0), (0, 5, 0.05, 0.5), (0, 5000), (0, 5, math.nan)]
)
def test_settings_that_make_no_sense_are_refused(settings: tuple[float, ...]) -> None:
    with pytest.raises(BadOption, match="expected"):
        Sprt(*settings)


def test_wins_and_losses_alone_give_the_ratio_of_the_textbook() -> None:
    """Two results leave one distribution for each mean: W log(s1/s0) + L log((1-s1)/(1-s0))."""
    low, high = compute_expected_score(0), compute_expected_score(50)
    by_hand = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert Sprt(0, 50).compute_llr([40, 60]) == pytest.approx(by_hand)


def test_many_pairs_give_the_ratio_of_the_normal_distribution() -> None:
    counts = [1000, 5000, 12000, 5600, 1100]
    total = sum(counts)
    mean = sum(count * number / 4 for number, count in enumerate(counts)) / total
    variance = sum(count * (number / 4 - mean) ** 2 for number, count in enumerate(counts)) / total
    low, high = compute_expected_score(0), compute_expected_score(5)
    normal = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 5).compute_llr(counts) == pytest.approx(normal, rel=0.01)


def test_no_other_distribution_with_that_mean_explains_the_counts_better() -> None:
    """The ratio is built from two fits; random distributions of the same means (seed 5) never beat them."""
    counts, rng = [3, 10, 20, 12, 5], random.Random(5)
    middle = compute_expected_score(0)
    best = -math.inf
    for _ in range(20_000):
        chances = [rng.random() for _ in range(5)]
        shares = [chance / sum(chances) for chance in chances]
        mirrored = [(one + other) / 2 for one, other in zip(shares, shares[::-1], strict=True)]
        best = max(best, sum(count * math.log(share) for count, share in zip(counts, mirrored, strict=True)))
    total = sum(counts)
    observed = sum(count * math.log(count / total) for count in counts)
    # Against a hypothesis at the observed mean, which fits as well as anything can.
    seen = sum(count * number / 4 for number, count in enumerate(counts)) / total
    elo_seen = 400 * math.log10(seen / (1 - seen))
    fitted = observed - Sprt(0, elo_seen).compute_llr(counts)
    assert middle == 0.5
    assert best <= fitted
    assert fitted - best < 1.5


def test_nothing_played_decides_nothing() -> None:
    assert Sprt(0, 5).compute_llr([0] * 5) == 0
    assert Sprt(0, 5).decide(0) is None


def test_a_mirrored_match_has_the_opposite_ratio() -> None:
    counts = [3, 10, 20, 15, 7]
    assert Sprt(-5, 5).compute_llr(counts) == pytest.approx(-Sprt(-5, 5).compute_llr(counts[::-1]))


@pytest.mark.parametrize(("points", "accepted"), [(2.0, "H1"), (0.0, "H0"), (1.5, "H1"), (0.5, "H0")])
def test_a_clear_match_is_decided_soon(points: float, accepted: str) -> None:
    tally = Tally(Sprt(0, 50))
    tally.feed([points] * 60)
    assert tally.decision == accepted
    assert sum(tally.counts) < 60


def test_a_decision_stands() -> None:
    tally = Tally(Sprt(0, 50))
    tally.feed([2.0] * 60)
    before = list(tally.counts)
    tally.feed([0.0] * 1000)
    assert (tally.decision, tally.counts) == ("H1", before)


def pair_chances(difference: float, draws: float, swing: float) -> list[float]:
    """Make the chances of the five results of a pair; an opening helps one seat by `swing`, either way."""
    score = compute_expected_score(difference)
    chances = [0.0] * 5
    for help_first in (swing, -swing):
        games = [
            (1 - mean - draws / 2, draws, mean - draws / 2)
            for mean in (score + help_first, score - help_first)
        ]
        for first, chance in enumerate(games[0]):
            for second, other in enumerate(games[1]):
                chances[first + second] += chance * other / 2
    return chances


def share_of_wrong_decisions(sprt: Sprt, truth: float, draws: float, swing: float, runs: int) -> float:
    rng = random.Random(f"{truth} {draws} {swing}")
    chances = pair_chances(truth, draws, swing)
    right = "H0" if truth == sprt.elo0 else "H1"
    wrong = 0
    for _ in range(runs):
        tally = Tally(sprt)
        while not tally.is_decided:
            tally.feed(rng.choices((0, 0.5, 1, 1.5, 2), chances))
        wrong += tally.decision != right
    return wrong / runs


def most(rate: float, runs: int) -> float:
    """Add three standard errors of the simulation to a rate."""
    return rate + 3 * math.sqrt(rate * (1 - rate) / runs)


def test_few_runs_decide_wrongly() -> None:
    sprt = Sprt(0, 120)
    assert share_of_wrong_decisions(sprt, 0, 0.3, 0.2, 400) <= most(0.05, 400)
    assert share_of_wrong_decisions(sprt, 120, 0.3, 0.2, 400) <= most(0.05, 400)


@pytest.mark.parametrize("runs", [200, pytest.param(2000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    ("draws", "swing", "alpha", "beta"),
    [(0.0, 0.0, 0.05, 0.05), (0.3, 0.0, 0.02, 0.1), (0.3, 0.25, 0.05, 0.05), (0.6, 0.1, 0.1, 0.02)],
)
def test_the_error_rates_are_kept(draws: float, swing: float, alpha: float, beta: float, runs: int) -> None:
    """At each hypothesis: without and with draws, and with openings that decide many games."""
    sprt = Sprt(0, 60, alpha, beta)
    assert share_of_wrong_decisions(sprt, 0, draws, swing, runs) <= most(alpha, runs)
    assert share_of_wrong_decisions(sprt, 60, draws, swing, runs) <= most(beta, runs)


def pairs_needed(counted_as_pairs: bool) -> float:
    """Play 60 Elo on openings that decide most games, and count pairs, or wrongly each game for itself."""
    sprt, rng, played = Sprt(0, 60), random.Random(3), 0
    score = compute_expected_score(60)
    for _ in range(200):
        counts, decision = [0] * (5 if counted_as_pairs else 3), None
        while decision is None:
            swing = rng.choice((0.35, -0.35))
            games = [2 * (rng.random() < min(1, score + swing)), 2 * (rng.random() < score - swing)]
            for points in (sum(games),) if counted_as_pairs else games:
                counts[points] += 1
            decision = sprt.decide(sprt.compute_llr(counts))
            played += 1
    return played / 200


def test_counting_pairs_saves_games_where_openings_decide() -> None:
    assert pairs_needed(counted_as_pairs=True) < 0.8 * pairs_needed(counted_as_pairs=False)


def test_pairs_are_read_in_the_order_of_the_schedule() -> None:
    """A quick game of a later pair has to wait for the slow one before it."""
    ledger = Ledger(SETTINGS)
    for number, letter in ((0, "W"), (3, "L"), (2, "D")):
        ledger.put(number, letter)
    assert list(ledger.list_pairs()) == []
    ledger.put(1, "W")
    assert list(ledger.list_pairs()) == [(0, 2.0), (1, 0.5)]
    assert list(ledger.list_pairs(begin=1)) == [(1, 0.5)]


def test_a_pair_with_a_game_that_was_given_up_does_not_count() -> None:
    ledger = Ledger(SETTINGS, list("WxDD"))
    assert list(ledger.list_pairs()) == [(0, None), (1, 1.0)]


def test_a_ledger_comes_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    ledger = Ledger.load(path, SETTINGS)
    ledger.put(0, "W")
    ledger.put(5, "L")
    ledger.save(path)
    assert Ledger.load(path, SETTINGS) == Ledger(SETTINGS, list("W----L"))
    assert [number for number in range(8) if ledger.is_done(number)] == [0, 5]
    assert [file.name for file in tmp_path.iterdir()] == ["state.json"]


def test_a_test_does_not_go_on_under_other_terms(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    Ledger(SETTINGS, ["W"]).save(path)
    with pytest.raises(BadLedger, match=r"state.json: seed: expected 1, found '2'"):
        Ledger.load(path, {**SETTINGS, "seed": "2"})
    with pytest.raises(BadLedger, match="elo0"):
        Ledger.load(path, {**SETTINGS, "elo0": "3"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "nonsense",
        json.dumps({"format": "ludus sprt 1", "terms": [], "games": ""}),
        json.dumps({"format": "ludus sprt 1", "terms": SETTINGS, "games": "WQ"}),
        json.dumps({"format": "ludus sprt 1", "terms": SETTINGS, "games": 3}),
        json.dumps({"format": "ludus sprt 1", "terms": {**SETTINGS, "seed": [[]]}, "games": "W"}),
        '{"format": "ludus sprt 1", "terms": {}, "terms": {}, "games": ""}',
        "[" * 200_000,
        '{"format": "ludus sprt 1", "terms": ' + '{"a": ' * 200_000,
        '{"format": ' + "9" * 100_000 + "}",
        " " * (17 << 20),
    ],
)
def test_a_file_that_is_no_ledger_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(text)
    with pytest.raises(BadLedger, match=r"state.json: expected"):
        Ledger.load(path, SETTINGS)
