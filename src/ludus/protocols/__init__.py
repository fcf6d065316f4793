"""The formats of the contests: pure, both ways. Read `base.py` first; `contests` names the format of each contest."""
