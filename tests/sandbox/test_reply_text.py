"""What a program's standard error comes to in a reason."""

from __future__ import annotations

import pytest

from ludus.sandbox.reply_text import TAIL, quote_stderr
from ludus.turn import Reply

PYTHON = """\
Traceback (most recent call last):
  File "homework.py", line 5, in <module>
    think()
IndexError: list index out of range
"""
CHAINED = f"""\
{PYTHON}
During handling of the above exception, another exception occurred:

{PYTHON.replace("IndexError: list index out of range", "ValueError: no move:" + chr(10) + "the board is full")}"""
JAVA = """\
Exception in thread "main" java.lang.RuntimeException: no move
\tat homework.main(homework.java:3)
Caused by: java.io.IOException: input.txt
\tat homework.read(homework.java:9)
\t... 1 more
"""


@pytest.mark.parametrize(
    ("stderr", "shown"),
    [
        (PYTHON, "IndexError: list index out of range"),
        (f"depth 3\n{PYTHON}bye\n", "IndexError: list index out of range"),
        (CHAINED, "ValueError: no move:"),
        (JAVA, "Caused by: java.io.IOException: input.txt"),
        ("depth 3\ndepth 4\n", "depth 3\\ndepth 4"),
        ("Traceback (most recent call last):\n  File", "Traceback (most recent call last):\\n  File"),
        ("", ""),
    ],
)
def test_of_a_traceback_the_exception_is_shown(stderr: str, shown: str) -> None:
    assert quote_stderr(Reply(b"", 1, {}, stderr.encode())) == shown


def test_a_long_exception_keeps_its_beginning_and_other_long_texts_their_end() -> None:
    frames, _, exception = PYTHON.strip().rpartition("\n")
    assert quote_stderr(Reply(b"", 1, {}, f"{frames}\n{exception}{'!' * 999}".encode())).startswith(
        "IndexError: list"
    )
    assert quote_stderr(Reply(b"", 1, {}, ("." * 999 + "end").encode())) == "..." + "." * (TAIL - 3) + "end"
