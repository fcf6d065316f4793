/** What lies under the pieces: the frame, the squares or the lines, the wood and the coordinates. */

import { CELL, listStars } from './geometry.js';
import { svg } from './svg.js';

/** @typedef {import('./geometry.js').Layout} Layout */

const GRAIN_LINES = 16;

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
    'g',
    {},
    svg('rect', { class: 'board-frame', ...whole, rx: Math.min(10, margin / 2) }),
    svg('rect', { class: 'board-field', width: wide, height: high }),
    ...(ground === 'crossings' ? drawCrossings(layout) : drawSquares(layout)),
  );
}

/** @param {Layout} layout */
function drawSquares({ names, width, height, wide, high }) {
  let chequers = '';
  let gaps = '';
  for (let place = 0; place < names.length; place += 1) {
    const [row, col] = [Math.floor(place / width), place % width];
    const cell = `M${col * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`;
    if (names[place] === null) gaps += cell;
    else if ((row + col) % 2) chequers += cell;
  }
  let lines = '';
  for (let row = 1; row < height; row += 1) lines += `M0 ${row * CELL}H${wide}`;
  for (let col = 1; col < width; col += 1) lines += `M${col * CELL} 0V${high}`;
  return [
    svg('path', { class: 'board-chequers', d: chequers }),
    svg('path', { class: 'board-lines', d: lines }),
    svg('path', { class: 'board-frame', d: gaps }),
  ];
}

/** @param {Layout} layout */
function drawCrossings({ width, height, wide, high }) {
  const half = CELL / 2;
  let lines = '';
  for (let row = 0; row < height; row += 1) lines += `M${half} ${row * CELL + half}H${wide - half}`;
  for (let col = 0; col < width; col += 1) lines += `M${col * CELL + half} ${half}V${high - half}`;
  const stars = listStars(width, height).map(([col, row]) =>
    svg('circle', { class: 'board-star', cx: col * CELL + half, cy: row * CELL + half, r: 5 }),
  );
  const border = { x: half, y: half, width: wide - CELL, height: high - CELL };
  return [
    svg('path', { class: 'board-grain', d: drawGrain(wide, high) }),
    svg('path', { class: 'board-lines', d: lines }),
    svg('rect', { class: 'board-border', ...border }),
    ...stars,
  ];
}

/**
 * Draw the grain of wood: waves that never repeat, the same on every board.
 * @param {number} wide
 * @param {number} high
 */
function drawGrain(wide, high) {
  let path = '';
  for (let line = 0; line < GRAIN_LINES; line += 1) {
    const y = ((line + 0.5 + 0.4 * Math.sin(line * 2.4)) * high) / GRAIN_LINES;
    const bend = (high / 40) * Math.sin(line * 1.7 + 1);
    const third = wide / 3;
    path += `M0 ${y.toFixed()}c${third.toFixed()} ${bend.toFixed()} ${(2 * third).toFixed()} ${(-1.4 * bend).toFixed()} ${wide} ${(0.5 * bend).toFixed()}`;
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
    return svg('text', { x: -margin / 2, y: y + shift }, name);
  });
  const columns = columnNames.map((name, col) => {
    const { x } = layout.middle(col);
    return svg('text', { x, y: high + margin / 2 + shift }, name);
  });
  return svg('g', { class: 'board-coordinates', 'font-size': letter }, ...rows, ...columns);
}
