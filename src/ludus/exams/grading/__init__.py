"""Grading of a program for a course, and of a whole class. Read `sheet.py` first."""
