"""Examines programs: `check.py` looks for mistakes in one program, `grade.py` gives it marks, `ask.py` repeats one move."""
