/** Treasure Amazons: what there is to see of a text `ROWS PLAYERS PHASE SEAT`, new boards, and why a move is none. */

import { EMPTY, listLooks } from "./grid.js";

const ARTIFACTS = ["", "h", "b", "s"];
const WORDS = /** @type {Record<string, string>} */ ({ h: "horse", b: "broken arrow", s: "spear" });
/** How often a field holds a treasure of 0 to 5, and no artifact, a horse, a broken arrow, a spear. */
const TREASURE_SHARES = [0.578, 0.138, 0.109, 0.084, 0.06, 0.031];
const ARTIFACT_SHARES = [0.792, 0.05, 0.104, 0.053];

/** The game in half a line. */
export const TAGLINE = "Treasure, arrows, horses and spears";
/** What `standing` counts. */
export const STANDING = "treasure";

/** @param {number} number */
function nameColumn(number) {
  let name = "";
  for (let rest = number + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(97 + ((rest - 1) % 26)) + name;
  return name;
}

/**
 * @param {string} text
 * @returns {string[][]}
 */
export function nameSquares(text) {
  return readFields(text).map((fields, row) => fields.map((_, col) => `${nameColumn(col)}${row + 1}`));
}

/** @param {string} text */
function readFields(text) {
  return text
    .split(" ")[0]
    .split("/")
    .map((row) => row.split(","));
}

/**
 * @param {string} text
 * @returns {import('../lib/types.js').PositionView}
 */
export function readView(text) {
  const [, players, phase, seat] = text.split(" ");
  const fields = readFields(text);
  const seated = readPlayers(players, phase);
  const [digit, bound = ""] = seat.split("+");
  const digits = seated.map((player) => player.digit);
  const toMove = Math.max(0, digits.indexOf(digit));
  const standing = seated.map((player) => player.score);
  const over = phase === "movement" && !canMove(fields, digit, bound);
  const best = Math.max(0, ...standing);
  const winners = [...standing.keys()].filter((each) => standing[each] === best);
  const outcome = over ? { scores: standing, reason: "no amazon can move", winners } : null;
  const rows = fields.map((row) => row.map(drawField));
  const looks = listLooks(rows, (cell) => lookAt(cell, digits));
  const seatNames = seated.map((player) => player.name);
  return { text, rows, looks, seatNames, toMove, over, outcome, standing, within: bound !== "" };
}

/**
 * @param {string} text
 * @param {string} phase
 */
function readPlayers(text, phase) {
  if (text === "-") return phase === "movement" ? [] : [{ name: "player1", digit: "1", score: 0 }];
  return text.split(";").map((row) => {
    const [name, digit, score] = row.split(":");
    return { name: decode(name), digit, score: Number(score) };
  });
}

/** @param {string} name */
function decode(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** @param {string} field */
function drawField(field) {
  if (field[2] === "9") return "#";
  if (field[2] !== "0") return `A${field[2]}`;
  return (field[0] === "0" ? "" : field[0]) + (ARTIFACTS[Number(field[1])] ?? "") || ".";
}

/**
 * @param {string} cell
 * @param {string[]} digits
 * @returns {import('../lib/types.js').Look}
 */
function lookAt(cell, digits) {
  if (cell === ".") return EMPTY;
  if (cell === "#") return { owner: null, kind: "blocked", words: "blocked" };
  if (cell[0] === "A") return { owner: digits.indexOf(cell[1]), kind: "amazon", words: "amazon" };
  const words = [...cell].map((letter) => WORDS[letter] ?? `treasure of ${letter}`).join(" and ");
  return { owner: null, kind: /^\d+$/.test(cell) ? "treasure" : "artifact", words };
}

/**
 * Tell whether an amazon of this player has a free neighbour; a bound one is the only one that counts.
 * @param {string[][]} fields
 * @param {string} digit
 * @param {string} bound
 */
function canMove(fields, digit, bound) {
  const near = [-1, 0, 1];
  return fields.some((row, down) =>
    row.some((field, right) => {
      if (field !== `00${digit}` || (bound && bound !== `${nameColumn(right)}${down + 1}`)) return false;
      return near.some((rise) => near.some((side) => fields[down + rise]?.[right + side]?.[2] === "0"));
    }),
  );
}

/**
 * Make the text of a new board, as the contest's are made.
 * @param {{rows: number, cols: number, amazons: number, names: string[]}} setup
 * @param {() => number} random A number from 0 to 1.
 */
export function makeStart({ rows, cols, amazons, names }, random) {
  const field = () => `${choose(TREASURE_SHARES, random())}${choose(ARTIFACT_SHARES, random())}0`;
  const board = Array.from({ length: rows }, () => Array.from({ length: cols }, field).join(",")).join("/");
  const players = names.map((name, seat) => `${name}:${seat + 1}:0`).join(";");
  return `${board} ${players} placement:${amazons} 1`;
}

/**
 * @param {number[]} shares
 * @param {number} at
 */
function choose(shares, at) {
  let left = at * shares.reduce((sum, share) => sum + share, 0);
  const found = shares.findIndex((share) => (left -= share) < 0);
  return found < 0 ? 0 : found;
}

/**
 * Say why these squares are no move.
 * @param {string} text
 * @param {string[]} squares
 */
export function explain(text, squares) {
  const { rows, toMove, over, looks } = readView(text);
  const [, , phase, seat] = text.split(" ");
  if (over) return "the game is over";
  const names = nameSquares(text).flat();
  const cells = squares.map((name) => rows.flat()[names.indexOf(name)]);
  if (cells.includes(/** @type {any} */ (undefined))) return "expected squares of the board, like c4";
  if (phase !== "movement") return `${squares[0]} is not free: an amazon is placed on a free field`;
  const bound = seat.split("+")[1];
  if (looks[cells[0]].owner !== toMove) return `no amazon of yours stands on ${squares[0]}`;
  if (bound && bound !== squares[0]) return `the horse carries on the amazon on ${bound}`;
  if (squares.length === 1) return `the amazon on ${squares[0]} has no free field beside her`;
  const landed = cells[1];
  if (squares.length === 2) return `the amazon has no free queen line from ${squares[0]} to ${squares[1]}`;
  if (landed.includes("b")) return "a broken arrow lies there, so no shot follows";
  if (landed.includes("s")) return `the spear flies in a queen line onto a free field, not to ${squares[2]}`;
  return `the arrow has no free queen line from ${squares[1]} to ${squares[2]}`;
}
