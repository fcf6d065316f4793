"""Seasons: sources, versions, evaluations, decisions, interruption and resume."""
