"""Attacks on the referee, each a program of its own that needs nothing but Python. Arguments bound what they do."""
