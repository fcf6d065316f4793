/** Says in words what the picture shows: a label for each cell, and a line for what a hand has done. */

import { describeLook, labelCell } from "./labels.js";

/** @typedef {import('./grid.js').Grid} Grid */
/** @typedef {import('./overlay.js').Overlay} Overlay */

export class Narrator {
  /**
   * @param {Grid} grid
   * @param {Overlay} overlay
   * @param {string[]} sides
   * @param {(text: string) => void} say
   */
  constructor(grid, overlay, sides, say) {
    this.grid = grid;
    this.overlay = overlay;
    this.path = overlay.path;
    this.sides = sides;
    this.say = say;
    /** @type {string[]} */
    this.seatNames = [];
    /** @type {Set<number>} Whose labels say what can be done, and may have to change. */
    this.labelled = new Set();
  }

  /** Follow the hand: label what it has touched and what it may touch next. */
  follow() {
    const { path, overlay } = this;
    const { touched, next, move } = path;
    const places = [...touched, ...(overlay.isChoosy ? next : [])].map((square) => overlay.layout.place(square));
    const affected = new Set([...this.labelled, ...places]);
    this.labelled = new Set(places);
    this.label(affected);
    if (touched.length === 0) return;
    const again = move === null ? "" : ", again to play";
    this.say(`${touched.join(" ")}: ${next.size} ${next.size === 1 ? "target" : "targets"}${again}`);
  }

  /** @param {Iterable<number>} places */
  label(places) {
    const { path, overlay, grid } = this;
    for (const place of places) {
      const square = overlay.layout.names[place];
      if (square === null || square === undefined) continue;
      const look = overlay.picture.look(place);
      const isSelected = path.touched.includes(square);
      const label = labelCell(square, describeLook(look, this.sides, this.seatNames), {
        isSelected,
        isOffered: overlay.isChoosy && path.next.has(square),
        hasBegun: path.touched.length > 0,
        isEmpty: look.kind === "empty",
        isLast: overlay.last.includes(place),
      });
      grid.setLabel(place, label);
      grid.setSelected(place, isSelected);
    }
  }
}
