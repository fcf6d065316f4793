/** Chezz: what there is to see of a position text `ROWS w|b [ended]`, and why a move is none. */

import { EMPTY, draw, listLooks, readRows, win } from "./grid.js";

const LETTERS = "wb";
const KINDS = /** @type {Record<string, string>} */ ({
  K: "king",
  Q: "queen",
  R: "rook",
  B: "bishop",
  N: "knight",
  P: "peon",
  Z: "zombie",
  C: "cannon",
  F: "flinger",
});
const VALUES = /** @type {Record<string, number>} */ ({ Q: 9, R: 5, B: 3, N: 3, Z: 3, C: 3, F: 3, P: 1 });
/** What each kind may do, as the rules say it. */
const WAYS = /** @type {Record<string, string>} */ ({
  K: "a king steps one square in any direction",
  Q: "a queen moves along rows, files and diagonals, and not over pieces",
  R: "a rook moves along rows and files, and not over pieces",
  B: "a bishop moves along diagonals, and not over pieces",
  N: "a knight jumps two squares one way and one to the side",
  P: "a peon steps one square forward onto an empty square, and captures one step diagonally forward",
  Z: "a zombie steps one square along rank or file",
  C: "a cannon steps one square along rank or file onto an empty square, or fires along a diagonal that holds a piece",
  F: "a flinger steps one square onto an empty square; a friend beside it can be flung over it",
});

/** The game in half a line. */
export const TAGLINE = "Zombies, cannons and flingers";
/** What `standing` counts. */
export const STANDING = "material";
export const SIDES = ["White", "Black"];

/** @returns {string[][]} */
export function nameSquares() {
  return Array.from({ length: 8 }, (_, row) => [..."abcdefgh"].map((col) => `${col}${8 - row}`));
}

/**
 * @param {string} text
 * @returns {import('../lib/types.js').PositionView}
 */
export function readView(text) {
  const [board, letter, ...rest] = text.split(" ");
  const rows = readRows(board);
  const toMove = LETTERS.indexOf(letter);
  const over = rest[0] === "ended";
  const outcome = over ? findEnd(rows.flat(), toMove, rest.includes("no_move=draw")) : null;
  const looks = listLooks(rows, (cell) => {
    if (cell === ".") return EMPTY;
    const kind = KINDS[cell.toUpperCase()] ?? "piece";
    return { owner: findOwner(cell), kind, words: kind };
  });
  const standing = [0, 1].map((seat) =>
    rows.flat().reduce((sum, cell) => sum + (findOwner(cell) === seat ? (VALUES[cell.toUpperCase()] ?? 0) : 0), 0),
  );
  return { text, rows, looks, seatNames: SIDES, toMove, over, outcome, standing, within: false };
}

/**
 * Find the seat that a piece belongs to; capitals are White's.
 * @param {string} cell
 */
function findOwner(cell) {
  if (cell === ".") return -1;
  return cell === cell.toUpperCase() ? 0 : 1;
}

/**
 * @param {string[]} cells
 * @param {number} toMove
 * @param {boolean} isDrawn Whether a side that cannot move shares the point.
 */
function findEnd(cells, toMove, isDrawn) {
  const [white, black] = [cells.includes("K"), cells.includes("k")];
  if (!white && !black) return draw("both kings are gone");
  if (!white || !black) return win(white ? 0 : 1, `${SIDES[white ? 1 : 0]} has lost the king`);
  const reason = `${SIDES[toMove]} cannot move`;
  return isDrawn ? draw(reason) : win(1 - toMove, reason);
}

/**
 * Say why these squares are no move.
 * @param {string} text
 * @param {string[]} squares
 */
export function explain(text, squares) {
  const { rows, toMove, over } = readView(text);
  if (over) return "the game is over";
  const names = nameSquares().flat();
  const cells = squares.map((name) => rows.flat()[names.indexOf(name)]);
  if (cells.includes(/** @type {any} */ (undefined)) || squares.length > 3)
    return "expected a step like e2-e3, a shot like c1*d2 or a fling like a1^b2-d4";
  const [from, ...others] = cells;
  if (from === ".") return `${squares[0]} is empty`;
  if (findOwner(from) !== toMove) return `${squares[0]} holds a piece of the opponent`;
  const kind = KINDS[from.toUpperCase()];
  if (others.length === 0) return `the ${kind} on ${squares[0]} cannot move: ${WAYS[from.toUpperCase()]}`;
  if (others.length === 2) return explainFling(toMove, squares, others);
  const to = others[0];
  if (findOwner(to) === toMove && to.toUpperCase() !== "F") return `${squares[1]} holds a friend`;
  return `the ${kind} on ${squares[0]} cannot go to ${squares[1]}: ${WAYS[from.toUpperCase()]}`;
}

/**
 * @param {number} toMove
 * @param {string[]} squares
 * @param {string[]} others What stands on the second and the third square.
 */
function explainFling(toMove, squares, [flinger, landing]) {
  if (flinger.toUpperCase() !== "F" || findOwner(flinger) !== toMove)
    return `${squares[1]} holds no flinger of ${SIDES[toMove]}`;
  if (findOwner(landing) === toMove) return `${squares[2]} holds a friend`;
  if (landing.toUpperCase() === "K") return `nothing may be flung at the king on ${squares[2]}`;
  return `${squares[2]} is not in line behind the flinger on ${squares[1]}`;
}
