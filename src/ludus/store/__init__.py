"""The store of a tournament: one SQLite file with its games, participants and runs."""
