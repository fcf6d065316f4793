"""Answers well and goes on writing: megabytes, where the answer goes."""

from ludus.turn import Reply
from tests.programs.contest import answer, asked, give

reply = answer(asked())
more = b"and so on\n" * 500_000
give(Reply(reply.stdout + more, 0, {name: data + more for name, data in reply.files.items()}))
