"""Checking and grading programs."""
