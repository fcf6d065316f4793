/**
 * One board for every game: it shows views, and turns clicks, drags, fingers and keys into moves.
 *
 * What a game looks like comes from its looks, and what may be touched from whoever knows the rules; the board itself
 * knows no game. It consists of a picture that only eyes see, and of a grid of cells that lies over it.
 */

import { findEffects } from "./difference.js";
import { Drag } from "./drag.js";
import { Effects } from "./effects.js";
import { Layout } from "./geometry.js";
import { Grid } from "./grid.js";
import { Narrator } from "./narrator.js";
import { Overlay } from "./overlay.js";
import { Path } from "./path.js";
import { Picture } from "./picture.js";
import { listenToPointer } from "./pointer.js";
import { isLarge, Zoom } from "./zoom.js";

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Arrow} Arrow */
/** @typedef {import('./types.js').Mark} Mark */
/** @typedef {import('./types.js').Description} Description */
/** @typedef {import('./types.js').Handlers} Handlers */
/** @typedef {import('./types.js').ShowOptions} ShowOptions */

/**
 * Put a board into an element of the page.
 * @param {HTMLElement} root
 * @param {Description} description
 * @param {Handlers} handlers
 */
export function mountBoard(root, description, handlers) {
  return new Board(root, description, handlers);
}

export class Board {
  /** @type {View | null} */
  #view = null;
  #isActive = false;
  #isAnimated = true;

