"""Writes a new plan for a season of a course, with a comment for everything that can be set; it is valid as it is."""

from __future__ import annotations

from pathlib import Path

from ludus.contests.base import Course
from ludus.tournaments.plans.new_plan import describe_course

_PLAN = """\
# A season of the {game} course.
#
{about}
#
# Run it: ludus season {file}     what is going on: ludus season status {file}
# A line that begins with "# " shows the default, or an example; without the "# " it can be changed.

contest = {contest}

# title = "A season of the {game} course"

# Where programs come from. Paths are relative to this file. A source is one of
#   {{ inbox = "handed-in" }}: every folder and archive in it is a contestant, known by that name; nicknames by
#       names = {{ team-1 = "Lions" }}
#   {{ key = "team-3", git = "https://...", branch = "main" }}: the last commit of a branch
#   {{ key = "late", source = "late.zip" }}: a folder, an archive or "ADDRESS#COMMIT"
# A contestant is known by its key, whatever its program is called. With name = "..." it is shown under that name.
sources = [
    {{ inbox = "handed-in" }},
]

# The contest's reference programs play along; they have no place in the table of the season.
# references = true

# An evaluation is held as soon as somebody has a new version, or at planned times:
# evaluate = {{ when = "new", every = "12h" }}      # at most once in so long
# evaluate = {{ when = "planned", every = "1w" }}
# evaluate = {{ when = "planned", at = [2026-11-02T18:00:00Z, 2026-11-16T18:00:00Z] }}

# From the first look after the deadline on versions are frozen; the final is one more evaluation with them.
# deadline = 2026-12-01T18:00:00Z
# final = 2026-12-02T09:00:00Z

# The score of the season is the average over the evaluations, in these weights; the final has a table of its own.
# weights = [1, 1, 1]
# final_weight = 0
# Who joins late is averaged from its "first" evaluation, or has "zero" before.
# late = "first"

# Pages of an anonymous season show no names.
# anonymous = false

# Everything that belongs to the season, and in it the pages.
# folder = "{stem}"
# site = "site"
# How often --watch looks at the sources, and for how long nobody must have written to what is taken from a folder.
# look = "5m"
# quiet = "5s"

# How games are played. Rules may change between evaluations: each keeps those that it began with.
# How many games are played at a time: at most one for each core of the machine.
workers = 1

# The time of each program for a game.
# clock = {clock}

# Openings, boards and chance follow from the seed; each evaluation has one of its own.
# seed = 0
{more}# The form of each evaluation: {kinds}.
# [schedule]
{schedule}{options}"""


def make_new_season(course: Course, path: Path) -> str:
    """Make the text of a plan."""
    game = course.name.removesuffix("-course")
    return _PLAN.format(game=game, file=path.name, stem=path.stem, **describe_course(course))
