/** The question of the other side whether moves may be taken back. */

import { fill, make } from "../lib/dom.js";
import { nameSeat } from "./seats.js";

/**
 * @param {HTMLElement} banner
 * @param {import('../lib/types.js').GameState} state
 * @param {(accepted: boolean) => void} answer
 */
export function showOffer(banner, state, answer) {
  const { offer, seats } = state;
  banner.hidden = offer === null;
  if (offer === null) return fill(banner);
  if (seats[offer.seat]?.yours) return fill(banner, "You have asked to take back, and wait for an answer.");
  const mayAnswer = seats.some((seat) => seat.yours && seat.kind === "person");
  fill(
    banner,
    make("span", {}, `${nameSeat(state, offer.seat)} asks to take back.`),
    mayAnswer && make("button", { type: "button", class: "small primary", onclick: () => answer(true) }, "Accept"),
    mayAnswer && make("button", { type: "button", class: "small", onclick: () => answer(false) }, "Decline"),
  );
}
