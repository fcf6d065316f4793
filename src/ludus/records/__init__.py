"""One finished game: what is kept of it, how it is written and read. Read `record.py` first."""
