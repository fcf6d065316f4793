/** Reads how a game on a server stands: everything up to now, from which its events go on. */

import { canView, viewPosition } from "../games/view.js";
import { ask } from "../lib/http.js";

/** @typedef {import('../lib/types.js').GameState} GameState */
/** @typedef {import('../lib/types.js').PositionView} PositionView */

/**
 * Load a game as it stands.
 * @param {string} id
 * @returns {Promise<{state: GameState, number: number}>}
 */
export async function load(id) {
  const address = `/api/games/${encodeURIComponent(id)}`;
  const found = await ask(address);
  const { info, start, moves, squares } = found;
  const { name } = info;
  const texts = [start, ...moves.map((/** @type {{text: string}} */ move) => move.text)];
  /** @type {PositionView[]} */
  const views = canView(name) ? texts.map((text) => viewPosition(name, text)) : (await ask(`${address}/views`)).views;
  views[views.length - 1] = found.view;
  const { status, seats, clock, verdict, offer, number } = found;
  const judged = verdict && { ...verdict, winners: listWinners(verdict.scores) };
  return {
    number,
    state: {
      info,
      squares,
      status,
      seats,
      moves,
      views,
      clock,
      verdict: judged,
      offer,
      connection: "",
      thinking: null,
    },
  };
}

/** @param {number[]} scores */
function listWinners(scores) {
  const best = Math.max(...scores);
  return [...scores.keys()].filter((seat) => scores[seat] === best);
}
