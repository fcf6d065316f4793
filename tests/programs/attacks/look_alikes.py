"""Answers in as many files as there are spellings of one name, each as large as a file may be."""

import itertools
import sys
from pathlib import Path

count, size = int(sys.argv[1]), int(sys.argv[2])
spellings = ("".join(letters) for letters in itertools.product(*zip("output.txt", "OUTPUT.TXT", strict=True)))
for name in itertools.islice(dict.fromkeys(spellings), count):
    with Path(name).open("wb") as file:
        file.truncate(size)
