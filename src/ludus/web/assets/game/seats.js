/** Who plays: a strip for each seat with its colour, name, what it has to show, and its clock. */

import { fill, make, setText } from "../lib/dom.js";
import { nameStanding } from "../games/view.js";
import { wordTime } from "./clock.js";

/** @typedef {import('../lib/types.js').GameState} GameState */

/**
 * Say who sits in a seat.
 * @param {GameState} state
 * @param {number} seat
 */
export function nameSeat(state, seat) {
  const { name, kind } = state.seats[seat];
  const side = state.views[0].seatNames[seat] ?? `seat ${seat + 1}`;
  if (kind === "person" && !state.seats[seat].claimed) return `${side}: waiting for somebody`;
  if (kind === "level") return `Engine (${side})`;
  return name && name !== side ? `${name} (${side})` : side;
}

/**
 * @param {HTMLElement} root
 * @param {{join(seat: number): void, takeOver(seat: number): void}} actions
 */
export function mountSeats(root, actions) {
  /** @type {Map<number, HTMLElement>} */
  const clocks = new Map();
  let seen = performance.now();
  /** @type {import('../lib/types.js').ClockState|null} */
  let clock = null;

  /**
   * @param {GameState} state
   * @param {number} ply
   * @param {number} seat
   */
  function drawSeat(state, seat, ply) {
    const view = state.views[ply];
    const { kind, claimed, level, yours, where } = state.seats[seat];
    const isNext = state.status === "playing" && view.toMove === seat && !view.over;
    const won = state.status === "over" && state.verdict?.winners.includes(seat);
    const time = make("span", { class: "clock", hidden: !state.clock });
    clocks.set(seat, time);
    const canJoin = state.status !== "over" && kind === "person" && !claimed && !yours;
    const isAway = state.status === "playing" && kind === "level" && where === "page" && !yours;
    return make(
      "div",
      { class: `seat${isNext ? " next" : ""}${won ? " won" : ""}`, "data-seat": seat },
      make("span", { class: "colour", "data-owner": seat, "data-side": state.info.sides[seat] ?? null }),
      make("span", { class: "name" }, make("bdi", {}, nameSeat(state, seat))),
      yours && kind === "person" && make("span", { class: "tag" }, "you"),
      kind === "level" && make("span", { class: "tag" }, `level ${level}`),
      state.thinking === seat && make("span", { class: "thinking" }, "thinking…"),
      canJoin &&
        make("button", { type: "button", class: "small primary", onclick: () => actions.join(seat) }, "Sit here"),
      isAway &&
        make(
          "button",
          {
            type: "button",
            class: "small",
            onclick: () => actions.takeOver(seat),
            title: "Let the engine of the server play this seat",
          },
          "Server plays",
        ),
      make(
        "span",
        { class: "standing" },
        make("span", { class: "soft" }, `${nameStanding(state.info.name)} `),
        String(view.standing[seat] ?? 0),
      ),
      time,
    );
  }

  function tick() {
    if (!clock) return;
    for (const [seat, element] of clocks) {
      const gone = clock.running === seat ? (performance.now() - seen) / 1000 : 0;
      setText(element, wordTime(clock.left[seat] - gone));
      element.classList.toggle("running", clock.running === seat);
    }
  }
  const timer = setInterval(tick, 100);

  return {
    /**
     * @param {GameState} state
     * @param {number} ply
     * @param {number[]} order The seats that are shown here, from the top.
     */
    show(state, ply, order) {
      if (state.clock !== clock) {
        seen = performance.now();
        clock = state.clock;
      }
      clocks.clear();
      fill(
        root,
        order.map((seat) => drawSeat(state, seat, ply)),
      );
      tick();
    },
    close() {
      clearInterval(timer);
    },
  };
}
