"""Answers in an encoding that nobody asked for, with NUL bytes."""

import os
import sys
from pathlib import Path

data = "10K\n".encode("utf-16") + b"\0\0\xff\xfe\x1b[2J<script>"
os.write(1, data)
Path("output.txt" if sys.argv[1] == "pente" else sys.argv[-1]).write_bytes(data)
