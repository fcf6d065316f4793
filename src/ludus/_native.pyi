"""The native core; built from native/ and used by ludus.engine alone."""

def games() -> list[str]:
    """Name the games that have a kernel."""

def moves(game: str, text: str) -> list[str]:
    """List the legal moves, in the order of the rules."""

def play(game: str, text: str, move: str) -> str:
    """Return the text of the position after a move."""

def perft(game: str, text: str, depth: int) -> int:
    """Count the move sequences of exactly this depth."""
