"""Answers well in a clean folder, and is lost when it finds what it has left there."""

import sys
from pathlib import Path

from tests.programs.contest import answer, asked, give

memory = Path(".playdata")
if memory.exists():
    sys.exit("I have been here before")
memory.touch()
give(answer(asked()))
