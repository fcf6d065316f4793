"""Tests of recorded games at the terminal."""
