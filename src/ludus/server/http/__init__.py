"""How browsers reach the games: requests, answers, streams of events, files. Read `api.py` first."""
