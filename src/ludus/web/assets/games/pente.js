/** Pente: what there is to see of a position text `ROWS CAPW,CAPB w|b [ended]`, and why a move is none. */

import { EMPTY, draw, listLooks, readRows, win } from "./grid.js";

const SIZE = 19;
const COLUMNS = "ABCDEFGHJKLMNOPQRST";
const LETTERS = "wb";
const CENTRE = 9;
/** How far from the centre White's second stone may lie, by the value of the option. */
const SECOND_STONE = /** @type {Record<string, [number, number]>} */ ({
  "at-most-3": [0, 3],
  "exactly-3": [3, 3],
  "at-least-3": [3, 9],
  free: [0, 9],
});

/** The game in half a line. */
export const TAGLINE = "Five in a line, or ten captured stones";
/** What `standing` counts. */
export const STANDING = "captured";
export const SIDES = ["White", "Black"];

/** @returns {string[][]} */
export function nameSquares() {
  return Array.from({ length: SIZE }, (_, row) => [...COLUMNS].map((col) => `${SIZE - row}${col}`));
}

/**
 * @param {string} text
 * @returns {import('../lib/types.js').PositionView}
 */
export function readView(text) {
  const [board, captures, letter] = text.split(" ");
  const rows = readRows(board);
  const standing = captures.split(",").map(Number);
  const toMove = LETTERS.indexOf(letter);
  const outcome = findEnd(rows, standing, toMove);
  const looks = listLooks(rows, (cell) =>
    cell === "." ? EMPTY : { owner: LETTERS.indexOf(cell), kind: "stone", words: "stone" },
  );
  return { text, rows, looks, seatNames: SIDES, toMove, over: outcome !== null, outcome, standing, within: false };
}

/**
 * @param {string[][]} rows
 * @param {number[]} captured
 * @param {number} toMove
 */
function findEnd(rows, captured, toMove) {
  for (const seat of [1 - toMove, toMove]) {
    if (hasFive(rows, LETTERS[seat])) return win(seat, "five in a line");
    if (captured[seat] >= 10) return win(seat, "ten stones captured");
  }
  return rows.flat().includes(".") ? null : draw("the board is full");
}

/**
 * @param {string[][]} rows
 * @param {string} stone
 */
function hasFive(rows, stone) {
  const steps = [0, 1, 2, 3, 4];
  for (let row = 0; row < SIZE; row++)
    for (let col = 0; col < SIZE; col++)
      if (rows[row][col] === stone)
        for (const [down, right] of [
          [0, 1],
          [1, 0],
          [1, 1],
          [1, -1],
        ])
          if (steps.every((step) => rows[row + step * down]?.[col + step * right] === stone)) return true;
  return false;
}

/**
 * Say why these squares are no move.
 * @param {string} text
 * @param {string[]} squares
 */
export function explain(text, squares) {
  const { rows, toMove, standing } = readView(text);
  if (squares.length !== 1) return "a move places one stone, like 10K";
  const names = nameSquares();
  const row = names.findIndex((each) => each.includes(squares[0]));
  const col = row < 0 ? -1 : names[row].indexOf(squares[0]);
  if (row < 0) return "expected a square like 10K";
  if (rows[row][col] !== ".") return `${squares[0]} is not empty`;
  const count = (/** @type {string} */ stone) => rows.flat().filter((cell) => cell === stone).length;
  const white = count("w") + standing[1];
  if (toMove !== 0 || white > 1 || count("b") + standing[0] !== white) return "the game is over";
  if (white === 0) return "White's first stone must be on 10K";
  const option = /second_stone=(\S+)/.exec(text)?.[1] ?? "at-most-3";
  const [least, most] = SECOND_STONE[option] ?? SECOND_STONE.free;
  const distance = Math.max(Math.abs(row - CENTRE), Math.abs(col - CENTRE));
  if (distance >= least && distance <= most) return "the game is over";
  return `White's second stone must lie ${option.replaceAll("-", " ")} squares from 10K`;
}
