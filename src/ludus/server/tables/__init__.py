"""The games of the server: what is kept of each, who sits where, and the referee at work. Read `table.py` first."""
