"""Tests of the contest formats."""
