"""Takes every name that begins with a 1 and goes on with underscores, each for a folder with folders in it."""

from pathlib import Path

for count in range(255):
    Path("1" + "_" * count, "x", "y").mkdir(parents=True)
