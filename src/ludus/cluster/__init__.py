"""Plays games on several machines, by Dask distributed: its scheduler and its workers, with keys of our own."""
