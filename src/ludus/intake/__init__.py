"""Imports untrusted programs: a folder, an archive or a commit becomes a copy of ours, known by its content, and is built once."""
