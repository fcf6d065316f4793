"""Many requests at once on one game: nothing is lost, nothing hangs, and the journal says the same as the game did."""

from __future__ import annotations

import random
import threading
from pathlib import Path

from tests.server.browsers import Browser, serving, watching

BLACK, WHITE = 0, 1
FINE = {200, 403, 409, 422, 429}
"""What may be answered to a request that comes at the wrong time."""


def hurry(browser: Browser, game: str, seat: int, seed: int, statuses: list[int]) -> None:
    """Send moves, offers and answers without looking at what others do."""
    chance = random.Random(seed)
    for _ in range(40):
        action = chance.choice(["move", "move", "move", "offer", "accept", "decline", "hint"])
        if action == "move":
            answer = browser.play(game, seat, chance.choice(["", "", "A1-A1"]))
        elif action == "hint":
            answer = browser.ask("GET", f"{game}/moves")
        else:
            answer = browser.ask("POST", f"{game}/undo", {"action": action})
        statuses.append(answer.status)


def test_a_crowd_on_one_game_leaves_a_journal_that_the_referee_confirms(tmp_path: Path) -> None:
    store, statuses, seed = tmp_path / "games.store", list[int](), random.randrange(10**6)
    print(f"seed {seed}")
    with serving(store) as port:
        ann, bob = Browser(port), Browser(port)
        game = ann.begin("amazons", options={"size": "8x8", "amazons": "2"})
        bob.post(f"{game}/join", {"seat": WHITE})
        crowd = [
            threading.Thread(target=hurry, args=(browser, game, seat, seed + number, statuses))
            for number in range(2)
            for seat, browser in ((BLACK, ann), (WHITE, bob))
        ]
        for each in crowd:
            each.start()
        for each in crowd:
            each.join()
        assert set(statuses) <= FINE
        before = ann.get(game)
        with watching(port, game, after=max(0, before["number"] - 100)) as events:
            first = next(events)["number"]
            numbers = [first, *(next(events)["number"] for _ in range(before["number"] - first))]
    assert numbers == list(range(first, before["number"] + 1))
    with serving(store) as port:
        ann.port = bob.port = port
        after = ann.get(game)
        assert after == before
        mover = (ann, bob)[after["view"]["toMove"]]
        if after["status"] == "playing":
            assert mover.play(game, after["view"]["toMove"]).status == 200
