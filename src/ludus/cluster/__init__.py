"""Plays the games of a tournament on several machines, by Dask distributed."""
