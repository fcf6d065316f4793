"""Tests of our own contest programs."""
