"""Makes folders so deep in each other that many a program fails to remove them."""

import os
import sys
from pathlib import Path

for _ in range(int(sys.argv[1])):
    Path("d").mkdir()
    os.chdir("d")
