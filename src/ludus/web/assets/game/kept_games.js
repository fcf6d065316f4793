/** The games that live in this browser: kept by it move by move, so that one can come back to them. */

import { keep, readKept } from "../lib/settings.js";

/**
 * @typedef {object} KeptGame What the browser keeps of a game.
 * @property {string} id
 * @property {string} game
 * @property {string} start
 * @property {import('../lib/types.js').SeatState[]} seats
 * @property {{move: string, seconds: number}[]} moves
 * @property {number} seed
 * @property {string} started
 * @property {import('../lib/types.js').ClockState|null} clock
 * @property {import('../lib/types.js').VerdictState|null} verdict A verdict that the rules do not know, such as a resignation.
 * @property {boolean} [isOver]
 * @property {boolean} [isReplay] Whether it is only looked at.
 */

const LIST = "ludus.games";
const MOST = 12;

/** @param {string} id */
const nameKey = (id) => `ludus.game.${id}`;

/** Games that were played here last, with the latest first. */
export function listKeptGames() {
  const ids = readKept(LIST);
  const found = Array.isArray(ids) ? ids.map((id) => readKeptGame(String(id))) : [];
  return found.filter((game) => game !== null);
}

/**
 * @param {string} id
 * @returns {KeptGame|null}
 */
export function readKeptGame(id) {
  const game = readKept(nameKey(id));
  if (typeof game?.game !== "string" || !Array.isArray(game.moves) || !Array.isArray(game.seats)) return null;
  return game.seats.every((/** @type {any} */ seat) => typeof seat?.kind === "string") ? game : null;
}

/**
 * Keep a game as it stands; of many the oldest are forgotten.
 * @param {KeptGame} game
 */
export function keepGame(game) {
  const before = readKept(LIST);
  const others = (Array.isArray(before) ? before : []).filter((id) => id !== game.id);
  for (const id of others.slice(MOST - 1)) keep(nameKey(String(id)), null);
  keep(nameKey(game.id), game);
  keep(LIST, [game.id, ...others.slice(0, MOST - 1)]);
}

/** Make an id that no other game of this browser has. */
export function makeId() {
  return [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
