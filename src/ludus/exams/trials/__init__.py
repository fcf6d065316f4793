"""Runs of a program in the situations of a contest, one at a time or again and again."""
