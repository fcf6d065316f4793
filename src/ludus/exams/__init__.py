"""Examines programs: `check.py` looks for mistakes in one program, `grading/` gives it marks, `ask.py` repeats one move."""
