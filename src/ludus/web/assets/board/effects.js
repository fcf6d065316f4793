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
/** @typedef {import('./difference.js').Change} Change */
/** @typedef {import('./difference.js').Effect} Effect */

const MOVEMENT = 200;
const FLIGHT = 180;
const CHANGE = 240;
const ARROW = "M-20-1.6H8V-6L22 0 8 6V1.6H-20l-4 5h-6l4-6.6-4-6.6h6z";
const SPEAR = "M-30-1.7H10C14-6 20-4 30 0 20 4 14 6 10 1.7H-30z";

/** A line that grows from one end to the other and goes out. */
const STREAK = [
  { strokeDasharray: "0 1", opacity: 1 },
  { strokeDasharray: "1 0", opacity: 1 },
  { strokeDasharray: "1 0", opacity: 0 },
];

export class Effects {
  /** @param {Picture} picture */
  constructor(picture) {
    this.picture = picture;
    this.layout = picture.layout;
    /** @type {Animation[]} */
    this.running = [];
  }

  /** End everything at once. */
  stop() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.picture.layers.effects.replaceChildren();
    this.picture.layers.fallen.replaceChildren();
  }

  /** @param {Effect[]} effects */
  run(effects) {
    this.stop();
    const moved = effects.some(({ kind }) => kind === "slide" || kind === "arc") ? MOVEMENT : 0;
    const flown = effects.some((effect) => "from" in effect && !("stays" in effect)) ? FLIGHT : 0;
    for (const effect of effects) {
      if ("stays" in effect) this.#move(effect);
      else if ("from" in effect) this.#fly(effect, moved);
      else if (effect.kind === "fade") this.#fade(effect, (moved + flown) * 0.7);
      else if (effect.kind === "drop") this.#drop(effect, moved + flown * 0.9);
      else this.#turn(effect, moved + flown);
    }
  }

  /** @param {import('./difference.js').Movement} effect */
  #move({ kind, from, to, cell, stays }) {
    const piece = stays ? this.picture.standing[to] : this.picture.copy(cell, to);
    if (!piece) return;
    this.picture.layers[stays ? "pieces" : "effects"].append(piece);
    const [a, b] = [this.layout.middle(from), this.layout.middle(to)];
    const top = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - CELL / 2 };
    const poses = kind === "arc" ? [pose(a), pose(top, 1.5), pose(b)] : [pose(a), pose(b)];
    const frames = poses.map((transform) => ({ transform }));
    const duration = kind === "arc" ? 1.4 * MOVEMENT : MOVEMENT;
    this.#animate(piece, frames, { duration, easing: "ease-out" }, !stays);
  }

  /**
   * @param {import('./difference.js').Flight} effect
   * @param {number} delay
   */
  #fly({ kind, from, to }, delay) {
    const [a, b] = [this.layout.middle(from), this.layout.middle(to)];
    if (kind === "streak") {
      const line = svg("line", { class: "effect-streak", x1: a.x, y1: a.y, x2: b.x, y2: b.y, pathLength: 1 });
      this.#animate(line, STREAK, { duration: 1.6 * FLIGHT, delay }, true);
      return;
    }
    const turn = `rotate(${Math.atan2(b.y - a.y, b.x - a.x)}rad)`;
    const [start, end] = [a, b].map(({ x, y }) => `translate(${x}px, ${y}px) ${turn}`);
    const frames = [
      { transform: start, opacity: 0 },
      { opacity: 1, offset: 0.1 },
      { transform: end, opacity: 1 },
    ];
    const missile = svg("path", { class: `effect-${kind}`, d: kind === "spear" ? SPEAR : ARROW });
    this.#animate(missile, frames, { duration: FLIGHT, delay }, true);
  }

  /**
   * @param {Change} effect
   * @param {number} delay
   */
  #fade({ place, cell }, delay) {
    const piece = this.picture.copy(cell, place);
    if (!piece) return;
    this.picture.layers.fallen.append(piece);
    const middle = this.layout.middle(place);
    const frames = [
      { opacity: 1, transform: pose(middle) },
      { opacity: 0, transform: pose(middle, 0.6) },
    ];
    this.#animate(piece, frames, { duration: CHANGE, delay }, true);
  }

  /**
   * @param {Change} effect
   * @param {number} delay
   */
  #drop({ place }, delay) {
    this.#appear(place, 1.4, { duration: delay ? CHANGE / 3 : CHANGE * 0.7, delay, easing: "ease-in" });
  }

  /**
   * @param {Change} effect
   * @param {number} delay
   */
  #turn(effect, delay) {
    const { x, y } = this.layout.middle(effect.place);
    const wave = [
      { opacity: 0, transform: `translate(${x}px, ${y}px) scale(.4)` },
      { opacity: 0.9, offset: 0.1 },
      { opacity: 0, transform: `translate(${x}px, ${y}px) scale(1.4)` },
    ];
    const ring = svg("circle", { class: "effect-ring", r: CELL / 2 });
    this.#animate(ring, wave, { duration: 1.5 * CHANGE, delay }, true);
    this.#appear(effect.place, 0.5, { duration: CHANGE, delay });
    this.#fade(effect, delay);
  }

  /**
   * Let a piece appear where it stands.
   * @param {number} place
   * @param {number} scale
   * @param {KeyframeAnimationOptions} options
   */
  #appear(place, scale, options) {
    const piece = this.picture.standing[place];
    const middle = this.layout.middle(place);
    const frames = [
      { opacity: 0, transform: pose(middle, scale) },
      { opacity: 1, transform: pose(middle) },
    ];
    if (piece) this.#animate(piece, frames, options, false);
  }

  /**
   * @param {SVGElement} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {boolean} isPassing Whether the element goes when the animation ends.
   */
  #animate(element, frames, options, isPassing) {
    if (!element.parentNode) this.picture.layers.effects.append(element);
    const animation = element.animate(frames, { fill: "backwards", ...options });
    this.running.push(animation);
    if (isPassing) animation.onfinish = () => element.remove();
  }
}

/**
 * Say in CSS that the middle of a piece is at a point.
 * @param {import('./types.js').Point} middle
 * @param {number} scale
 */
function pose({ x, y }, scale = 1) {
  return `translate(${x}px, ${y}px) scale(${scale}) translate(${-CELL / 2}px, ${-CELL / 2}px)`;
}
