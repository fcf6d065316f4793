"""Further wrong programs, of kinds that the first lists lack: one kind of piece forgotten, the edge of the board, odd input."""
