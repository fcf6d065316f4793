"""Tests; the folders mirror src/ludus."""
