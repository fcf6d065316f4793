/** What the other side would win or take if it were its turn: for learners who want to see what they are in for. */

import { squaresOf } from "./typed_move.js";
import { nameSquares, viewPosition } from "./view.js";

/** @typedef {import('../core/core.js').Core} Core */

const LETTERS = /** @type {Record<string, string>} */ ({ w: "b", b: "w" });

/**
 * Give the turn to the other side; null where a game has no such thing.
 * @param {string} text
 */
function passTurn(text) {
  const words = text.split(" ");
  const at = words.findIndex((word) => word in LETTERS);
  if (at < 1 || words.includes("ended")) return null;
  words[at] = LETTERS[words[at]];
  return words.join(" ");
}

/**
 * List the squares that are in danger: pieces that could be lost, and squares where the other side would win.
 * @param {Core} core
 * @param {string} game
 * @param {string} text
 * @returns {Promise<{squares: string[], words: string}>}
 */
export async function findThreats(core, game, text) {
  const passed = passTurn(text);
  if (passed === null) return { squares: [], words: "in this game nothing can be taken" };
  const before = viewPosition(game, passed);
  const names = nameSquares(game, text).flat();
  const moves = before.over || !(await core.supports(game, passed)) ? [] : await core.moves(game, passed);
  const found = new Set(/** @type {string[]} */ ([]));
  let wins = 0;
  for (const move of moves) {
    const after = viewPosition(game, await core.play(game, passed, move));
    const isWon = after.outcome?.winners.length === 1 && after.outcome.winners[0] === before.toMove;
    if (isWon) wins++;
    for (const square of isWon ? squaresOf(move).slice(-1) : []) found.add(square);
    for (const square of listLost(before, after, names)) found.add(square);
  }
  return { squares: [...found], words: wordThreats(found.size, wins) };
}

/**
 * @param {number} squares
 * @param {number} wins
 */
function wordThreats(squares, wins) {
  if (squares === 0) return "no threats";
  const danger = `${squares} ${squares === 1 ? "square" : "squares"} in danger`;
  return wins ? `${danger}; ${wins} ${wins === 1 ? "move" : "moves"} would win the game` : danger;
}

/**
 * List the squares on which the seat that was not to move has lost a piece.
 * @param {import('../lib/types.js').PositionView} before
 * @param {import('../lib/types.js').PositionView} after
 * @param {string[]} names
 */
function listLost(before, after, names) {
  const old = before.rows.flat();
  const now = after.rows.flat();
  const loser = 1 - before.toMove;
  return names.filter((_, at) => before.looks[old[at]].owner === loser && after.looks[now[at]].owner !== loser);
}
