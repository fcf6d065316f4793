"""Whoever can choose a move. Read `base.py` first: it says what a player is; `named.py` makes one by its name."""
