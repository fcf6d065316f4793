"""Tests of games on several machines."""
