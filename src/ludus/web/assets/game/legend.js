/** Explains the signs that stand on a board, by what the game says about the look of its cells. */

import { CELL } from "../board/geometry.js";
import { svg } from "../board/svg.js";
import { fill, make } from "../lib/dom.js";

/**
 * @param {HTMLElement} root
 * @param {import('../lib/types.js').PositionView} view
 * @param {import('../lib/types.js').GameInfo} info
 * @param {import('../board/board.js').Board} board
 */
export function showLegend(root, view, info, board) {
  const cells = Object.keys(view.looks)
    .filter((cell) => view.looks[cell].kind !== "empty")
    .sort();
  const entries = cells.map((cell) => {
    const { owner, words } = view.looks[cell];
    const whose = owner === null ? "" : `${info.sides[owner] ?? view.seatNames[owner] ?? ""} `;
    return make("li", {}, drawSign(cell, info.ground, board), make("span", {}, `${whose}${words}`));
  });
  fill(
    root,
    entries.length ? make("ul", { class: "signs" }, entries) : make("p", { class: "soft" }, "The board is empty."),
  );
}

/**
 * @param {string} cell
 * @param {string} ground
 * @param {import('../board/board.js').Board} board
 */
function drawSign(cell, ground, board) {
  const piece = board.picture.copy(cell, 0);
  if (!piece) return make("span", { class: "sign" }, cell);
  piece.setAttribute("x", "0");
  piece.setAttribute("y", "0");
  return svg("svg", { viewBox: `0 0 ${CELL} ${CELL}`, "data-ground": ground, "aria-hidden": "true" }, piece);
}
