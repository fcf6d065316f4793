/** The values that a page brings along for its scripts. */

import { find } from "./dom.js";

/**
 * @param {string} id
 * @returns {any}
 */
export function readData(id) {
  return JSON.parse(find(id).textContent ?? "null");
}
