/** A piece in the hand: a copy follows the pointer while the piece itself stays, faded, until the rules have spoken. */

import { CELL } from "./geometry.js";

/** @typedef {import('./picture.js').Picture} Picture */

export class Drag {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    /** @type {SVGUseElement | null} */
    this.copy = null;
    /** @type {SVGUseElement | null} */
    this.source = null;
  }

  /** @param {number} place */
  lift(place) {
    this.drop();
    this.copy = this.picture.copy(this.picture.cells[place], place);
    if (!this.copy) return;
    this.copy.classList.add("is-lifted");
    this.source = this.picture.standing[place];
    this.source?.classList.add("is-lifted-from");
    this.picture.element.append(this.copy);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  move(clientX, clientY) {
    const { x, y } = this.picture.pointAt(clientX, clientY);
    this.copy?.setAttribute("transform", `translate(${x - CELL / 2} ${y - CELL / 2})`);
  }

  drop() {
    this.copy?.remove();
    this.source?.classList.remove("is-lifted-from");
    this.copy = null;
    this.source = null;
  }
}
