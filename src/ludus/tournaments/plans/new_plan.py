"""Writes a new plan for a course, with a comment for everything that can be set; the plan is valid as it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from ludus.contests.base import Course
from ludus.errors import BadOption
from ludus.text import quote
from ludus.tournaments.plans.forms import SCHEDULES
from ludus.tournaments.plans.plan import STORE, list_courses

_PLAN = """\
# {title}
#
{about}
#
# Start or go on: ludus tournament {file}     what would be played: ludus tournament {file} --dry-run
# A line that begins with "# " shows the default; without the "# " it can be changed.

contest = {contest}

# Who takes part. Paths are relative to this file. An entrant is one of
#   {{ source = "folder" }}, an archive (.zip, .tar.gz, ...) or "ADDRESS#COMMIT" of a git repository
#   {{ each = "submissions" }}: every folder and archive in that folder
#   {{ player = "random" }}: a player of ours, see 'ludus players {game}'
# With name = "..." it is shown under that name instead of its own.
entrants = [
    # {{ each = "submissions" }},
{players}
]

# How many games are played at a time: at most one for each core of the machine.
workers = 1

# An entrant that cannot be built or does not pass a short check is left out ("out") or loses its games ("lose").
# absent = "out"

# The time of each program for a game; also a list, ["game=100", "game=300"], or seconds from a range,
# {{ from = 60, to = 300 }}: both games of a pair then have the same, drawn by the seed.
# clock = {clock}

# Openings, boards and chance follow from the seed: the same seed, the same tournament.
# seed = 0
{more}# Where games and results are kept.
# store = {store}

# The form of the tournament: {kinds}.
# [schedule]
{schedule}{options}"""


def write_new_plan(course_name: str, path: Path, make: Callable[[Course, Path], str] | None = None) -> None:
    """Write a plan into a new file: that of a tournament, or what another function makes of the course."""
    courses = list_courses()
    if course_name not in courses:
        raise BadOption(f"no course is called {quote(course_name)}; there are {', '.join(courses)}")
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write((make or make_new_plan)(courses[course_name], path))
    except FileExistsError:
        raise BadOption(f"{path}: the file already exists; choose another name") from None
    except OSError as error:
        raise BadOption(f"{path}: the plan cannot be written: {error.strerror}") from error


def make_new_plan(course: Course, path: Path) -> str:
    """Make the text of a plan."""
    players = (f"    {{ player = {_write(name)} }}," for name in course.players)
    game = course.name.removesuffix("-course")
    return _PLAN.format(
        title=f"A tournament of the {game} course.",
        file=path.name,
        game=game,
        players="\n".join(players),
        store=_write(path.stem + STORE),
        **describe_course(course),
    )


def describe_course(course: Course) -> dict[str, str]:
    """Write the parts of a plan that say how games are played, each value as a comment."""
    return {
        "about": "\n".join(f"# {line}" for line in course.about.splitlines()),
        "contest": _write(course.name),
        "clock": _write(course.clock),
        "more": _write_board_lines(course),
        "kinds": ", ".join(SCHEDULES),
        "schedule": "".join(f"# {key} = {_write(value)}\n" for key, value in course.schedule),
        "options": _write_options(course),
    }


def _write_board_lines(course: Course) -> str:
    lines = [f"# ply_cap = {course.ply_cap}\n"]
    if course.boards:
        lines.append(
            f"# The number of random boards, one for each table; they are drawn by the seed.\n# boards = {course.boards}\n"
        )
    return (
        "\n"
        + "\n".join(["# The number of moves after which a game is ended.\n" + lines[0], *lines[1:]])
        + "\n"
    )


def _write_options(course: Course) -> str:
    if not course.options:
        return ""
    lines = "".join(f"# {key} = {_write(value)}\n" for key, value in course.options)
    return f"\n# Options of the game, see 'ludus games'.\n# [options]\n{lines}"


def _write(value: str | int) -> str:
    """Write a value in TOML; its basic strings are JSON's."""
    return json.dumps(value, ensure_ascii=False)
