"""Answers well once and takes its folder away."""

import shutil
from pathlib import Path

from tests.programs.contest import answer, asked, give

reply = answer(asked())
shutil.rmtree(Path.cwd(), ignore_errors=True)
give(reply if not reply.files else type(reply)())
