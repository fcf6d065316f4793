/** Checkers: what there is to see of a position text `ROWS b|w`, and why a move is none. */

import { EMPTY, listLooks, readRows, win } from "./grid.js";

const LETTERS = "bw";
const FORWARD = [-1, 1];

/** The game in half a line. */
export const TAGLINE = "One jump a turn, towers, no draws";
/** What `standing` counts. */
export const STANDING = "material";
export const SIDES = ["Black", "White"];

/** @returns {string[][]} */
export function nameSquares() {
  return Array.from({ length: 8 }, (_, row) => [..."ABCDEFGH"].map((col) => `${col}${row + 1}`));
}

/**
 * @param {string} text
 * @returns {import('../lib/types.js').PositionView}
 */
export function readView(text) {
  const [board, letter] = text.split(" ");
  const rows = readRows(board);
  const toMove = LETTERS.indexOf(letter);
  const outcome = canMove(rows, toMove) ? null : win(1 - toMove, `${SIDES[toMove]} cannot move`);
  const standing = [...LETTERS].map((own) =>
    rows.flat().reduce((sum, cell) => sum + (cell === own ? 1 : cell === own.toUpperCase() ? 3 : 0), 0),
  );
  const looks = listLooks(rows, (cell) => {
    if (cell === ".") return EMPTY;
    const kind = cell === cell.toLowerCase() ? "stone" : "tower";
    return { owner: LETTERS.indexOf(cell.toLowerCase()), kind, words: kind };
  });
  return { text, rows, looks, seatNames: SIDES, toMove, over: outcome !== null, outcome, standing, within: false };
}

/** @param {string} cell */
function findOwner(cell) {
  return LETTERS.indexOf(cell.toLowerCase());
}

/**
 * List the rows into which a piece moves, as steps down the board.
 * @param {string} cell
 */
function listDirections(cell) {
  return cell === cell.toLowerCase() ? [FORWARD[findOwner(cell)]] : [-1, 1];
}

/**
 * @param {string[][]} rows
 * @param {number} seat
 */
function canMove(rows, seat) {
  return rows.some((cells, row) =>
    cells.some((cell, col) => {
      if (cell === "." || findOwner(cell) !== seat) return false;
      return listDirections(cell).some((down) =>
        [-1, 1].some((right) => {
          const near = rows[row + down]?.[col + right];
          const beyond = rows[row + 2 * down]?.[col + 2 * right];
          return near === "." || (near !== undefined && findOwner(near) === 1 - seat && beyond === ".");
        }),
      );
    }),
  );
}

/**
 * Say why these squares are no move.
 * @param {string} text
 * @param {string[]} squares
 */
export function explain(text, squares) {
  const { rows, toMove, over } = readView(text);
  if (over) return "the game is over";
  const names = nameSquares();
  const [from, to] = squares.map((name) => {
    const row = names.findIndex((each) => each.includes(name));
    return row < 0 ? null : { row, col: names[row].indexOf(name), cell: rows[row][names[row].indexOf(name)] };
  });
  if (!from || (squares.length > 1 && !to) || squares.length > 2) return "expected two squares like G6-F5";
  if (from.cell === ".") return `${squares[0]} is empty`;
  if (findOwner(from.cell) !== toMove) return `${squares[0]} holds a piece of the opponent`;
  const piece = from.cell === from.cell.toLowerCase() ? "piece" : "tower";
  if (!to) return `the ${piece} on ${squares[0]} cannot move`;
  if (to.cell !== ".") return `${squares[1]} is not empty`;
  const down = to.row - from.row;
  const right = Math.abs(to.col - from.col);
  if (right !== Math.abs(down) || right > 2) return `a ${piece} steps one square diagonally, or jumps over one enemy`;
  if (!listDirections(from.cell).includes(Math.sign(down)))
    return "a piece moves forward only; a tower in any direction";
  return `there is no enemy to jump over between ${squares[0]} and ${squares[1]}`;
}
