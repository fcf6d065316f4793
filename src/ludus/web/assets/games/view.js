/** What there is to see of a position of a built-in game, from its text alone: the twin of ludus/web/position_view.py. */

import * as amazons from "./amazons.js";
import * as checkers from "./checkers.js";
import * as chezz from "./chezz.js";
import * as pente from "./pente.js";

/**
 * @typedef {object} Reader What a game's module offers.
 * @property {(text: string) => import('../lib/types.js').PositionView} readView
 * @property {(text: string) => string[][]} nameSquares
 * @property {(text: string, squares: string[]) => string} explain
 * @property {string} STANDING
 * @property {string} TAGLINE
 */

const READERS = /** @type {Map<string, Reader>} */ (new Map(Object.entries({ amazons, checkers, chezz, pente })));

/**
 * Tell whether the pages can read positions of a game by themselves.
 * @param {string} game
 */
export function canView(game) {
  return READERS.has(game);
}

/**
 * @param {string} game
 * @param {string} text
 */
export function viewPosition(game, text) {
  return find(game).readView(text);
}

/**
 * @param {string} game
 * @param {string} text
 */
export function nameSquares(game, text) {
  return find(game).nameSquares(text);
}

/**
 * Say why these squares are no move in this position, in the words of the rules.
 * @param {string} game
 * @param {string} text
 * @param {string[]} squares
 */
export function explain(game, text, squares) {
  return find(game).explain(text, squares);
}

/**
 * Say what the standing of a game counts.
 * @param {string} game
 */
export function nameStanding(game) {
  return READERS.get(game)?.STANDING ?? "points";
}

/**
 * Say in half a line what a game is about.
 * @param {string} game
 */
export function findTagline(game) {
  return READERS.get(game)?.TAGLINE ?? "";
}

/** @param {string} game */
function find(game) {
  const reader = READERS.get(game);
  if (!reader) throw new Error(`expected one of ${[...READERS.keys()].join(", ")}, found ${game}`);
  return reader;
}
