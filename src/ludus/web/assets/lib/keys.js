/**
 * The one key map of all pages. Keys that are typed into a field are text; on the board the arrows move from
 * square to square, so that stepping through a game has a second pair of keys that works there, too.
 */

import { make } from "./dom.js";

/** @typedef {{keys: string[], shown: string, words: string}} Key */

/** @type {Record<string, Key>} */
export const KEYS = {
  back: { keys: ["ArrowLeft", "["], shown: "← or [", words: "one move back" },
  forward: { keys: ["ArrowRight", "]"], shown: "→ or ]", words: "one move forward" },
  first: { keys: ["ArrowUp", "Home", "{"], shown: "↑, Home or {", words: "to the start" },
  last: { keys: ["ArrowDown", "End", "}"], shown: "↓, End or }", words: "to the last move" },
  hint: { keys: ["h", " "], shown: "h or space", words: "hint: the best move" },
  threats: { keys: ["t"], shown: "t", words: "threats on and off" },
  engine: { keys: ["l"], shown: "l", words: "engine on and off: evaluation, best lines" },
  arrows: { keys: ["a"], shown: "a", words: "arrows of the engine on and off" },
  flip: { keys: ["f"], shown: "f", words: "flip the board" },
  undo: { keys: ["u"], shown: "u", words: "take back" },
  field: { keys: ["m"], shown: "m", words: "type a move" },
  board: { keys: ["b"], shown: "b", words: "to the board" },
  rules: { keys: ["r"], shown: "r", words: "rules" },
  help: { keys: ["?"], shown: "?", words: "these keys" },
};

/** What the board itself does with keys. */
const ON_BOARD = [
  ["arrows", "on the board: from square to square"],
  ["Enter or space", "on the board: touch the square"],
  ["Escape", "give up a move that has begun"],
];

/**
 * Find what a key press asks for; null where it is text, or belongs to the board or a button.
 * @param {KeyboardEvent} event
 */
export function findAction(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return null;
  const found = Object.entries(KEYS).find(([, key]) => key.keys.includes(event.key));
  if (!found) return null;
  if (target?.closest("dialog")) return null;
  if ((event.key === " " || event.key.startsWith("Arrow")) && target?.closest("[role=grid]")) return null;
  if (event.key === " " && target?.closest("button, summary, a, input")) return null;
  return found[0];
}

/** Show the key map until it is closed. */
export function showKeys() {
  const rows = [...Object.values(KEYS).map((key) => [key.shown, key.words]), ...ON_BOARD];
  const close = make("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Close");
  const dialog = make(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title", onclose: () => dialog.remove() },
    make("h2", { id: "keys-title" }, "Keys"),
    make(
      "dl",
      {},
      rows.map(([keys, words]) => make("div", {}, make("dt", {}, make("kbd", {}, keys)), make("dd", {}, words))),
    ),
    close,
  );
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
