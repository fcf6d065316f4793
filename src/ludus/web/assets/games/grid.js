/** Boards that are written as rows of characters, as ludus/games/grid.py reads them. */

/** No board of this kind is wider; a longer run in a text that somebody has pasted is cut. */
const WIDEST = 64;

/**
 * Read rows in which a number stands for a run of empty cells: `1w1w/4`.
 * @param {string} text
 * @returns {string[][]}
 */
export function readRows(text) {
  return text.split("/").map((row) => [...row.replace(/\d+/g, (run) => ".".repeat(Math.min(Number(run), WIDEST)))]);
}

/**
 * Find how each cell that stands on a board looks.
 * @param {string[][]} rows
 * @param {(cell: string) => import('../lib/types.js').Look} look
 */
export function listLooks(rows, look) {
  /** @type {Record<string, import('../lib/types.js').Look>} */
  const looks = {};
  for (const cell of new Set(rows.flat())) looks[cell] = look(cell);
  return looks;
}

/** @type {import('../lib/types.js').Look} */
export const EMPTY = { owner: null, kind: "empty", words: "empty" };

/**
 * Give a game of two seats to one of them.
 * @param {number} seat
 * @param {string} reason
 * @returns {import('../lib/types.js').Outcome}
 */
export function win(seat, reason) {
  return { scores: seat === 0 ? [1, 0] : [0, 1], reason, winners: [seat] };
}

/**
 * Share a game of two seats.
 * @param {string} reason
 * @returns {import('../lib/types.js').Outcome}
 */
export function draw(reason) {
  return { scores: [0.5, 0.5], reason, winners: [0, 1] };
}
