/** What the engine in the page is asked for: a move for its seat, a hint, an analysis. */

/** @typedef {import('./engines.js').Engines} Engines */
/** @typedef {import('../lib/types.js').GameState} GameState */

/** An engine that answers at once would move before the eye has seen the move before, in milliseconds. */
const SHORTEST = 350;
const HINT = { nodes: 300_000, player: "hint" };
const ANALYSIS = { nodes: 20_000_000, lines: 3, player: "analysis" };

/**
 * Choose a move at the level of a seat; null where it is no longer wanted.
 * @param {Engines} engines
 * @param {GameState} state
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

/**
 * Find the best move after so many moves.
 * @param {Engines} engines
 * @param {GameState} state
 * @param {number} ply
 */
export async function findHint(engines, { info, views }, ply) {
  const report = await engines.think(info.name, views[ply].text, HINT);
  const line = report?.lines[0];
  if (!line) throw new Error("the engine found no move");
  return { move: line.moves[0], score: line.score };
}

/**
 * Tell more and more about the position after so many moves, until it is stopped; an engine that has to move comes first.
 * @param {Engines} engines
 * @param {GameState} state
 * @param {number} ply
 * @param {(report: import('../lib/types.js').Report) => void} onReport
 */
export async function analysePosition(engines, { info, views, thinking }, ply, onReport) {
  if (views[ply].over || thinking !== null) return;
  const report = await engines.think(info.name, views[ply].text, { ...ANALYSIS, onReport });
  if (report) onReport(report);
}
