"""Answers in good form with a move that the rules forbid."""

from ludus.turn import Reply
from tests.programs.contest import GAME, answer, asked, give

turn = asked()
reply = answer(turn)
if GAME == "pente":
    reply = Reply(files={"output.txt": b"1A\n" if "10K" in turn.position.moves() else b"10K\n"})
elif GAME == "checkers":
    action = f" ACTION #{len(turn.moves) + 1}: ".encode()
    before, _, after = reply.stdout.rpartition(action)
    reply = Reply(stdout=before + action + b"A1-B2" + after[5:])
elif GAME == "chezz":
    stay = answer(turn).stdout.partition(b"\n")[0]
    reply = Reply(stdout=stay + b"\n{ e1: 'wK', e8: 'bK' }\n")
else:
    # One arrow more than was shot.
    reply = Reply(files={name: data.replace(b"000", b"009", 1) for name, data in reply.files.items()})
give(reply)
