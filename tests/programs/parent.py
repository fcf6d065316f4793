"""Answers well and leaves a child behind that keeps the streams open."""

import subprocess
import sys
import time

if sys.argv[-1] == "child":
    time.sleep(60)
else:
    from tests.programs.contest import answer, asked, give

    subprocess.Popen([sys.executable, __file__, sys.argv[1], "child"])
    give(answer(asked()))
