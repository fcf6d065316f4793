"""Whoever can choose a move. Read `base.py` first: it says what a player is and finds one by its name."""
