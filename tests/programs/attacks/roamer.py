"""Goes wherever the machine lets it; tells on how many cores it may run."""

import os

os.sched_setaffinity(0, range(os.cpu_count() or 1))
print(len(os.sched_getaffinity(0)))
