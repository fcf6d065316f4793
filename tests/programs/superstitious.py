"""Answers well, but believes every word that it finds in its data file."""

from pathlib import Path

from tests.programs.contest import answer, asked, give

memory = Path("playdata.txt")
count = int(memory.read_text(encoding="utf-8")) if memory.exists() else 0
memory.write_text(str(count + 1), encoding="utf-8")
give(answer(asked()))
