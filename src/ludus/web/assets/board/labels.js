/** What a screen reader says about a cell: `g6, white man, can move`. */

/** @typedef {import('./types.js').Look} Look */

/** @type {Look} */
export const EMPTY = { owner: null, kind: "empty", words: "empty" };

/**
 * Find the look of a cell, for texts too that no look was given for.
 * @param {Record<string, Look>} looks
 * @param {string} cell
 * @returns {Look}
 */
export function findLook(looks, cell) {
  return looks[cell] ?? (cell === "." ? EMPTY : { owner: null, kind: "piece", words: cell });
}

/**
 * Say whose a piece is and what it is.
 * @param {Look} look
 * @param {string[]} sides
 * @param {string[]} seatNames
 */
export function describeLook(look, sides, seatNames) {
  if (look.owner === null) return look.words;
  const side = sides[look.owner];
  if (side) return `${side.toLowerCase()} ${look.words}`;
  return `${look.words} of ${seatNames[look.owner] ?? `seat ${look.owner + 1}`}`;
}

/**
 * Put a label together.
 * @param {string} square
 * @param {string} words
 * @param {{isSelected: boolean, isOffered: boolean, hasBegun: boolean, isEmpty: boolean, isLast: boolean}} state
 */
export function labelCell(square, words, state) {
  const parts = [square, words];
  if (state.isSelected) parts.push("selected");
  if (state.isOffered && state.hasBegun) parts.push("target");
  else if (state.isOffered) parts.push(state.isEmpty ? "can be played" : "can move");
  if (state.isLast) parts.push("last move");
  return parts.join(", ");
}
