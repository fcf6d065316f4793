"""Tests of the sites."""
