/** The cells as a screen reader and the keyboard meet them: a grid without pictures that lies over the picture. */

import { readKey } from "./keys.js";

/** @typedef {import('./geometry.js').Layout} Layout */

export class Grid {
  /**
   * @param {Layout} layout
   * @param {string} label
   * @param {{touch(place: number): void, giveUp(): boolean, isOffered(place: number): boolean}} hand
   */
  constructor(layout, label, hand) {
    this.layout = layout;
    this.hand = hand;
    this.focused = 0;
    /** @type {(HTMLElement | null)[]} */
    this.cells = [];
    this.element = make("div", "board-grid", "grid");
    this.element.setAttribute("aria-label", label);
    for (let row = 0; row < layout.height; row += 1) this.element.append(this.#makeRow(row));
    this.moveFocus(
      layout.names.findIndex((name) => name !== null),
      false,
    );
    this.element.addEventListener("focusin", (event) => this.#follow(event));
    this.element.addEventListener("keydown", (event) => this.#press(event));
  }

  /** @param {number} row */
  #makeRow(row) {
    const { width, names } = this.layout;
    const element = make("div", "board-row", "row");
    for (let place = row * width; place < (row + 1) * width; place += 1) {
      const isCell = names[place] !== null;
      const cell = make("div", "board-cell", isCell ? "gridcell" : "presentation");
      if (isCell) {
        cell.tabIndex = -1;
        cell.dataset.place = String(place);
        cell.dataset.square = names[place] ?? "";
      }
      this.cells.push(isCell ? cell : null);
      element.append(cell);
    }
    return element;
  }

  /**
   * Let the keyboard go on from another cell.
   * @param {number} place
   * @param {boolean} withFocus
   */
  moveFocus(place, withFocus) {
    const [before, after] = [this.cells[this.focused], this.cells[place]];
    if (!after) return;
    if (before) before.tabIndex = -1;
    after.tabIndex = 0;
    this.focused = place;
    if (withFocus) after.focus();
  }

  /**
   * @param {number} place
   * @param {string} label
   */
  setLabel(place, label) {
    const cell = this.cells[place];
    if (cell && cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
  }

  /**
   * @param {number} place
   * @param {boolean} isSelected
   */
  setSelected(place, isSelected) {
    if (isSelected) this.cells[place]?.setAttribute("aria-selected", "true");
    else this.cells[place]?.removeAttribute("aria-selected");
  }

  /** @param {FocusEvent} event */
  #follow(event) {
    const place = event.target instanceof HTMLElement ? event.target.dataset.place : undefined;
    if (place !== undefined) this.moveFocus(Number(place), false);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const action = readKey(event, this.focused, this.layout, (place) => this.hand.isOffered(place));
    if (!action) return;
    // What the board has no use for belongs to the page: Escape without a selection closes the page's help.
    if (action.kind === "giveUp" && !this.hand.giveUp()) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === "touch") this.hand.touch(this.focused);
    else if (action.kind === "go") this.moveFocus(action.place, true);
  }
}

/**
 * @param {string} name
 * @param {string} className
 * @param {string} role
 */
function make(name, className, role) {
  const element = document.createElement(name);
  element.className = className;
  element.setAttribute("role", role);
  return element;
}
