"""Burns CPU time where `time` does not look, and tells on standard output how much it really was.

plain    in this process
threads  in two threads
waited   in a child that is waited for
orphan   in a grandchild whose parent has ended
ignored  in a child whose end this process ignores
"""

import os
import signal
import sys
import threading
import time

way, seconds = sys.argv[1], float(sys.argv[2])
told, tell = os.pipe()


def burn(amount: float) -> None:
    """Burn CPU time of this thread."""
    end = time.thread_time() + amount
    while time.thread_time() < end:
        pass


def burn_and_leave() -> None:
    """Burn CPU time of a whole process, and say how much it was in all."""
    burn(seconds)
    os.write(tell, f"{time.process_time()}\n".encode())
    os._exit(0)


other = 0.0
if way == "plain":
    burn(seconds)
elif way == "threads":
    threads = [threading.Thread(target=burn, args=(seconds / 2,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
else:
    if way == "ignored":
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    if os.fork() == 0:
        if way == "orphan" and os.fork() != 0:
            os._exit(0)
        burn_and_leave()
    other = float(os.read(told, 100))
    if way == "waited":
        os.wait()
    else:
        time.sleep(0.05)
os.write(1, f"{time.process_time() + other}\n".encode())
os._exit(0)
