/** The options that a page can set by itself, and the positions that games begin with under them. */

import { makeStart as makeAmazons } from "./amazons.js";

/** @typedef {import('../lib/types.js').GameInfo} GameInfo */
/** @typedef {import('../lib/types.js').GameOption} GameOption */

/** @type {Record<string, GameOption[]>} */
const OPTIONS = {
  pente: [{ name: "second_stone", default: "at-most-3", values: ["at-most-3", "exactly-3", "at-least-3", "free"] }],
  amazons: [
    { name: "size", default: "10x10", values: ["6x6", "8x8", "10x10", "12x12", "14x14"] },
    { name: "players", default: "2", values: ["2", "3", "4"] },
    { name: "amazons", default: "3", values: ["1", "2", "3", "4"] },
  ],
};

/** @param {GameInfo} info */
export function listOptions(info) {
  return OPTIONS[info.name] ?? [];
}

/**
 * Make the text of the position that a game begins with.
 * @param {GameInfo} info
 * @param {Record<string, string>} options Those that differ from the usual ones.
 * @param {number} seats
 * @param {() => number} random
 */
export function makeStart(info, options, seats, random) {
  const usual = Object.fromEntries(listOptions(info).map((option) => [option.name, option.default]));
  const all = { ...usual, ...options };
  if ("size" in all) {
    const [rows, cols] = all.size.split("x").map(Number);
    const names = Array.from({ length: seats }, (_, seat) => `player${seat + 1}`);
    return makeAmazons({ rows, cols, amazons: Number(all.amazons), names }, random);
  }
  const words = Object.entries(options).filter(([key, value]) => value !== usual[key]);
  return [info.start, ...words.map(([key, value]) => `${key}=${value}`)].join(" ");
}
