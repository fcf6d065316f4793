"""The cases by which a Checkers program is graded: stages 0, 1 and 2, drawn by a seed, or taken from a suite of others.

Stage 0 prints actions and errors, stage 1 computes one action (`A`), stage 2 plays ten (`P`). Each case accepts every
reading of the contest's text, which leaves open what a leaf costs in which nobody can act, and when the winner is told.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice

from ludus.contests.base import CasesPart, Grading
from ludus.contests.checkers_situations import ACTION, COMMANDS, COMPUTED, ERRORS, WINNER
from ludus.contests.situation import Situation, TranscriptWanted
from ludus.games.checkers import Checkers
from ludus.protocols.checkers import find_error, read_game, write_winner
from ludus.search.checkers_transcript import WINNERS, Settings, write_transcript
from ludus.search.minimax import LEAVES

STAGES = ("stage 0", "stage 1", "stage 2")
_COMMANDS = ("", "A", "P")
_RULES = (ACTION, COMPUTED, COMMANDS)
_LENGTHS = (0, 1, 2, 5, 9, 14, 20, 27, 35, 44, 54, 65, 77, 90)
"""How many actions come before the command."""
_ENDED = 4
"""How many games of each stage are played to their end, or nearly."""
_LONGEST = 300
_CELLS = [f"{column}{row}" for column in "ABCDEFGHIJ" for row in range(10)]


def list_readings(text: str) -> tuple[str, ...]:
    """List what may be printed for this input, our own reading first."""
    usual, *others = (
        "".join(write_transcript(text, Settings(leaf=leaf, winner=winner)))
        for leaf in LEAVES
        for winner in WINNERS
    )
    actions, command, _ = read_game(text)
    if not command:
        others.append(usual + _find_winner([action.move for action in actions]))
    return tuple(dict.fromkeys((usual, *others)))


def _find_winner(moves: Sequence[str]) -> str:
    """Write who has won after these moves; empty where the game goes on or a move is illegal."""
    position = Checkers.start()
    for move in moves:
        if move not in position.moves():
            return ""
        position = position.play(move)
    return "" if position.moves() else write_winner(position)


def sort_case(name: str, stdin: str, output: str) -> tuple[str, Situation]:
    """Make a case of somebody's suite: its output is right, and so is any reading of the text."""
    _, command, _ = read_game(stdin)
    stage = _COMMANDS.index(command)
    wants = TranscriptWanted(stdin, tuple(dict.fromkeys((output, *list_readings(stdin)))))
    return STAGES[stage], Situation(name, f"Case {name}", _RULES[stage], wants)


def _make_case(stage: int, number: int, rule: str, lines: Sequence[str]) -> Situation:
    stdin = "".join(f"{line}\n" for line in (*lines, _COMMANDS[stage]) if line)
    wants = TranscriptWanted(stdin, list_readings(stdin))
    title = f"{len(lines)} actions" + (f", then {_COMMANDS[stage]}" if stage else "")
    return Situation(f"{STAGES[stage]}-{number}".replace(" ", "-"), title, rule, wants)


def _draw_game(rng: random.Random) -> list[str]:
    """Draw a game to its end; captures are preferred, so that it has one."""
    position, moves = Checkers.start(), list[str]()
    while len(moves) < _LONGEST and (legal := position.moves()):
        jumps = [move for move in legal if abs(ord(move[0]) - ord(move[3])) == 2]
        moves.append(rng.choice(jumps if jumps and rng.random() < 0.8 else legal))
        position = position.play(moves[-1])
    return moves


def _draw_errors(rng: random.Random) -> Iterator[list[str]]:
    """Draw games that end with an illegal action, each of the six errors in turn, and go on after it."""
    seen = set[str]()
    while len(seen) < 6:
        game = _draw_game(rng)[: rng.randrange(4, 30)]
        position = Checkers.start()
        for move in game:
            position = position.play(move)
        wrong = f"{rng.choice(_CELLS)}-{rng.choice(_CELLS)}"
        (action,), _, _ = read_game(wrong)
        error = find_error(position, action)
        if error and error not in seen:
            seen.add(error)
            yield [*game, wrong, *position.moves()[:1]]


def _draw_stage(stage: int, seed: int) -> list[Situation]:
    """Draw the cases of a stage: games of all lengths, games near their end, and for stage 0 all errors."""
    rng = random.Random(f"checkers {stage} {seed}")
    cases = [
        _make_case(stage, number, _RULES[stage], _draw_game(rng)[:length])
        for number, length in enumerate(_LENGTHS, start=1)
    ]
    ended = [game[: len(game) - rng.randrange(3) * stage] for game in _draw_ended(rng)]
    others = [(WINNER if stage else ACTION, game) for game in ended]
    if not stage:
        others += [(ERRORS, game) for game in _draw_errors(rng)]
    return cases + [
        _make_case(stage, number, rule, game)
        for number, (rule, game) in enumerate(others, start=len(cases) + 1)
    ]


def _draw_ended(rng: random.Random) -> list[list[str]]:
    games = iter(lambda: _draw_game(rng), None)
    return list(islice((game for game in games if game and len(game) < _LONGEST), _ENDED))


GRADING = Grading(
    "The stages of the course, 8, 16 and 20 of 20 marks; in each stage marks follow from the share of cases whose "
    "output is right, byte for byte.",
    cases=(
        CasesPart(STAGES[0], 8, lambda seed: _draw_stage(0, seed)),
        CasesPart(STAGES[1], 8, lambda seed: _draw_stage(1, seed)),
        CasesPart(STAGES[2], 4, lambda seed: _draw_stage(2, seed)),
    ),
    sort_case=sort_case,
)
