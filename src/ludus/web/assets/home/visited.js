/** The games of a server that this browser has played or watched, so that one can come back to them. */

import { keep, readKept } from "../lib/settings.js";

const KEY = "ludus.visited";
const MOST = 12;

/** @typedef {{id: string, words: string, isOver: boolean}} Visited */

/** @returns {Visited[]} */
export function listVisited() {
  const found = readKept(KEY);
  return Array.isArray(found) ? found.filter((each) => typeof each?.id === "string") : [];
}

/** @param {Visited} visited */
export function rememberGame(visited) {
  keep(KEY, [visited, ...listVisited().filter((each) => each.id !== visited.id)].slice(0, MOST));
}
