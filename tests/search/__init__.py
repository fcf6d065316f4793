"""Searches in Python."""
