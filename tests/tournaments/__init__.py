"""Tournaments: who meets whom, plans, standings, interruption and resume."""
