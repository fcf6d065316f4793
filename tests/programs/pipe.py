"""Makes a pipe that has the answer's name, and waits for nobody."""

import os
from pathlib import Path

from tests.programs.contest import answer, asked

for name in answer(asked()).files:
    Path(name).unlink(missing_ok=True)
    os.mkfifo(name)
