/** What the board shows besides the position: last move, selection, targets, aim, hints, threats and arrows. */

import { splitMove } from "./difference.js";
import { drawArrow, drawCellMark, drawDot, drawRingMark, drawTarget, drawWay } from "./marks.js";
import { svg } from "./svg.js";

/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./path.js').Path} Path */
/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./types.js').Arrow} Arrow */
/** @typedef {import('./types.js').Mark} Mark */

/** If a move may begin on more empty cells than this, they are neither marked nor named: it is nearly everywhere. */
export const MOST_MARKED = 60;
/** What is played on crossings, until the board has shown something else. */
const STONE = { owner: null, kind: "stone", words: "stone" };
/** Cells narrower than this are hidden by a finger. */
const FINGER = 30;

export class Overlay {
  /**
   * @param {Picture} picture
   * @param {Path} path
   */
  constructor(picture, path) {
    this.picture = picture;
    this.layout = picture.layout;
    this.path = path;
    this.isOnCrossings = picture.ground === "crossings";
    /** @type {number[]} */
    this.last = [];
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {Mark[]} */
    this.marks = [];
    this.toMove = 0;
    this.aimed = -1;
    this.isAimedByFinger = false;
    /** Whether the last square was touched by dropping a piece there. */
    this.isDropped = false;
    /** @type {Element[]} */
    this.faded = [];
  }

  /** Tell whether the squares that a move may begin with are worth a mark. */
  get isChoosy() {
    return this.path.touched.length > 0 || this.path.next.size <= MOST_MARKED;
  }

  draw() {
    const { layout, path } = this;
    const { below, above, arrows } = this.picture.layers;
    const touched = (path.played?.touched ?? path.touched).map((square) => layout.place(square));
    const fields = this.last.map((place) => drawCellMark(layout, place, "last"));
    const edges = this.last.map((place) => drawCellMark(layout, place, "edge"));
    const dots = this.last.map((place) => drawDot(layout, place, "last"));
    const selected = path.touched.map((square) => drawCellMark(layout, layout.place(square), "selected"));
    below.replaceChildren(...(this.isOnCrossings ? [] : fields), ...selected);
    const marks = this.marks
      .map(({ square, kind }) => ({ place: layout.place(square), kind }))
      .filter(({ place }) => place >= 0)
      .map(({ place, kind }) => drawRingMark(layout, place, kind));
    const way = path.touched.length > 1 ? [drawWay(layout, touched)] : [];
    const preview = this.#drawPreview(touched);
    above.replaceChildren(
      ...(this.isOnCrossings ? dots : edges),
      ...way,
      ...preview,
      ...this.#drawTargets(),
      ...marks,
    );
    arrows.replaceChildren(...this.arrows.flatMap((arrow) => drawArrow(layout, arrow)));
    this.drawAim();
  }

  /** Draw the cell that is aimed at: what would be put there, and for fingers its row and column. */
  drawAim() {
    const { layout, picture, aimed, path } = this;
    const drawn = [];
    const isOffered = aimed >= 0 && path.next.has(layout.names[aimed] ?? "");
    if (isOffered && this.isAimedByFinger && picture.measureCell() < FINGER) {
      const { x, y } = layout.middle(aimed);
      drawn.push(svg("path", { class: "mark-cross", d: `M0 ${y}H${layout.wide}M${x} 0V${layout.high}` }));
    } else if (isOffered && (path.touched.length > 0 || !this.#isEmpty(aimed))) {
      drawn.push(drawCellMark(layout, aimed, "aim"));
    }
    if (isOffered && path.touched.length === 0 && this.#isEmpty(aimed)) drawn.push(...this.#drawOwn(aimed, true));
    picture.layers.aim.replaceChildren(...drawn);
  }

  /**
   * Show where a piece goes before the rules have said so: on its way between two squares, or dropped there.
   * @param {number[]} touched
   */
  #drawPreview(touched) {
    for (const piece of this.faded) piece.classList.remove("is-away", "is-gone");
    this.faded = [];
    const { picture, layout, path } = this;
    if (touched.length === 0) return [];
    const [start, end] = [touched[0], touched[touched.length - 1]];
    const step = path.played && splitMove(path.played.move).at(-1);
    if (step && touched.length === 1) return this.#drawOwn(end, false);
    const isLanding = step
      ? this.isDropped && step.mark === "-" && layout.place(step.square) === end
      : touched.length > 1;
    // A hand that goes over an own piece has not put anything down there.
    if (!isLanding || this.#isEmpty(start) || (!step && picture.look(end).owner !== null)) return [];
    this.#fade(start, step ? "is-gone" : "is-away");
    this.#fade(end, "is-gone");
    const piece = picture.copy(picture.cells[start], end);
    if (!step) piece?.classList.add("board-ghost");
    return piece ? [piece] : [];
  }

  /**
   * @param {number} place
   * @param {string} how
   */
  #fade(place, how) {
    const piece = this.picture.standing[place];
    if (!piece) return;
    piece.classList.add(how);
    this.faded.push(piece);
  }

  #drawTargets() {
    const places = [...this.path.next].map((square) => this.layout.place(square)).filter((place) => place >= 0);
    if (!this.isChoosy) return [];
    const shown = this.path.touched.length > 0 ? places : places.filter((place) => this.#isEmpty(place));
    return shown.map((place) => drawTarget(this.layout, place, this.#isEmpty(place)));
  }

  /**
   * Draw what the seat to move puts on the board, where the board has shown just one kind of piece.
   * @param {number} place
   * @param {boolean} isGhost
   */
  #drawOwn(place, isGhost) {
    const owned = Object.entries(this.picture.looks).filter(([, look]) => look.owner !== null);
    const [cell, look] = owned.find(([, { owner }]) => owner === this.toMove) ?? ["", owned[0]?.[1] ?? STONE];
    const isKnown = owned.length > 0 ? owned.every(([, { kind }]) => kind === look.kind) : this.isOnCrossings;
    const piece = isKnown ? this.picture.make(cell, { ...look, owner: this.toMove }, place) : null;
    if (isGhost) piece?.classList.add("board-ghost");
    return piece ? [piece] : [];
  }

  /** @param {number} place */
  #isEmpty(place) {
    return this.picture.look(place).kind === "empty";
  }
}
