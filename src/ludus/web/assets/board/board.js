/**
 * One board for every game: it shows views, and turns clicks, drags, fingers and keys into moves.
 *
 * What a game looks like comes from its looks, and what may be touched from whoever knows the rules; the board itself
 * knows no game. It consists of a picture that only eyes see, and of a grid of cells that lies over it.
 */

import { findEffects } from './difference.js';
import { Effects } from './effects.js';
import { CELL, Layout } from './geometry.js';
import { Grid } from './grid.js';
import { describeLook, labelCell } from './labels.js';
import { drawArrow, drawCellMark, drawRingMark, drawTarget, drawWay } from './marks.js';
import { Path } from './path.js';
import { Picture } from './picture.js';
import { listenToPointer } from './pointer.js';
import { svg } from './svg.js';
import { findTone } from './tones.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Arrow} Arrow */
/** @typedef {import('./types.js').Mark} Mark */
/** @typedef {import('./types.js').Description} Description */
/** @typedef {import('./types.js').Handlers} Handlers */
/** @typedef {import('./types.js').ShowOptions} ShowOptions */

/** A board with more columns or rows than this does not fit a small screen, and scrolls. */
const MOST_FITTING = 30;
/** Cells narrower than this are hidden by a finger. */
const FINGER = 30;
/** If a move may begin on more empty cells than this, they are not marked. */
const MOST_MARKED = 60;

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
  /** @type {number[]} */
  #last = [];
  /** @type {Arrow[]} */
  #arrows = [];
  /** @type {Mark[]} */
  #marks = [];
  /** @type {Set<number>} Whose labels may have to change when the path does. */
  #labelled = new Set();
  #isActive = false;
  #isAnimated = true;
  #isDropped = false;
  #aimed = -1;
  #aimedByFinger = false;
  /** @type {SVGUseElement | null} */
  #ghost = null;

  /**
   * @param {HTMLElement} root
   * @param {Description} description
   * @param {Handlers} handlers
   */
  constructor(root, description, handlers) {
    this.description = description;
    this.handlers = handlers;
    this.layout = new Layout(description.squares);
    this.picture = new Picture(this.layout, description);
    this.path = new Path((touched) => handlers.targets(touched), {
      play: (touched, move) => handlers.onMove(touched, move),
      changed: () => this.#refresh(),
      failed: (message) => this.#say(`The legal moves cannot be found: ${message}`),
    });
    this.grid = new Grid(this.layout, `${description.game} board`, {
      touch: (place) => this.#touch(place, false),
      giveUp: () => this.#giveUp(),
      isOffered: (place) => this.#isOffered(place),
    });
    this.effects = new Effects(this.picture.layers.effects, this.layout, {
      at: (place) => this.picture.standing[place],
      copy: (cell, place) => this.picture.copy(cell, place),
    });
    const sheet = makeBox('board-sheet', this.picture.element, this.grid.element);
    this.element = makeBox('board', makeBox('board-scroll', sheet));
    this.element.dataset.ground = description.ground;
    this.element.classList.toggle('is-wide', Math.max(this.layout.width, this.layout.height) > MOST_FITTING);
    this.#arrange();
    listenToPointer(this.grid.element, this.#makeHand());
    root.append(this.element);
    this.#label(this.layout.names.keys());
  }

  /**
   * Show a position.
   * @param {View} view
   * @param {ShowOptions} options
   */
  show(view, { lastMove = [], animate = true, move } = {}) {
    const before = this.#view && this.picture.cells;
    const after = this.layout.flatten(view.rows);
    const isDropped = this.#isDropped;
    this.effects.stop();
    this.#drop();
    const touched = [...this.#last, ...this.picture.show(after, view.looks)];
    this.#view = view;
    this.#last = lastMove.map((square) => this.layout.place(square)).filter((place) => place >= 0);
    if (this.#isActive) this.path.begin();
    else this.path.stop();
    this.#label([...touched, ...this.#last]);
    if (before && animate && this.#isAnimated && !prefersStillness()) {
      const effects = findEffects(before, after, move, this.layout);
      this.effects.run(isDropped ? effects.filter((effect) => !('stays' in effect && effect.stays)) : effects);
    }
  }

  /**
   * Let moves be entered, or not.
   * @param {boolean} isActive
   */
  setActive(isActive) {
    this.#isActive = isActive;
    this.element.classList.toggle('is-active', isActive);
    if (isActive && this.#view) this.path.begin();
    else this.path.stop();
  }

  /** Turn the board round. */
  flip() {
    this.effects.stop();
    this.layout.isFlipped = !this.layout.isFlipped;
    this.element.classList.toggle('is-flipped', this.layout.isFlipped);
    this.picture.turn();
    this.#refresh();
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
    this.#arrows = arrows;
    this.#drawMarks();
  }

  /** @param {Mark[]} marks */
  setMarks(marks) {
    this.#marks = marks;
    this.#drawMarks();
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
    this.element.style.setProperty('--board-aspect', String(wide / high));
    this.element.style.setProperty('--board-columns', String(layout.width));
    const { style } = this.grid.element;
    style.left = `${(100 * picture.margin) / wide}%`;
    style.top = `${(100 * picture.margin) / high}%`;
    style.width = `${(100 * layout.wide) / wide}%`;
    style.height = `${(100 * layout.high) / high}%`;
  }

  /** @returns {import('./pointer.js').Hand} */
  #makeHand() {
    return {
      placeAt: (x, y) => {
        const point = this.picture.pointAt(x, y);
        return this.layout.placeAt(point.x, point.y);
      },
      isActive: () => this.#isActive,
      isSelected: (place) => this.path.touched.at(-1) === this.layout.names[place],
      canPickUp: (place) => !this.#isEmpty(place) && this.#isStart(place) && !this.#isTarget(place),
      touch: (place, byDrag) => this.#touch(place, byDrag),
      lift: (place) => this.#lift(place),
      drag: (x, y) => this.#drag(x, y),
      drop: () => this.#drop(),
      aim: (place, byFinger) => this.#aim(place, byFinger),
    };
  }

  /**
   * @param {number} place
   * @param {boolean} byDrag
   */
  #touch(place, byDrag) {
    const square = this.layout.names[place];
    if (!this.#isActive || square === null) return;
    this.#isDropped = byDrag;
    this.path.touch(square);
  }

  #giveUp() {
    if (this.path.touched.length === 0) return false;
    this.path.giveUp();
    this.#say('Selection given up');
    return true;
  }

  /** @param {number} place */
  #isStart(place) {
    return this.path.starts.has(this.layout.names[place] ?? '');
  }

  /** @param {number} place */
  #isOffered(place) {
    return this.path.next.has(this.layout.names[place] ?? '');
  }

  /** @param {number} place */
  #isTarget(place) {
    return this.path.touched.length > 0 && this.#isOffered(place);
  }

  /** @param {number} place */
  #isEmpty(place) {
    return this.picture.look(place).kind === 'empty';
  }

  /** Show what has been touched and what may be touched next. */
  #refresh() {
    this.#drawMarks();
    const places = [...this.path.touched, ...this.path.next].map((square) => this.layout.place(square));
    const affected = new Set([...this.#labelled, ...places]);
    this.#labelled = new Set(places);
    this.#label(affected);
  }

  /** @param {Iterable<number>} places */
  #label(places) {
    const { names } = this.layout;
    const touched = new Set(this.path.touched);
    for (const place of places) {
      const square = names[place];
      if (square === null || square === undefined) continue;
      const look = this.picture.look(place);
      const isSelected = touched.has(square);
      const state = {
        isSelected,
        isOffered: this.#isOffered(place),
        hasBegun: touched.size > 0,
        isEmpty: look.kind === 'empty',
        isLast: this.#last.includes(place),
      };
      const words = describeLook(look, this.description.sides, this.#view?.seatNames ?? []);
      this.grid.setLabel(place, labelCell(square, words, state));
      this.grid.setSelected(place, isSelected);
    }
  }

  #drawMarks() {
    const { layout } = this;
    const { below, above, arrows } = this.picture.layers;
    const isOnCrossings = this.description.ground === 'crossings';
    const touched = (this.path.played ?? this.path.touched).map((square) => layout.place(square));
    const last = isOnCrossings ? [] : this.#last.map((place) => drawCellMark(layout, place, 'last'));
    const selected = touched.map((place) => drawCellMark(layout, place, 'selected'));
    below.replaceChildren(...last, ...selected);
    const marks = this.#marks
      .map(({ square, kind }) => ({ place: layout.place(square), kind }))
      .filter(({ place }) => place >= 0)
      .map(({ place, kind }) => drawRingMark(layout, place, kind));
    const dots = isOnCrossings ? this.#last.map((place) => this.#drawDot(place)) : [];
    const way = touched.length > 1 ? [drawWay(layout, touched)] : [];
    above.replaceChildren(...dots, ...way, ...this.#drawTargets(), ...marks, ...this.#drawAim());
    arrows.replaceChildren(...this.#arrows.flatMap((arrow) => drawArrow(layout, arrow)));
  }

  /** @param {number} place */
  #drawDot(place) {
    const { x, y } = this.layout.middle(place);
    return svg('circle', { class: 'mark-dot', cx: x, cy: y, r: 6.5 });
  }

  #drawTargets() {
    const places = [...this.path.next].map((square) => this.layout.place(square)).filter((place) => place >= 0);
    const hasBegun = this.path.touched.length > 0;
    const shown = hasBegun ? places : places.filter((place) => this.#isEmpty(place));
    if (!hasBegun && shown.length > MOST_MARKED) return [];
    return shown.map((place) => drawTarget(this.layout, place, this.#isEmpty(place)));
  }

  /** Draw the cell that is aimed at: what would be put there, and for fingers its row and column. */
  #drawAim() {
    const { layout, picture } = this;
    if (this.#aimed < 0 || !this.#isOffered(this.#aimed)) return [];
    const drawn = [];
    if (this.#aimedByFinger && picture.measureCell() < FINGER) {
      const { x, y } = layout.corner(this.#aimed);
      drawn.push(svg('rect', { class: 'mark-aim', x: 0, y, width: layout.wide, height: CELL }));
      drawn.push(svg('rect', { class: 'mark-aim', x, y: 0, width: CELL, height: layout.high }));
    } else if (!this.#isEmpty(this.#aimed) || this.path.touched.length > 0) {
      drawn.push(drawCellMark(layout, this.#aimed, 'aim'));
    }
    const sample = this.path.touched.length === 0 && this.#isEmpty(this.#aimed) ? this.#findSample() : null;
    const ghost = sample && picture.copy(sample, this.#aimed);
    if (ghost) {
      ghost.classList.add('board-ghost');
      drawn.push(ghost);
    }
    return drawn;
  }

  /** Find a cell that shows what the seat to move puts on the board. */
  #findSample() {
    const seat = this.#view?.toMove;
    const own = Object.entries(this.picture.looks).filter(([, look]) => look.owner === seat);
    return own.length === 1 ? own[0][0] : null;
  }

  /**
   * @param {number} place
   * @param {boolean} byFinger
   */
  #aim(place, byFinger) {
    if (place === this.#aimed) return;
    this.#aimed = place;
    this.#aimedByFinger = byFinger;
    this.#drawMarks();
  }

  /** @param {number} place */
  #lift(place) {
    this.#drop();
    const piece = this.picture.copy(this.picture.cells[place], place);
    if (!piece) return;
    this.picture.standing[place]?.classList.add('is-away');
    this.element.classList.add('is-dragging');
    this.#ghost = piece;
    this.picture.element.append(piece);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  #drag(clientX, clientY) {
    const { x, y } = this.picture.pointAt(clientX, clientY);
    this.#ghost?.setAttribute('x', String(x - CELL / 2));
    this.#ghost?.setAttribute('y', String(y - CELL / 2));
  }

  #drop() {
    this.#ghost?.remove();
    this.#ghost = null;
    this.element.classList.remove('is-dragging');
    for (const piece of this.picture.layers.pieces.querySelectorAll('.is-away')) piece.classList.remove('is-away');
  }

  /** @param {string} text */
  #say(text) {
    this.handlers.say?.(text);
  }
}

function prefersStillness() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * @param {string} className
 * @param {Node[]} children
 */
function makeBox(className, ...children) {
  const element = document.createElement('div');
  element.className = className;
  element.append(...children);
  return element;
}
