/** What an engine thinks that a position is worth, in words and as a share of the game: the twin of ludus/score.py. */

/** @typedef {import('./types.js').Score} Score */

/**
 * Write a score: `+1.25`, `win in 5`, `62 %`.
 * @param {Score} score
 */
export function wordScore({ unit, value }) {
  if (unit === "win") return `${value > 0 ? "win" : "loss"} in ${Math.abs(value)}`;
  if (unit === "chance") return `${Math.round(value * 100)} %`;
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(unit === "points" ? 2 : 0)}`;
}

/**
 * What share of the game that is, 0 to 1: all of a win, half where nobody is ahead.
 * @param {Score} score
 */
export function findShare({ unit, value }) {
  if (unit === "win") return value > 0 ? 1 : 0;
  if (unit === "chance") return value;
  return 1 / (1 + 10 ** (-Math.max(-100, Math.min(100, value)) / 4));
}

/**
 * See a score from the other side of a game of two.
 * @param {Score} score
 * @returns {Score}
 */
export function turnScore({ unit, value }) {
  return { unit, value: unit === "chance" ? 1 - value : -value };
}
