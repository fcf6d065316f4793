/** What lies under the pieces: the frame, the squares or the lines, the wood and the coordinates. */

import { CELL, listStars } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {import('./geometry.js').Layout} Layout */

const GRAIN_LINES = 22;

/**
 * Draw the ground of a board.
 * @param {Layout} layout
 * @param {string} ground
 * @param {number} margin
 */
export function drawGround(layout, ground, margin) {
  const { wide, high } = layout;
  const whole = { x: -margin, y: -margin, width: wide + 2 * margin, height: high + 2 * margin };
  return svg(
    "g",
    {},
    svg("rect", { class: "board-frame", ...whole }),
    ...(ground === "crossings" ? drawCrossings(layout, whole) : drawSquares(layout)),
  );
}

/** @param {Layout} layout */
function drawSquares({ names, width, height, wide, high }) {
  let chequers = "";
  let gaps = "";
  for (let place = 0; place < names.length; place += 1) {
    const [row, col] = [Math.floor(place / width), place % width];
    const cell = `M${col * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`;
    if (names[place] === null) gaps += cell;
    else if ((row + col) % 2) chequers += cell;
  }
  let lines = "";
  for (let row = 1; row < height; row += 1) lines += `M0 ${row * CELL}H${wide}`;
  for (let col = 1; col < width; col += 1) lines += `M${col * CELL} 0V${high}`;
  return [
    svg("rect", { class: "board-field", width: wide, height: high }),
    svg("path", { class: "board-chequers", d: chequers }),
    svg("path", { class: "board-lines", d: lines }),
    svg("path", { class: "board-frame", d: gaps }),
    svg("rect", { class: "board-bevel", x: -1, y: -1, width: wide + 2, height: high + 2 }),
  ];
}

/**
 * @param {Layout} layout
 * @param {{x: number, y: number, width: number, height: number}} whole
 */
function drawCrossings({ width, height, wide, high }, whole) {
  const half = CELL / 2;
  let lines = "";
  for (let row = 0; row < height; row += 1) lines += `M${half} ${row * CELL + half}H${wide - half}`;
  for (let col = 0; col < width; col += 1) lines += `M${col * CELL + half} ${half}V${high - half}`;
  const stars = listStars(width, height).map(([col, row]) =>
    svg("circle", { class: "board-star", cx: col * CELL + half, cy: row * CELL + half, r: 5 }),
  );
  const border = { x: half, y: half, width: wide - CELL, height: high - CELL };
  return [
    ...[0, 1].map((turn) => svg("path", { class: "board-grain", d: drawGrain(whole, turn) })),
    svg("path", { class: "board-lines", d: lines }),
    svg("rect", { class: "board-border", ...border }),
    ...stars,
  ];
}

/**
 * Draw the grain of wood: lines that never repeat, the same on every board.
 * @param {{x: number, y: number, width: number, height: number}} whole
 * @param {number} turn
 */
function drawGrain({ x, y, width, height }, turn) {
  const count = GRAIN_LINES * (1 + turn);
  let path = "";
  for (let line = 0; line < count; line += 1) {
    const start = x + ((line + 0.5 + 0.45 * Math.sin(line * 2.4 + turn)) * width) / count;
    const bend = (width / 45) * Math.sin(line * 1.7 + turn);
    const points = [bend, height / 3, -1.3 * bend, (2 * height) / 3, 0.6 * bend, height];
    path += `M${start.toFixed()} ${y.toFixed()}c${points.map((point) => point.toFixed()).join(" ")}`;
  }
  return path;
}

/**
 * Draw the coordinates: rows on the left, columns below.
 * @param {Layout} layout
 * @param {number} margin
 */
export function drawCoordinates(layout, margin) {
  const { rowNames, columnNames, high, letter, width } = layout;
  const shift = letter * 0.35;
  const rows = rowNames.map((name, row) => {
    const { y } = layout.middle(row * width);
    return svg("text", { x: -margin / 2, y: y + shift }, name);
  });
  const columns = columnNames.map((name, col) => {
    const { x } = layout.middle(col);
    return svg("text", { x, y: high + margin / 2 + shift }, name);
  });
  return svg("g", { class: "board-coordinates", "font-size": letter }, ...rows, ...columns);
}
