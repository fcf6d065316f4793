/** The colours of the seats: sides called White and Black are light and dark, others have one of eight colours. */

/** @typedef {import('./types.js').Look} Look */

const SEAT_COLOURS = 8;
/** @type {Record<string, string>} */
const SIDES = { White: "light", Black: "dark" };

/**
 * Name the tone of a seat's pieces; board.css says what it looks like.
 * @param {number | null} owner
 * @param {string[]} sides
 */
export function findTone(owner, sides) {
  if (owner === null) return "nobody";
  return SIDES[sides[owner]] ?? `seat${owner % SEAT_COLOURS}`;
}
