"""Runs Python programs without starting an interpreter each time: one process that forks for every run.

It reads one JSON object a line from standard input (program, folder, arguments, the three streams, seconds), and
answers each by one with the exit code and the CPU seconds. The forked child begins with no CPU time, is a process group
of its own that is killed in the end, and ends as an interpreter ends. Nothing is contained: this is for our own texts.
"""

from __future__ import annotations

import contextlib
import json
import os
import random  # noqa: F401  # The programs import it, which takes long.
import resource
import signal
import sys
import zlib  # noqa: F401
from functools import lru_cache
from pathlib import Path
from types import CodeType


@lru_cache(maxsize=4)
def compile_text(text: str, name: str) -> CodeType:
    """Compile a program; the runs of one follow each other."""
    return compile(text, name, "exec")


def become_program(asked: dict[str, str], arguments: list[str], seconds: int) -> CodeType:
    """Turn this process into one that has just been started; return what it executes."""
    os.setsid()
    os.chdir(asked["folder"])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    for number, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        stream = os.open(asked["streams"] + str(number), mode | os.O_CREAT | (os.O_TRUNC if number else 0))
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.argv = [asked["program"], *arguments]
    return compile_text(Path(asked["program"]).read_text(encoding="utf-8"), asked["program"])


def wait_for(child: int) -> str:
    """Wait for a child, and kill what it has started; return its exit code and CPU seconds."""
    _, status, usage = os.wait4(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return json.dumps([os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime])


def main() -> CodeType | None:
    """Answer requests; in a child, return the program."""
    for line in sys.stdin:
        asked = json.loads(line)
        child = os.fork()
        if not child:
            return become_program(asked["texts"], asked["arguments"], asked["seconds"])
        print(wait_for(child), flush=True)
    return None


if code := main():
    exec(code, {"__name__": "__main__"})
