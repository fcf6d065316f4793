/** Explains what stands on a board: a picture and a name for each kind of thing, in the order of the board. */

import { CELL } from "./geometry.js";
import { describeLook } from "./labels.js";
import { Pieces } from "./pieces.js";
import { svg } from "./svg.js";

/** @typedef {import('./types.js').Description} Description */
/** @typedef {import('./types.js').Look} Look */
/** @typedef {import('./types.js').View} View */
/** @typedef {{cell: string, look: Look, words: string}} Entry */

const TREASURE = /^treasure of (\d+)$/;
let legends = 0;

/**
 * List what a view has to explain. Sides that are called White and Black have the same pieces, which are named once;
 * a cell with treasure and something else explains both.
 * @param {View} view
 * @param {string[]} sides
 * @returns {Entry[]}
 */
export function listEntries(view, sides) {
  /** @type {Map<string, Entry>} */
  const entries = new Map();
  for (const [cell, look] of Object.entries(view.looks)) {
    if (look.kind === "empty") continue;
    if (look.owner !== null) {
      const words = sides.length > 0 ? look.words : describeLook(look, sides, view.seatNames);
      if (!entries.has(words)) entries.set(words, { cell, look, words });
      continue;
    }
    for (const part of look.words.split(" and ")) {
      const worth = TREASURE.exec(part);
      const words = worth ? "treasure and its worth" : part;
      if (entries.has(words)) continue;
      const kind = worth ? "treasure" : look.kind;
      entries.set(words, {
        cell: worth ? worth[1] : cell.replace(/\d/g, ""),
        look: { ...look, kind, words: part },
        words,
      });
    }
  }
  const isOwned = (/** @type {Entry} */ entry) => Number(entry.look.owner !== null);
  return [...entries.values()].sort((a, b) => isOwned(b) - isOwned(a) || (a.look.owner ?? 0) - (b.look.owner ?? 0));
}

/**
 * Put a legend into an element of the page.
 * @param {HTMLElement} root
 * @param {Pick<Description, 'ground' | 'sides'>} description
 */
export function mountLegend(root, description) {
  const list = document.createElement("ul");
  list.className = "board-legend";
  list.dataset.ground = description.ground;
  root.append(list);
  /** @type {string | null} */
  let shown = null;
  return {
    /**
     * Explain what is in a view.
     * @param {View} view
     */
    show(view) {
      const entries = listEntries(view, description.sides);
      const words = entries.map((entry) => entry.words).join("\n");
      if (words === shown) return;
      shown = words;
      list.replaceChildren(...entries.map((entry) => makeItem(entry, description)));
      if (entries.length === 0) list.append(makeNote("The board is empty."));
    },
    destroy() {
      list.remove();
    },
  };
}

/**
 * @param {Entry} entry
 * @param {Pick<Description, 'ground' | 'sides'>} description
 */
function makeItem({ cell, look, words }, description) {
  legends += 1;
  const defs = svg("defs");
  const piece = new Pieces(defs, `legend${legends}-`, description).make(cell, look);
  const size = `0 0 ${CELL} ${CELL}`;
  const picture = svg("svg", { class: "legend-picture", viewBox: size, "aria-hidden": "true" }, defs);
  if (piece) picture.append(piece);
  const item = document.createElement("li");
  const name = document.createElement("span");
  name.textContent = words;
  item.append(picture, name);
  return item;
}

/** @param {string} text */
function makeNote(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}
