"""Takes so many MiB of the disk for a file that stays empty; tells how many it got."""

import ctypes
import os
import sys

KEEP_SIZE = 1
libc = ctypes.CDLL(None)
file = os.open("empty", os.O_CREAT | os.O_RDWR)
libc.fallocate(file, KEEP_SIZE, ctypes.c_long(0), ctypes.c_long(int(sys.argv[1]) << 20))
print(os.fstat(file).st_blocks >> 11)
