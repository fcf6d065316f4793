"""Boards in a terminal: `board.py` draws one, `play.py` lets a person play on it."""
