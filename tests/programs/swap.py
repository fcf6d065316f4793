"""Answers well, and leaves a folder with a file in it; in the middle game a link of that name, to the folder in `target`."""

from pathlib import Path

from tests.programs.contest import answer, asked, give

turn = asked()
if turn.ply:
    Path("data").unlink(missing_ok=True)
    Path("data").symlink_to(Path("target").read_text(encoding="utf-8"))
else:
    Path("data").mkdir()
    (Path("data") / "file").touch()
give(answer(turn))
