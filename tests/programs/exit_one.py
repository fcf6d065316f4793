"""Ends with exit code 1: in Amazons that says that it cannot move, elsewhere it is a crash."""

import sys

sys.exit(1)
