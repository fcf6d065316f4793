"""Ludus: the game master for board-game agents.

`ludus.games.GAMES` holds the rules; ARCHITECTURE.md shows the other packages and how they fit together.
"""

__version__ = "0.1.0"
