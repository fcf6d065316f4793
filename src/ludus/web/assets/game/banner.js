/** What a person is asked or offered above the moves: to send the link, to let moves be taken back, to play again. */

import { fill, make } from "../lib/dom.js";
import { nameSeat } from "./seats.js";

/**
 * @typedef {object} BannerActions
 * @property {() => void} copyLink
 * @property {(accepted: boolean) => void} answer
 * @property {() => void} playAgain
 */

/**
 * @param {HTMLElement} banner
 * @param {import('../lib/types.js').GameState} state
 * @param {BannerActions} actions
 */
export function showBanner(banner, state, actions) {
  const content = listContent(state, actions);
  banner.hidden = content.length === 0;
  fill(banner, content);
}

/**
 * @param {import('../lib/types.js').GameState} state
 * @param {BannerActions} actions
 */
function listContent(state, { copyLink, answer, playAgain }) {
  const { offer, seats, status, verdict } = state;
  const plays = seats.some((seat) => seat.yours && seat.kind === "person");
  if (!plays) return [];
  if (status === "waiting")
    return [make("span", {}, "Send the link of this page to whoever shall play."), makeButton("Copy link", copyLink)];
  if (status === "over") return verdict ? [makeButton("Play again", playAgain)] : [];
  if (offer === null) return [];
  if (seats[offer.seat]?.yours) return [make("span", {}, "You have asked to take back, and wait for an answer.")];
  return [
    make("span", {}, `${nameSeat(state, offer.seat)} asks to take back.`),
    makeButton("Accept", () => answer(true)),
    make("button", { type: "button", class: "small", onclick: () => answer(false) }, "Decline"),
  ];
}

/**
 * @param {string} words
 * @param {() => void} onclick
 */
function makeButton(words, onclick) {
  return make("button", { type: "button", class: "small primary", onclick }, words);
}
