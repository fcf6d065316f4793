"""Answers well as long as it has a choice: with one move left it has nothing to draw from."""

import random

from tests.programs.contest import answer, asked, give

turn = asked()
random.randrange(len(turn.position.moves()) - 1)
give(answer(turn))
