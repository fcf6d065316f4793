"""Games in the browser: a server that keeps them, judges every move, and tells all who watch. Read `app.py` first."""
