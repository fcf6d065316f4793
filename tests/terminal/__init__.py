"""Tests of the terminal boards."""
