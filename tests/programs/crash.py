"""Ends with an error."""

import sys

sys.stderr.write("\x1b[31mI have lost\nmy marbles\n")
sys.exit(3)
