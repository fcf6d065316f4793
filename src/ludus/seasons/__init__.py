"""Seasons: programs are handed in again and again, evaluated in a series of tournaments, and scored by the average."""
