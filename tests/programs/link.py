"""Answers well, in a file to which the answer's name is only a link."""

from pathlib import Path

from tests.programs.contest import answer, asked

for name, data in answer(asked()).files.items():
    Path(name).unlink(missing_ok=True)
    Path("elsewhere").write_bytes(data)
    Path(name).symlink_to("elsewhere")
