"""Whole games in a real browser, by pointer, finger and keyboard."""
