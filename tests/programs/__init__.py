"""Tiny contest programs, most of them badly behaved, and `folders.py`, which makes entries of them."""
