"""Answers well and leaves a file that the contests do not know."""

from pathlib import Path

from tests.programs.contest import answer, asked, give

Path("search.log").write_text("depth 1\n", encoding="utf-8")
give(answer(asked()))
