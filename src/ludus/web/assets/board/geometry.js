/** Where things are on a board: places, squares, points of the picture, and the names along the edges. */

/** @typedef {import('./types.js').Point} Point */

/** The side of a cell in units of the picture. */
export const CELL = 48;
const SMALLEST_LETTER = 11;
const LARGEST_LETTER = 26;
const LETTERS_PER_BOARD = 45;

/** The cells of a board, whichever way it is turned. */
export class Layout {
  /** @param {string[][]} squares */
  constructor(squares) {
    this.height = squares.length;
    this.width = Math.max(...squares.map((row) => row.length));
    /** @type {(string | null)[]} */
    this.names = squares.flatMap((row) => [...row, ...Array(this.width - row.length).fill(null)]);
    /** @type {Map<string, number>} */
    this.places = new Map();
    this.names.forEach((name, place) => name !== null && this.places.set(name, place));
    this.rowNames = squares.map(findCommon);
    this.columnNames = Array.from({ length: this.width }, (_, col) =>
      findCommon(squares.filter((row) => col < row.length).map((row) => row[col])),
    );
    this.wide = this.width * CELL;
    this.high = this.height * CELL;
    const letter = Math.max(this.wide, this.high) / LETTERS_PER_BOARD;
    this.letter = Math.min(LARGEST_LETTER, Math.max(SMALLEST_LETTER, letter));
    this.isFlipped = false;
  }

  /**
   * Find the top left corner of a cell.
   * @param {number} place
   * @returns {Point}
   */
  corner(place) {
    const seen = this.isFlipped ? this.names.length - 1 - place : place;
    return { x: (seen % this.width) * CELL, y: Math.floor(seen / this.width) * CELL };
  }

  /**
   * Find the middle of a cell.
   * @param {number} place
   * @returns {Point}
   */
  middle(place) {
    const { x, y } = this.corner(place);
    return { x: x + CELL / 2, y: y + CELL / 2 };
  }

  /**
   * Find the cell at a point of the picture; -1 beside the board.
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    const col = Math.floor(x / CELL);
    const row = Math.floor(y / CELL);
    if (col < 0 || row < 0 || col >= this.width || row >= this.height) return -1;
    const seen = row * this.width + col;
    const place = this.isFlipped ? this.names.length - 1 - seen : seen;
    return this.names[place] === null ? -1 : place;
  }

  /**
   * Find the place of a square; -1 where there is none.
   * @param {string} square
   */
  place(square) {
    return this.places.get(square) ?? -1;
  }

  /**
   * List what a view shows, cell by cell.
   * @param {string[][]} rows
   * @returns {string[]}
   */
  flatten(rows) {
    return rows.flatMap((row) => [...row, ...Array(this.width - row.length).fill(".")]);
  }
}

/**
 * Find what the names of a row or a column have in common: the coordinate, written first or last.
 * @param {string[]} names
 */
export function findCommon(names) {
  if (names.length === 1) return names[0];
  const reversed = names.map((name) => [...name].reverse().join(""));
  return findPrefix(names) || [...findPrefix(reversed)].reverse().join("");
}

/** @param {string[]} names */
function findPrefix(names) {
  let size = 0;
  while (names[0][size] !== undefined && names.every((name) => name[size] === names[0][size])) size += 1;
  return names[0].slice(0, size);
}

/**
 * List where a board of crossings has its dots: on the fourth lines and in the middle, as far as it is wide enough.
 * @param {number} width
 * @param {number} height
 * @returns {[number, number][]}
 */
export function listStars(width, height) {
  const [cols, rows] = [width, height].map((side) => {
    const middle = side % 2 ? [(side - 1) / 2] : [];
    const edge = side > 11 ? 3 : 2;
    return side < 7 ? middle : [edge, ...middle, side - 1 - edge];
  });
  return rows.flatMap((row) => cols.map((col) => /** @type {[number, number]} */ ([col, row])));
}
