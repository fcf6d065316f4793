/** Plays the moves of a kept game again, so that each of its positions can be shown; the core is the referee. */

import { nameSquares, viewPosition } from "../games/view.js";

/**
 * @param {import('./kept_games.js').KeptGame} kept
 * @param {import('../lib/types.js').GameInfo} info
 * @param {import('./engines.js').Engines} engines
 * @returns {Promise<import('../lib/types.js').GameState>}
 */
export async function replay(kept, info, engines) {
  const core = await engines.core();
  const { name } = info;
  if (!(await core.supports(name, kept.start)))
    throw new Error("the engine in this page cannot play this position; ludus serve can");
  const views = [viewPosition(name, kept.start)];
  const moves = /** @type {import('../lib/types.js').PlayedMove[]} */ ([]);
  for (const { move, seconds } of kept.moves) {
    const before = views[views.length - 1];
    const text = await core.play(name, before.text, move);
    moves.push({ ply: moves.length + 1, seat: before.toMove, move, seconds });
    views.push(viewPosition(name, text));
  }
  return {
    info,
    squares: nameSquares(name, kept.start),
    status: "playing",
    seats: kept.seats,
    moves,
    views,
    clock: kept.clock,
    verdict: null,
    offer: null,
    connection: "",
    thinking: null,
  };
}