  /**
   * @param {HTMLElement} root
   * @param {Description} description
   * @param {Handlers} handlers
   */
  constructor(root, description, handlers) {
    this.layout = new Layout(description.squares);
    this.picture = new Picture(this.layout, description);
    this.path = new Path((touched) => handlers.targets(touched), {
      play: (touched, move) => handlers.onMove(touched, move),
      changed: () => this.#refresh(),
      refused: (touched) => {
        if (handlers.onRefused) handlers.onRefused(touched);
        else this.narrator.say(`${touched.at(-1)} cannot be played now`);
      },
      failed: (message) => this.narrator.say(`The legal moves cannot be found: ${message}`),
    });
    this.overlay = new Overlay(this.picture, this.path);
    this.drag = new Drag(this.picture);
    this.effects = new Effects(this.picture);
    this.grid = new Grid(this.layout, `${description.game} board`, {
      touch: (place) => this.#touch(place, false),
      giveUp: () => this.#giveUp(),
      isOffered: (place) => this.#isOffered(place),
    });
    this.narrator = new Narrator(this.grid, this.overlay, description.sides, (text) => handlers.say?.(text));
    const sheet = makeBox("board-sheet", this.picture.element, this.grid.element);
    const scroll = makeBox("board-scroll", sheet);
    this.element = makeBox("board", scroll);
    this.element.dataset.ground = description.ground;
    this.zoom = isLarge(this.layout) ? new Zoom(this.picture, scroll, sheet) : null;
    if (this.zoom) this.element.prepend(this.zoom.element);
    this.element.classList.toggle("is-large", this.zoom !== null);
    this.#arrange();
    listenToPointer(this.grid.element, this.#makeHand());
    root.append(this.element);
    this.narrator.label(this.layout.names.keys());
  }

  /**
   * Show a position.
   * @param {View} view
   * @param {ShowOptions} options
   */
  show(view, { lastMove = [], animate = true, move } = {}) {
    const { overlay, picture } = this;
    const before = this.#view && picture.cells;
    const { isDropped } = overlay;
    this.effects.stop();
    this.drag.drop();
    const changed = picture.show(this.layout.flatten(view.rows), view.looks);
    const relabelled = [...changed, ...overlay.last];
    this.#view = view;
    overlay.toMove = view.toMove;
    this.narrator.seatNames = view.seatNames;
    overlay.isDropped = false;
    overlay.last = lastMove.map((square) => this.layout.place(square)).filter((place) => place >= 0);
    if (this.#isActive) this.path.begin();
    else this.path.stop();
    this.narrator.label([...relabelled, ...overlay.last]);
    if (overlay.last.length > 0) this.zoom?.reveal(overlay.last[overlay.last.length - 1]);
    if (!before || !animate || !this.#isAnimated || prefersStillness()) return;
    const effects = findEffects(before, picture.cells, move, this.layout);
    this.effects.run(isDropped ? effects.filter((effect) => !("stays" in effect && effect.stays)) : effects);
  }

  /**
   * Let moves be entered, or not.
   * @param {boolean} isActive
   */
  setActive(isActive) {
    if (isActive === this.#isActive && this.path.played === null) return;
    this.#isActive = isActive;
    this.element.classList.toggle("is-active", isActive);
    if (isActive && this.#view) this.path.begin();
    else this.path.stop();
  }

  /** Turn the board round. */
  flip() {
    this.effects.stop();
    this.layout.isFlipped = !this.layout.isFlipped;
    this.element.classList.toggle("is-flipped", this.layout.isFlipped);
    this.picture.turn();
    this.overlay.draw();
  }

  /** @param {{coordinates?: boolean, animation?: boolean}} options */
  setOptions({ coordinates, animation }) {
    if (animation !== undefined) this.#isAnimated = animation;
    if (coordinates === undefined || coordinates === this.picture.hasCoordinates) return;
    this.picture.hasCoordinates = coordinates;
    this.picture.drawGround();
    this.#arrange();
  }

  /** @param {Arrow[]} arrows */
  setArrows(arrows) {
    this.overlay.arrows = arrows;
    this.overlay.draw();
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.overlay.marks = marks;
    this.overlay.draw();
  }

  /** Give the keyboard to the board. */
  focus() {
    this.grid.moveFocus(this.grid.focused, true);
  }

  destroy() {
    this.effects.stop();
    this.path.stop();
    this.element.remove();
  }

  /** Lay the grid exactly over the cells of the picture. */
  #arrange() {
    const { layout, picture } = this;
    const [wide, high] = [layout.wide + 2 * picture.margin, layout.high + 2 * picture.margin];
    this.element.style.setProperty("--board-aspect", String(wide / high));
    const { style } = this.grid.element;
    style.left = `${(100 * picture.margin) / wide}%`;
    style.top = `${(100 * picture.margin) / high}%`;
    style.width = `${(100 * layout.wide) / wide}%`;
    style.height = `${(100 * layout.high) / high}%`;
  }

  /** @returns {import('./pointer.js').Hand} */
  #makeHand() {
    const { path, layout, picture, drag, overlay } = this;
    return {
      placeAt: (x, y) => {
        const point = picture.pointAt(x, y);
        return layout.placeAt(point.x, point.y);
      },
      isActive: () => this.#isActive,
      isSelected: (place) => path.touched.at(-1) === layout.names[place],
      canPickUp: (place) =>
        picture.look(place).kind !== "empty" &&
        path.starts.has(layout.names[place] ?? "") &&
        !(path.touched.length > 0 && this.#isOffered(place)),
      touch: (place, byDrag) => this.#touch(place, byDrag),
      lift: (place) => drag.lift(place),
      drag: (x, y) => drag.move(x, y),
      drop: () => drag.drop(),
      aim: (place, byFinger) => {
        if (place === overlay.aimed) return;
        overlay.aimed = place;
        overlay.isAimedByFinger = byFinger;
        overlay.drawAim();
        this.zoom?.tell(layout.names[place] ?? "");
      },
    };
  }

  /**
   * @param {number} place
   * @param {boolean} byDrag
   */
  #touch(place, byDrag) {
    const square = this.layout.names[place];
    if (!this.#isActive || square === null) return;
    this.overlay.isDropped = byDrag;
    this.path.touch(square);
  }

  #giveUp() {
    if (this.path.touched.length === 0) return false;
    this.path.giveUp();
    this.narrator.say("Selection given up");
    return true;
  }

  /** @param {number} place */
  #isOffered(place) {
    return this.path.next.has(this.layout.names[place] ?? "");
  }

  /** Show and say what has been touched and what may be touched next. */
  #refresh() {
    this.overlay.draw();
    this.narrator.follow();
  }
}

function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * @param {string} className
 * @param {Node[]} children
 */
function makeBox(className, ...children) {
  const element = document.createElement("div");
  element.className = className;
  element.append(...children);
  return element;
}
