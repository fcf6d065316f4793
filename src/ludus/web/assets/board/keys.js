/** What the keys do on a board: the arrows walk over the cells, Enter and Space touch, Escape gives up. */

/** @typedef {import('./geometry.js').Layout} Layout */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * Say what a key means on a cell: touch it, give up, or go to another place; null if the key is not the board's.
 * With Shift an arrow goes on to the next cell that may be touched, if there is one in that line.
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @param {number} place
 * @param {Layout} layout
 * @param {(place: number) => boolean} isOffered
 * @returns {{kind: 'touch'} | {kind: 'giveUp'} | {kind: 'go', place: number} | null}
 */
export function readKey(event, place, layout, isOffered) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.key === "Enter" || event.key === " ") return { kind: "touch" };
  if (event.key === "Escape") return { kind: "giveUp" };
  const step = STEPS[event.key];
  if (!step) return null;
  const line = listLine(place, layout, layout.isFlipped ? [-step[0], -step[1]] : step);
  const near = line[0] ?? place;
  return { kind: "go", place: event.shiftKey ? (line.find(isOffered) ?? near) : near };
}

/**
 * List the cells from a place to the edge.
 * @param {number} place
 * @param {Layout} layout
 * @param {[number, number]} step
 */
function listLine(place, layout, [down, right]) {
  const line = [];
  let row = Math.floor(place / layout.width) + down;
  let col = (place % layout.width) + right;
  while (row >= 0 && col >= 0 && row < layout.height && col < layout.width) {
    const next = row * layout.width + col;
    if (layout.names[next] !== null) line.push(next);
    row += down;
    col += right;
  }
  return line;
}
