"""How browsers reach the games: requests, answers, streams of events, files. Read `service.py` first."""
