/** What is drawn around the pieces: last move, selection, targets, hints, threats and arrows. */

import { CELL } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./types.js').Arrow} Arrow */
/** @typedef {import('./types.js').Point} Point */

const HALF = CELL / 2;

/**
 * Mark a whole cell.
 * @param {Layout} layout
 * @param {number} place
 * @param {string} kind
 */
export function drawCellMark(layout, place, kind) {
  const { x, y } = layout.corner(place);
  return svg("rect", { class: `mark-${kind}`, x, y, width: CELL, height: CELL });
}

/**
 * Mark a cell on which a piece may stand so that it can be seen beneath it.
 * @param {Layout} layout
 * @param {number} place
 * @param {string} kind
 */
export function drawRingMark(layout, place, kind) {
  const { x, y } = layout.middle(place);
  return svg("circle", { class: `mark-${kind}`, cx: x, cy: y, r: HALF - 2.5 });
}

/**
 * Mark a stone upon itself.
 * @param {Layout} layout
 * @param {number} place
 * @param {string} kind
 */
export function drawDot(layout, place, kind) {
  const { x, y } = layout.middle(place);
  return svg("circle", { class: `mark-${kind}`, cx: x, cy: y, r: 6.5 });
}

/**
 * Mark where a hand may go on: a dot on an empty cell, corners around a piece.
 * @param {Layout} layout
 * @param {number} place
 * @param {boolean} isEmpty
 */
export function drawTarget(layout, place, isEmpty) {
  const { x, y } = layout.corner(place);
  if (isEmpty) return svg("circle", { class: "mark-target", cx: x + HALF, cy: y + HALF, r: 7.5 });
  return svg("circle", { class: "mark-capture", cx: x + HALF, cy: y + HALF, r: HALF - 3 });
}

/**
 * Draw the way of a hand from cell to cell.
 * @param {Layout} layout
 * @param {number[]} places
 */
export function drawWay(layout, places) {
  const points = places.map((place) => layout.middle(place)).map(({ x, y }) => `${x},${y}`);
  return svg("polyline", { class: "mark-way", points: points.join(" ") });
}

/**
 * Draw an arrow from cell to cell, the stronger the more weight it has (0 to 1); around a cell where it stays there.
 * @param {Layout} layout
 * @param {Arrow} arrow
 * @returns {SVGElement[]}
 */
export function drawArrow(layout, { from, to, weight = 1, label = "" }) {
  const [start, end] = [layout.place(from), layout.place(to)];
  if (start < 0 || end < 0) return [];
  const [a, b] = [layout.middle(start), layout.middle(end)];
  const opacity = 0.35 + 0.5 * Math.min(1, Math.max(0, weight));
  const shape =
    start === end
      ? svg("circle", { class: "arrow-ring", cx: a.x, cy: a.y, r: HALF - 4, opacity })
      : svg("path", { class: "arrow", d: outlineArrow(a, b, 3.5 + 3.5 * weight), opacity });
  if (!label) return [shape];
  const size = label.length > 4 ? 11 : 13;
  const width = label.length * size * 0.62 + 8;
  return [
    shape,
    svg("rect", { class: "arrow-plate", x: b.x - width / 2, y: b.y - HALF + 1, width, height: size + 5, rx: 4 }),
    svg("text", { class: "arrow-label", x: b.x, y: b.y - HALF + 1 + size, "font-size": size }, label),
  ];
}

/**
 * Outline an arrow as one shape, so that its parts do not show through each other.
 * @param {Point} a
 * @param {Point} b
 * @param {number} half
 */
export function outlineArrow(a, b, half) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [tail, neck, tip] = [10, length - 6 - 3.2 * half, length - 4];
  /** @type {[number, number][]} */
  const outline = [
    [tail, half],
    [neck, half],
    [neck, 2.6 * half],
    [tip, 0],
    [neck, -2.6 * half],
    [neck, -half],
    [tail, -half],
  ];
  const points = outline.map(([along, aside]) => {
    const [x, y] = [a.x + ux * along - uy * aside, a.y + uy * along + ux * aside];
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join("L")}z`;
}
