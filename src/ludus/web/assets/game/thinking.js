/** How an engine of this page chooses a move for its seat. */

/** An engine that answers at once would move before the eye has seen the move before, in milliseconds. */
const SHORTEST = 350;

/**
 * Choose a move at the level of a seat; null where it is no longer wanted.
 * @param {import('./engines.js').Engines} engines
 * @param {import('../lib/types.js').GameState} state
 * @param {number} seat
 * @param {number} [seed] The same seed plays the same game.
 * @returns {Promise<string|null>}
 */
export async function thinkAhead(engines, state, seat, seed = 0) {
  const began = performance.now();
  const { info, views, seats } = state;
  const { text } = views[views.length - 1];
  const past = views.slice(0, -1).map((view) => view.text);
  const request = { past, level: seats[seat].level, seed, player: `seat ${seat}` };
  const report = await engines.think(info.name, text, request);
  const wait = SHORTEST - (performance.now() - began);
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
  return report?.lines[0]?.moves[0] ?? null;
}
