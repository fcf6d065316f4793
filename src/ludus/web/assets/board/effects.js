/**
 * Shows what happened as a short animation.
 *
 * The board already shows the new view when this begins: pieces that stand there start from elsewhere or from nothing
 * and end as they are, and whatever else flies or fades lies in a layer that is emptied. So nothing waits for it, it
 * can stop at any moment, and it cannot leave anything wrong behind.
 */

import { CELL } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {import('./picture.js').Picture} Picture */
/** @typedef {import('./difference.js').Effect} Effect */

const MOVEMENT = 200;
const FLIGHT = 180;
const CHANGE = 240;
const ARROW = "M-20-1.6H8V-6L22 0 8 6V1.6H-20l-4 5h-6l4-6.6-4-6.6h6z";
const SPEAR = "M-30-1.7H10C14-6 20-4 30 0 20 4 14 6 10 1.7H-30z";

export class Effects {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.layout = picture.layout;
    this.layer = picture.layers.effects;
    /** @type {Animation[]} */
    this.running = [];
  }

  /** End everything at once. */
  stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.layer.replaceChildren();
  }

  /** @param {Effect[]} effects */
  run(effects) {
    this.stop();
    const moved = effects.some(({ kind }) => kind === "slide" || kind === "arc") ? MOVEMENT : 0;
    const flown = effects.some((effect) => "from" in effect && !("stays" in effect)) ? FLIGHT : 0;
    for (const effect of effects) {
      if ("stays" in effect) this.#move(effect);
      else if ("from" in effect) this.#fly(effect, moved);
      else if (effect.kind === "fade") this.#fade(effect.place, effect.cell, (moved + flown) * 0.7);
      else if (effect.kind === "drop") this.#drop(effect.place, moved + flown * 0.9);
      else this.#turn(effect.place, effect.cell, moved + flown);
    }
  }

  /** @param {import('./difference.js').Movement} effect */
  #move({ kind, from, to, cell, stays }) {
    const piece = stays ? this.picture.standing[to] : this.#place(cell, to);
    if (!piece) return;
    const [a, b] = [this.layout.corner(from), this.layout.corner(to)];
    const [x, y] = [a.x - b.x, a.y - b.y];
    piece.parentNode?.append(piece);
    const start = `translate(${x}px, ${y}px)`;
    const height = kind === "arc" ? `translate(${x / 2}px, ${y / 2 - CELL / 2}px) scale(1.5)` : "";
    const frames = [start, ...(height ? [height] : []), "translate(0px, 0px)"].map((transform) => ({ transform }));
    this.#animate(
      piece,
      frames,
      { duration: kind === "arc" ? 1.4 * MOVEMENT : MOVEMENT, easing: "ease-out" },
      !stays,
    );
  }

  /**
   * @param {import('./difference.js').Flight} effect
   * @param {number} delay
   */
  #fly({ kind, from, to }, delay) {
    const [a, b] = [this.layout.middle(from), this.layout.middle(to)];
    const [x, y] = [b.x - a.x, b.y - a.y];
    if (kind === "streak") {
      const line = svg("line", { class: "effect-streak", x1: a.x, y1: a.y, x2: b.x, y2: b.y, pathLength: 1 });
      this.layer.append(line);
      const frames = [
        { strokeDasharray: "0 1", opacity: 1 },
        { strokeDasharray: "1 0", opacity: 1 },
        { strokeDasharray: "1 0", opacity: 0 },
      ];
      this.#animate(line, frames, { duration: 1.6 * FLIGHT, delay }, true);
      return;
    }
    const turn = `rotate(${Math.atan2(y, x)}rad)`;
    const missile = svg("path", { class: `effect-${kind}`, d: kind === "spear" ? SPEAR : ARROW });
    this.layer.append(missile);
    const frames = [a, b].map((point) => ({
      transform: `translate(${point.x}px, ${point.y}px) ${turn}`,
      opacity: 1,
    }));
    this.#animate(missile, frames, { duration: FLIGHT, delay }, true);
  }

  /**
   * @param {number} place
   * @param {string} cell
   * @param {number} delay
   */
  #fade(place, cell, delay) {
    const piece = this.#place(cell, place);
    if (!piece) return;
    const frames = [
      { opacity: 1, transform: "scale(1)" },
      { opacity: 0, transform: "scale(.6)" },
    ];
    this.#animate(piece, frames, { duration: CHANGE, delay, fill: "backwards" }, true);
  }

  /**
   * @param {number} place
   * @param {number} delay
   */
  #drop(place, delay) {
    const piece = this.picture.standing[place];
    if (!piece) return;
    const frames = [
      { opacity: 0, transform: "scale(1.4)" },
      { opacity: 1, transform: "scale(1)" },
    ];
    this.#animate(piece, frames, { duration: delay ? CHANGE / 3 : CHANGE * 0.7, delay, easing: "ease-in" }, false);
  }

  /**
   * @param {number} place
   * @param {string} cell
   * @param {number} delay
   */
  #turn(place, cell, delay) {
    const piece = this.picture.standing[place];
    const { x, y } = this.layout.middle(place);
    const ring = svg("circle", { class: "effect-ring", cx: x, cy: y, r: CELL / 2 });
    this.layer.append(ring);
    const wave = [
      { opacity: 0.9, transform: "scale(.4)" },
      { opacity: 0, transform: "scale(1.5)" },
    ];
    this.#animate(ring, wave, { duration: 1.5 * CHANGE, delay }, true);
    if (piece) {
      const grow = [
        { opacity: 0, transform: "scale(.5)" },
        { opacity: 1, transform: "scale(1)" },
      ];
      this.#animate(piece, grow, { duration: CHANGE, delay }, false);
    }
    this.#fade(place, cell, delay);
  }

  /**
   * @param {string} cell
   * @param {number} place
   */
  #place(cell, place) {
    const piece = this.picture.copy(cell, place);
    if (piece) this.layer.append(piece);
    return piece;
  }

  /**
   * @param {SVGElement} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {boolean} isPassing Whether the element goes when the animation ends.
   */
  #animate(element, frames, options, isPassing) {
    const animation = element.animate(frames, { fill: "backwards", ...options });
    this.running.push(animation);
    if (isPassing) animation.onfinish = () => element.remove();
  }
}
