"""Contests: their records, and how one is added."""
