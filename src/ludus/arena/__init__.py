"""Where players meet. Read `referee.py` first: it plays one game."""
