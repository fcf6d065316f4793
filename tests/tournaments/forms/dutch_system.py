"""The pairing of the chess federation's Dutch system, by py4swiss, and what it calls absolute: the oracle for our Swiss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from ludus.tournaments.meeting import Met

Pair = frozenset[str]
TOKENS = {1.0: ResultToken.WIN, 0.5: ResultToken.DRAW, 0.0: ResultToken.LOSS}
BYE = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)


@dataclass
class History:
    """What has happened in the rounds so far, counted without our own code."""

    keys: tuple[str, ...]
    score: Counter[str] = field(default_factory=Counter)
    """Twice the points."""
    byes: Counter[str] = field(default_factory=Counter)
    pairs: Counter[Pair] = field(default_factory=Counter)
    colours: dict[str, str] = field(default_factory=dict)
    results: dict[str, list[RoundResult]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.colours = dict.fromkeys(self.keys, "")
        self.results = {key: [] for key in self.keys}

    def add(self, held: Sequence[Met]) -> None:
        """Add a round."""
        absent = set(self.keys)
        for met in held:
            self.pairs[frozenset(met.meeting.seats)] += 1
            for seat, key in enumerate(met.meeting.seats):
                absent.remove(key)
                self.score[key] += round(2 * met.points[seat])
                self.colours[key] += "wb"[seat]
                other = 1 + self.keys.index(met.meeting.seats[1 - seat])
                token = RoundResult(id=other, color=ColorToken("wb"[seat]), result=TOKENS[met.points[seat]])
                self.results[key].append(token)
        for key in absent:
            self.byes[key] += 1
            self.score[key] += 2
            self.results[key].append(BYE)

    def must_not_have(self, key: str) -> set[str]:
        """The colours that would be one too many."""
        colours = self.colours[key]
        return {
            colour
            for colour in "wb"
            if colours.endswith(2 * colour) or 2 * colours.count(colour) - len(colours) > 1
        }

    def may_meet(self, one: str, other: str) -> bool:
        """Whether the absolute criteria allow a pair."""
        return not self.pairs[frozenset((one, other))] and not (
            self.must_not_have(one) & self.must_not_have(other)
        )

    def list_legal(self, left: tuple[str, ...]) -> Iterator[frozenset[Pair]]:
        """List all ways to pair those who are left; with an odd number, one of them has a bye."""
        if not left:
            yield frozenset()
            return
        first, *others = left
        if len(left) % 2 and not self.byes[first]:
            yield from self.list_legal(tuple(others))
        for other in others:
            if self.may_meet(first, other):
                for rest in self.list_legal(tuple(one for one in others if one != other)):
                    yield rest | {frozenset((first, other))}

    def ask_oracle(self) -> frozenset[Pair] | None:
        """Pair the next round by the Dutch system; None if it cannot be paired."""
        sections = [
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                points_times_ten=5 * self.score[key],
                rank=number,
                results=self.results[key],
            )
            for number, key in enumerate(self.keys, start=1)
        ]
        # Many rounds to come: in the last one the Dutch system allows more.
        trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=99))
        trf.validate_contents()
        try:
            found = DutchEngine.generate_pairings(trf)
        except PairingError:
            return None
        both = [(pair.white, pair.black) for pair in found if pair.black]
        return frozenset(frozenset(self.keys[number - 1] for number in pair) for pair in both)

    def judge(self, pairs: frozenset[Pair]) -> tuple[int, int]:
        """The score of whoever has the bye, and the squares of the differences of scores in all pairs."""
        paired = {key for pair in pairs for key in pair}
        bye = sum(self.score[key] for key in self.keys if key not in paired)
        gaps = [self.score[one] - self.score[other] for one, other in map(tuple, pairs)]
        return bye, sum(gap**2 for gap in gaps)
