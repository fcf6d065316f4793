/** The pictures of pieces: each is defined once in a board and used wherever it stands. */

import { CELL } from "./geometry.js";
import { disc, FIGURES } from "./figures.js";
import { svg } from "./svg.js";
import { findTone } from "./tones.js";

/** @typedef {import('./types.js').Look} Look */

const MIDDLE = CELL / 2;
const ARTIFACTS = ["broken arrow", "spear", "horse"];

export class Pieces {
  /**
   * @param {SVGDefsElement} defs
   * @param {string} prefix Begins the names of what is defined, so that several boards fit on a page.
   * @param {{ground: string, sides: string[]}} description
   */
  constructor(defs, prefix, { ground, sides }) {
    this.defs = defs;
    this.prefix = prefix;
    this.isOnCrossings = ground === "crossings";
    this.sides = sides;
    /** @type {Map<string, string>} */
    this.names = new Map();
  }

  /**
   * Make a piece that stands nowhere yet; null for an empty cell.
   * @param {string} cell
   * @param {Look} look
   * @returns {SVGUseElement | null}
   */
  make(cell, look) {
    if (look.kind === "empty") return null;
    return svg("use", { href: `#${this.#define(cell, look)}`, class: "board-piece" });
  }

  /**
   * @param {string} cell
   * @param {Look} look
   */
  #define(cell, look) {
    const key = `${cell} ${look.owner} ${look.kind} ${look.words}`;
    const known = this.names.get(key);
    if (known) return known;
    const name = `${this.prefix}${this.names.size}`;
    this.names.set(key, name);
    const tone = findTone(look.owner, this.sides);
    this.defs.append(svg("g", { id: name, class: `tone-${tone}` }, ...this.#draw(cell, look, tone)));
    return name;
  }

  /**
   * @param {string} cell
   * @param {Look} look
   * @param {string} tone
   * @returns {SVGElement[]}
   */
  #draw(cell, look, tone) {
    if (look.kind === "stone") return this.isOnCrossings ? this.#drawStone(tone) : this.#drawMan(tone, 1);
    if (look.kind === "tower") return this.#drawMan(tone, 3);
    if (look.kind === "treasure") return [drawCoin(readNumber(cell))];
    if (look.kind === "artifact") return this.#drawArtifact(cell, look, tone);
    const figure = FIGURES[look.kind];
    if (!figure) return [drawText(cell)];
    const shapes = this.#drawFigure(look.kind, tone);
    if (look.kind === "amazon") shapes.push(drawNumber(readNumber(cell), 22, 34, 17));
    return shapes;
  }

  /**
   * @param {string} kind
   * @param {string} tone
   * @returns {SVGElement[]}
   */
  #drawFigure(kind, tone) {
    const fill = this.#shade(tone);
    return FIGURES[kind].map(([name, d, transform]) =>
      svg("path", {
        class: `piece-${name}`,
        d,
        ...(transform ? { transform } : {}),
        ...(name === "body" ? { fill } : {}),
      }),
    );
  }

  /**
   * Draw a stone as it lies on a crossing, lit from the top left.
   * @param {string} tone
   */
  #drawStone(tone) {
    return [
      svg("circle", { class: "piece-shadow", cx: MIDDLE + 1.2, cy: MIDDLE + 2.2, r: 22 }),
      svg("circle", { class: "piece-stone", cx: MIDDLE, cy: MIDDLE, r: 22, fill: this.#shade(tone, "ball") }),
    ];
  }

  /**
   * Draw a man of draughts, or several on top of each other.
   * @param {string} tone
   * @param {number} count
   */
  #drawMan(tone, count) {
    const r = count > 1 ? 17 : 18.5;
    const rise = 6;
    const lowest = MIDDLE + (count > 1 ? 6 : 0);
    const discs = Array.from({ length: count }, (_, level) => {
      const y = lowest - level * rise;
      return [
        svg("path", { class: "piece-side", d: disc(MIDDLE, y + 2.6, r) }),
        svg("path", { class: "piece-body", d: disc(MIDDLE, y, r), fill: this.#shade(tone) }),
      ];
    }).flat();
    const top = lowest - (count - 1) * rise;
    const tower = `M16 ${top - 8}h4v3h2v-3h4v3h2v-3h4v6l-2 2v4l2 2v3H16v-3l2-2v-4l-2-2z`;
    const face =
      count > 1
        ? [svg("path", { class: "piece-spot", d: tower })]
        : [svg("path", { class: "piece-groove", d: disc(MIDDLE, top, r - 4.5) + disc(MIDDLE, top, r - 10) })];
    const shadow = svg("circle", { class: "piece-shadow", cx: MIDDLE + 1, cy: lowest + 4.5, r });
    return [shadow, ...discs, ...face];
  }

  /**
   * Draw an artifact, and the treasure beside it.
   * @param {string} cell
   * @param {Look} look
   * @param {string} tone
   */
  #drawArtifact(cell, look, tone) {
    const kind = ARTIFACTS.find((name) => look.words.includes(name));
    if (!kind) return [drawText(cell)];
    const value = readNumber(cell);
    const shapes = this.#drawFigure(kind, tone);
    if (!value) return [svg("g", { transform: "translate(2 2) scale(.92)" }, ...shapes)];
    return [
      svg("g", { transform: "translate(0 -1) scale(.82)" }, ...shapes),
      svg("g", { transform: "translate(20 20) scale(.63)" }, drawCoin(value)),
    ];
  }

  /**
   * Define the shades of a tone, for upright figures or for balls, and name them as a fill.
   * @param {string} tone
   * @param {'own' | 'ball'} kind
   */
  #shade(tone, kind = "own") {
    const name = `${this.prefix}${kind}-${tone}`;
    if (!this.names.has(name)) {
      this.names.set(name, name);
      const stops = [0, 0.45, 1].map((offset, i) => svg("stop", { offset, class: `stop-${kind}${i}` }));
      const attributes = { id: name, class: `tone-${tone}` };
      this.defs.append(
        kind === "ball"
          ? svg("radialGradient", { ...attributes, cx: 0.36, cy: 0.3, r: 0.75 }, ...stops)
          : svg("linearGradient", { ...attributes, x1: 0.2, x2: 0.7, y1: 0, y2: 1 }, ...stops),
      );
    }
    return `url(#${name})`;
  }
}

/** @param {string} cell */
const readNumber = (cell) => cell.replace(/\D/g, "");

/**
 * Draw a coin, the larger the more it is worth.
 * @param {string} value
 */
function drawCoin(value) {
  const r = 11 + 1.7 * Math.min(5, Number(value));
  return svg(
    "g",
    {},
    svg("circle", { class: "piece-shadow", cx: MIDDLE, cy: MIDDLE + 2, r }),
    svg("circle", { class: "piece-coin", cx: MIDDLE, cy: MIDDLE, r }),
    svg("circle", { class: "piece-rim", cx: MIDDLE, cy: MIDDLE, r: r - 3 }),
    drawNumber(value, MIDDLE, MIDDLE, 21),
  );
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function drawNumber(text, x, y, size) {
  return svg("text", { class: "piece-number", x, y: y + size * 0.35, "font-size": size }, text);
}

/**
 * Draw what has no picture: the text of the cell.
 * @param {string} text
 */
function drawText(text) {
  const size = text.length === 1 ? 32 : Math.min(24, 52 / text.length);
  return svg("text", { class: "piece-text", x: MIDDLE, y: MIDDLE + size * 0.35, "font-size": size }, text);
}
