"""Grading of programs and classes."""
