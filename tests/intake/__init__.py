"""Importing and building untrusted programs."""
