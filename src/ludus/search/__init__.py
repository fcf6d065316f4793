"""Looks for good moves: the native core where it knows the position, plain Python everywhere else."""
