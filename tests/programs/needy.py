"""Wants a file that lies on its author's desk, and nowhere else."""

from pathlib import Path

from tests.programs.contest import answer, asked, give

Path("weights.bin").read_bytes()
give(answer(asked()))
