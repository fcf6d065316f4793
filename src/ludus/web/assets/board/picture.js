/** The picture of a board: layers from the ground up to what flies over the pieces. Only what changed is drawn again. */

import { listChanges } from "./difference.js";
import { CELL } from "./geometry.js";
import { drawCoordinates, drawGround } from "./ground.js";
import { findLook } from "./labels.js";
import { Pieces } from "./pieces.js";
import { svg } from "./svg.js";

/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./types.js').Description} Description */
/** @typedef {import('./types.js').Look} Look */

const LAYERS = /** @type {const} */ ([
  "ground",
  "coordinates",
  "below",
  "fallen",
  "pieces",
  "above",
  "aim",
  "arrows",
  "effects",
]);
const BARE_MARGIN = 8;
let boards = 0;

export class Picture {
  /**
   * @param {Layout} layout
   * @param {Description} description
   */
  constructor(layout, description) {
    this.layout = layout;
    this.ground = description.ground;
    this.layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ (
      Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `board-${name}` })]))
    );
    const defs = svg("defs");
    this.element = svg(
      "svg",
      { class: "board-picture", "aria-hidden": "true", focusable: "false" },
      defs,
      ...LAYERS.map((name) => this.layers[name]),
    );
    boards += 1;
    this.pieces = new Pieces(defs, `board${boards}-`, description);
    /** @type {string[]} */
    this.cells = Array(layout.names.length).fill(".");
    /** @type {Record<string, Look>} */
    this.looks = description.looks ?? {};
    /** @type {(SVGUseElement | null)[]} */
    this.standing = Array(layout.names.length).fill(null);
    this.hasCoordinates = true;
    this.margin = 0;
    this.drawGround();
  }

  /** Draw what no move changes. */
  drawGround() {
    const { layout } = this;
    this.margin = this.hasCoordinates ? layout.letter * 1.8 : BARE_MARGIN;
    const [wide, high] = [layout.wide + 2 * this.margin, layout.high + 2 * this.margin];
    this.element.setAttribute("viewBox", `${-this.margin} ${-this.margin} ${wide} ${high}`);
    this.layers.ground.replaceChildren(drawGround(layout, this.ground, this.margin));
    this.layers.coordinates.replaceChildren(...(this.hasCoordinates ? [drawCoordinates(layout, this.margin)] : []));
  }

  /** Draw everything the other way round. */
  turn() {
    this.drawGround();
    this.standing.forEach((piece, place) => piece && this.#put(piece, place));
  }

  /**
   * Show these cells, and list the places that changed.
   * @param {string[]} cells
   * @param {Record<string, Look>} looks
   */
  show(cells, looks) {
    const changed = listChanges(this.cells, cells);
    this.cells = cells;
    this.looks = { ...this.looks, ...looks };
    for (const place of changed) {
      this.standing[place]?.remove();
      const piece = this.copy(cells[place], place);
      this.standing[place] = piece;
      if (piece) {
        piece.dataset.square = this.layout.names[place] ?? "";
        piece.dataset.cell = cells[place];
        this.layers.pieces.append(piece);
      }
    }
    return changed;
  }

  /** @param {number} place */
  look(place) {
    return findLook(this.looks, this.cells[place]);
  }

  /**
   * Make a piece as it would stand at a place.
   * @param {string} cell
   * @param {number} place
   */
  copy(cell, place) {
    return this.make(cell, findLook(this.looks, cell), place);
  }

  /**
   * Make a piece by its look.
   * @param {string} cell
   * @param {Look} look
   * @param {number} place
   */
  make(cell, look, place) {
    const piece = this.pieces.make(cell, look);
    if (piece) this.#put(piece, place);
    return piece;
  }

  /**
   * @param {SVGUseElement} piece
   * @param {number} place
   */
  #put(piece, place) {
    const { x, y } = this.layout.corner(place);
    piece.setAttribute("transform", `translate(${x} ${y})`);
  }

  /**
   * Find the point of the picture that a pointer is at.
   * @param {number} clientX
   * @param {number} clientY
   */
  pointAt(clientX, clientY) {
    const box = this.element.getBoundingClientRect();
    const scale = (this.layout.wide + 2 * this.margin) / box.width;
    return { x: (clientX - box.left) * scale - this.margin, y: (clientY - box.top) * scale - this.margin };
  }

  /** Measure how wide a cell is on the screen. */
  measureCell() {
    return (this.element.getBoundingClientRect().width * CELL) / (this.layout.wide + 2 * this.margin);
  }
}
