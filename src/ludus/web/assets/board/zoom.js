/** A board that is too large for the screen lies in a window of its own, with buttons that zoom. */

import { CELL } from "./geometry.js";

/** @typedef {import('./picture.js').Picture} Picture */

/** A board with more columns or rows than this does not fit a small screen. */
const MOST_FITTING = 30;
/** Widths of a cell in pixels; at 0 the whole board is seen. */
const WIDTHS = [0, 10, 16, 24, 36, 52];
const USUAL = 3;

/** @param {{width: number, height: number}} layout */
export const isLarge = ({ width, height }) => Math.max(width, height) > MOST_FITTING;

export class Zoom {
  /**
   * @param {Picture} picture
   * @param {HTMLElement} scroll
   * @param {HTMLElement} sheet
   */
  constructor(picture, scroll, sheet) {
    this.picture = picture;
    this.scroll = scroll;
    this.sheet = sheet;
    this.level = USUAL;
    this.where = document.createElement("span");
    this.where.className = "board-where";
    this.where.setAttribute("aria-hidden", "true");
    this.element = document.createElement("div");
    this.element.className = "board-zoom";
    this.element.append(this.where, this.#makeButton("−", "Zoom out", -1), this.#makeButton("+", "Zoom in", 1));
    this.#resize();
  }

  /**
   * Name a square beside the buttons, because the coordinates may be out of sight.
   * @param {string} square
   */
  tell(square) {
    this.where.textContent = square;
  }

  /**
   * Bring a place into sight.
   * @param {number} place
   */
  reveal(place) {
    const { x, y } = this.picture.layout.middle(place);
    const scale = this.picture.measureCell() / CELL;
    const { scroll } = this;
    const [left, top] = [(x + this.picture.margin) * scale, (y + this.picture.margin) * scale];
    const isSeen =
      left > scroll.scrollLeft &&
      left < scroll.scrollLeft + scroll.clientWidth &&
      top > scroll.scrollTop &&
      top < scroll.scrollTop + scroll.clientHeight;
    if (!isSeen) scroll.scrollTo(left - scroll.clientWidth / 2, top - scroll.clientHeight / 2);
  }

  /**
   * @param {string} sign
   * @param {string} label
   * @param {number} step
   */
  #makeButton(sign, label, step) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => {
      const { scroll } = this;
      const [wide, high] = [scroll.scrollWidth, scroll.scrollHeight];
      const [x, y] = [scroll.scrollLeft + scroll.clientWidth / 2, scroll.scrollTop + scroll.clientHeight / 2];
      this.level = Math.min(WIDTHS.length - 1, Math.max(0, this.level + step));
      this.#resize();
      const [toX, toY] = [(x / wide) * scroll.scrollWidth, (y / high) * scroll.scrollHeight];
      scroll.scrollTo(toX - scroll.clientWidth / 2, toY - scroll.clientHeight / 2);
    });
    return button;
  }

  #resize() {
    const width = WIDTHS[this.level];
    this.sheet.style.width = width ? `${width * this.picture.layout.width}px` : "";
  }
}
