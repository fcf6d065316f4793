/** Looking at a finished game: a record that somebody has pasted, or a link with moves. */

import { readRecord } from "../game/record.js";
import { viewPosition } from "../games/view.js";
import { make, setText } from "../lib/dom.js";
import { findInfo, makeGame } from "./local_lobby.js";

/** @typedef {import('../lib/types.js').GameInfo} GameInfo */
/** @typedef {import('../lib/types.js').SeatState} SeatState */

/**
 * Open a game that is only looked at.
 * @param {ReturnType<typeof readRecord>} record
 * @param {GameInfo[]} games
 * @param {import('../game/engines.js').Engines} engines
 */
export async function openReplay({ game, start, moves, names, verdict }, games, engines) {
  const info = findInfo(games, game);
  const first = start || info.start;
  if (!(await engines.supports(game, first)))
    throw new Error("the record begins with no position that this page can read");
  const seats = viewPosition(game, first).seatNames.map(
    (side, seat) =>
      /** @type {SeatState} */ ({ kind: "program", name: names[seat] ?? side, yours: false, claimed: true }),
  );
  const kept = { ...makeGame(game, first, seats), verdict, isReplay: true };
  kept.moves = moves.map((move) => ({ move, seconds: 0 }));
  const { LocalGame } = await import("../game/local_game.js");
  return LocalGame.open(kept, info, engines, () => undefined);
}

/**
 * Show the field into which a record is pasted.
 * @param {HTMLElement} root
 * @param {(record: ReturnType<typeof readRecord>) => Promise<void>} show
 */
export function mountReplayForm(root, show) {
  const field = make("textarea", { id: "record", rows: 8, spellcheck: "false" });
  const trouble = make("p", { class: "trouble", role: "alert" });
  const form = make(
    "form",
    { class: "card replay" },
    make("label", { for: "record" }, "A record: one JSON object, as Ludus writes it for each game"),
    field,
    trouble,
    make("button", { type: "submit", class: "primary" }, "Show the game"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  root.replaceChildren(make("h1", {}, "Replay a game"), form);

  async function submit() {
    try {
      await show(readRecord(field.value));
    } catch (error) {
      setText(trouble, `This cannot be shown: ${error instanceof Error ? error.message : error}`);
    }
  }
}
