/**
 * Understands moves as people type them: `10k` or `K10` for `10K`, `e2e3` or `E2 e3` for `e2-e3`.
 * Marks between squares may be left out where only one move can be meant. A mark that is typed counts.
 */

export const MARKS = "-/*^";
const SQUARE = /[a-z]+[0-9]+|[0-9]+[a-z]+/g;
const BETWEEN = /^[\s,]*([-/*^]?)[\s,]*$/;

/**
 * Split a move into the squares that it touches.
 * @param {string} move
 */
export function squaresOf(move) {
  return move.split(/[-/*^]/).filter((square) => square !== "");
}

/**
 * Split what was typed into squares of the board and the marks between them; null where it is no move.
 * @param {string[][]} squares The names of the board.
 * @param {string} typed
 * @returns {{squares: string[], marks: string[]} | null}
 */
export function splitTyped(squares, typed) {
  return split(squares, typed) ?? split(squares, typed.replace(/\s+/g, ""));
}

/**
 * List the moves that touch these squares, with every mark where none was typed.
 * @param {{squares: string[], marks: string[]}} typed
 */
export function listSpellings({ squares, marks }) {
  if (squares.length === 0 || squares.length > 4) return [];
  let found = [squares[0]];
  squares.slice(1).forEach((square, at) => {
    found = found.flatMap((start) => [...(marks[at] || MARKS)].map((mark) => start + mark + square));
  });
  return found;
}

/**
 * @param {string[][]} squares
 * @param {string} typed
 */
function split(squares, typed) {
  const names = new Map(squares.flat().map((name) => [normalise(name), name]));
  const lower = typed.toLowerCase();
  const found = [...lower.matchAll(SQUARE)];
  if (found.length === 0) return null;
  const ends = found.map((match) => (match.index ?? 0) + match[0].length);
  const gaps = found.slice(1).map((match, at) => BETWEEN.exec(lower.slice(ends[at], match.index)));
  const outside = lower.slice(0, found[0].index) + lower.slice(ends[ends.length - 1]);
  const touched = found.map((match) => names.get(normalise(match[0])));
  if (outside.trim() || gaps.includes(null) || touched.includes(undefined)) return null;
  return {
    squares: /** @type {string[]} */ (touched),
    marks: gaps.map((gap) => gap?.[1] ?? ""),
  };
}

/** @param {string} square */
function normalise(square) {
  return `${square.replace(/[^a-z]/gi, "").toLowerCase()} ${square.replace(/\D/g, "")}`;
}
