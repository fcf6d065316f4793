"""Tells on standard output what it thinks, then answers well."""

from tests.programs.contest import answer, asked, give

reply = answer(asked())
print("thinking about", len(reply.stdout), "bytes", flush=True)
give(reply)
