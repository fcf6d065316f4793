"""Writes a script that repeats one move of a program under a debugger, beside the case that `reproduce.py` writes.

A Python program is given its standard input from the file, while the keyboard is the debugger's; a compiled one is started
by gdb, a Java class by jdb, and of a shell script every command is shown.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from ludus.exams.reproduce import STDIN, list_preparations
from ludus.intake.recipe import Recipe
from ludus.sandbox.files import read_regular, write_file
from ludus.turn import Request

DEBUG, PDB = "debug.sh", "debug.py"
_HEAD = 200
_WARNING = """\
# Repeats one move under a debugger, outside the sandbox: the program can do here whatever you can do.
"""
_PDB = '''\
"""Runs a program under Python's debugger: the keyboard is the debugger's, standard input is the program's."""
import os, pdb, sys

sys.argv = sys.argv[1:]
path = sys.argv[0]
sys.path[0] = os.path.dirname(os.path.abspath(path))
debugger = pdb.Pdb(stdin=sys.stdin, stdout=sys.stderr)
if os.path.exists("../stdin.txt"):
    sys.stdin = open("../stdin.txt")
with open(path, encoding="utf-8") as file:
    code = compile(file.read(), path, "exec")
debugger.run(code, {"__name__": "__main__", "__file__": path})
'''


def write_debug_script(case: Path, request: Request, folder: Path, recipe: Recipe, built: Path) -> Path:
    """Write the script into a case that is there; return its path. `built` shows what kind of program it is."""
    words = (*recipe.starting, *request.arguments)
    head = read_regular(built / recipe.starting[0], _HEAD) or b""
    command = _choose_debugger(words, head, has_stdin=bool(request.stdin))
    lines = [*list_preparations(request, folder.resolve(), recipe), command]
    script = _WARNING + "".join(f"{line}\n" for line in lines)
    write_file(case, DEBUG, script.encode(errors="surrogateescape"))
    write_file(case, PDB, _PDB.encode())
    return case / DEBUG


def _choose_debugger(words: Sequence[str], head: bytes, *, has_stdin: bool) -> str:
    """Choose the command that starts a program under the debugger of its kind."""
    source = f" < ../{STDIN}" if has_stdin else ""
    interpreter = head.partition(b"\n")[0] if head.startswith(b"#!") else b""
    if words[0] == "python3":
        return shlex.join(["python3", f"../{PDB}", *words[1:]])
    if b"python" in interpreter:
        return shlex.join(["python3", f"../{PDB}", *words])
    if words[0] == "java":
        place = words.index("-cp")
        return shlex.join(["jdb", "-classpath", *words[place + 1 :]])
    if interpreter:
        return shlex.join(["sh", "-x", *words]) + source
    start = f"start {shlex.join(words[1:])}".rstrip() + source
    return shlex.join(["gdb", "-q", "-ex", start, words[0]])
