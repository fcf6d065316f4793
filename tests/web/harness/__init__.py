"""A page with nothing but a board, and a server that answers its questions by the Python rules."""
