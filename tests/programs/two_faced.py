"""Answers well, and ends as if it had failed."""

from ludus.turn import Reply
from tests.programs.contest import answer, asked, give

reply = answer(asked())
give(Reply(reply.stdout, 9, reply.files))
