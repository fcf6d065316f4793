"""Finds the rule of Checkers by which an output differs from the expected one, from the first line that differs."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.contests.checkers_situations import (
    ACTION,
    BOARD,
    CAPTURES,
    COMMANDS,
    COMPUTED,
    COST,
    ERRORS,
    HEAD,
    MOVES,
    TOWERS,
    WINNER,
)

BYTES = "The output must be exactly the expected one, byte for byte."
_LINES_OF_ACTION = 21
"""The rule of '=', the action, its cost, and the board."""
_LINES_OF_BOARD = 18


def find_line_rule(expected: Sequence[str], found: Sequence[str], number: int) -> str:
    """Name the rule for the first line that differs; the lists end with an empty line if the last one is ended."""
    want = expected[number] if number < len(expected) else ""
    have = found[number] if number < len(found) else ""
    if want == have.rstrip("\r") or number >= min(len(expected), len(found)):
        return BYTES
    if "ERROR" in (want[:5], have[:5]) or (number and expected[number - 1].startswith("ERROR")):
        return _name_refusal(expected, number) if want.startswith("=") else _name_permission(found, number)
    if want.endswith("WIN!") or "WIN" in have.upper():
        return WINNER
    if number < 3:
        return HEAD
    if not want or not have or want.startswith("="):
        return _name_end(expected, found, number)
    if "ACTION" in want:
        return _compare_actions(want, have)
    return _compare_boards(expected, found, number)


def _name_refusal(expected: Sequence[str], number: int) -> str:
    """Name the rule by which the action on the next line is legal."""
    source, _, target = expected[number + 1].rpartition(": ")[2].partition("-")
    if _is_capture(source, target):
        return CAPTURES
    row = expected[number - _LINES_OF_BOARD + 2 * int(source[1])]
    is_tower = _read_cells(row)["ABCDEFGH".index(source[0])] in "BW"
    return TOWERS if is_tower else f"{MOVES} {CAPTURES}"


def _name_permission(found: Sequence[str], number: int) -> str:
    """Name the rule for an illegal action; if the program has taken it, with the rule of actions that forbids it."""
    line = found[number + 1] if number + 1 < len(found) else ""
    source, dash, target = line.rpartition(": ")[2].partition("-")
    if "ACTION" not in line or not dash or not (source[1:].isdigit() and target[1:].isdigit()):
        return ERRORS
    return f"{ERRORS} {CAPTURES if _is_capture(source, target) else MOVES}"


def _is_capture(source: str, target: str) -> bool:
    return abs(int(source[1:]) - int(target[1:])) == 2


def _name_end(expected: Sequence[str], found: Sequence[str], number: int) -> str:
    """Name the rule where one output goes on and the other does not, or where a rule of '=' is wrong."""
    want, have = expected[number], found[number]
    if want and not have and number < len(found) - 1:
        return BOARD
    if want and have.strip("="):
        return ACTION if "ACTION" in have else BOARD
    if want and have:
        return ACTION
    longer = expected if want else found
    following = longer[number + 1] if number + 1 < len(longer) else ""
    if (want or have).startswith("=") and following.startswith("***"):
        return COMMANDS
    return ACTION if (want or have).startswith("=") else BYTES


def _compare_actions(want: str, have: str) -> str:
    is_other_action = want.rpartition(": ")[0] == have.rpartition(": ")[0]
    return COMPUTED if is_other_action and want.startswith("***") else ACTION


def _compare_boards(expected: Sequence[str], found: Sequence[str], number: int) -> str:
    """Name the rule for a board, or for its cost: a wrong cost may come from a wrong board."""
    if not expected[number].startswith("BOARD COST"):
        return _compare_rows(expected, found, number)
    for row in range(number + 1, min(number + _LINES_OF_ACTION - 2, len(expected), len(found))):
        if expected[row] != found[row]:
            return _compare_rows(expected, found, row)
    return COST


def _compare_rows(expected: Sequence[str], found: Sequence[str], number: int) -> str:
    want, have = _read_cells(expected[number]), _read_cells(found[number])
    if want == have or len(want) != len(have):
        return BOARD
    before = next(number - back for back in range(1, number + 1) if "ACTION" in expected[number - back])
    source, _, target = expected[before].rpartition(": ")[2].partition("-")
    if any(one.upper() == other.upper() for one, other in zip(want, have, strict=True) if one != other):
        return TOWERS
    return CAPTURES if _is_capture(source, target) else MOVES


def _read_cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("|")[1:-1]]
