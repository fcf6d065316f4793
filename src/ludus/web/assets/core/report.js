/** Reads the reports of the core, which native/wasm.cpp writes. */

/**
 * What a position is worth to the side that begins the line: `points` are pieces ahead, `win` are plies to a sure end,
 * negative where it is lost.
 * @typedef {{unit: "points" | "win", value: number}} Score
 * @typedef {{score: Score, moves: string[]}} Line
 *
 * What a search has found; the best line comes first.
 * @typedef {{depth: number, nodes: number, seconds: number, lines: Line[]}} Report
 */

/**
 * @param {string} text
 * @returns {Report}
 */
export function readReport(text) {
  const [head, ...lines] = text.split("\n");
  const [depth, nodes, microseconds] = head.split(" ").map(Number);
  return { depth, nodes, seconds: microseconds / 1e6, lines: lines.map(readLine) };
}

/**
 * @param {string} text
 * @returns {Line}
 */
function readLine(text) {
  const [unit, value, ...moves] = text.split(" ");
  const score = unit === "win" ? readWin(Number(value)) : readPoints(Number(value));
  return { score, moves };
}

/**
 * @param {number} plies
 * @returns {Score}
 */
const readWin = (plies) => ({ unit: "win", value: plies });

/**
 * @param {number} hundredths
 * @returns {Score}
 */
const readPoints = (hundredths) => ({ unit: "points", value: hundredths / 100 });
