"""Makes so many empty files in a folder."""

import itertools
import sys
from pathlib import Path

for number in itertools.islice(itertools.count(), int(sys.argv[2])):
    (Path(sys.argv[1]) / f"file{number}").touch()
