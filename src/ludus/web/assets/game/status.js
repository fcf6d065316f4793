/** What the line below the board says. */

import { nameSeat } from "./seats.js";

/** @typedef {import('../lib/types.js').GameState} GameState */

/**
 * Say what is going on at the position that is shown.
 * @param {GameState} state
 * @param {number} ply
 * @param {number|null} ownSeat The seat for which a person at this page may move.
 */
export function wordStatus(state, ply, ownSeat) {
  const last = state.moves.length;
  const trouble = state.connection ? `${capitalise(state.connection)}. ` : "";
  const now = state.status === "over" ? wordEnd(state) : wordTurn(state, ownSeat);
  if (ply === last) return `${trouble}${now}`;
  const where = ply === 0 ? "At the start" : `After move ${ply} of ${last}: ${state.moves[ply - 1].move}`;
  return `${trouble}${where}. ${state.status === "playing" ? "The game goes on." : ""}`.trim();
}

/** @param {GameState} state */
function wordEnd(state) {
  const { verdict } = state;
  if (!verdict) return state.moves.length ? "The end of the record." : "No moves.";
  const winners = verdict.winners.map((seat) => nameSeat(state, seat));
  if (winners.length === state.seats.length && winners.length > 1) return `Drawn: ${verdict.reason}.`;
  return `${winners.join(" and ")} won: ${verdict.reason}.`;
}

/**
 * @param {GameState} state
 * @param {number|null} ownSeat
 */
function wordTurn(state, ownSeat) {
  if (state.status === "waiting") return "Waiting for somebody to sit down.";
  const { toMove, seatNames, within } = state.views[state.views.length - 1];
  const last = state.moves[state.moves.length - 1];
  const before = last ? `${seatNames[last.seat]} played ${last.move}. ` : "";
  const others = state.seats.filter((seat) => seat.yours && seat.kind === "person").length;
  if (ownSeat === null) return `${before}${nameSeat(state, toMove)} is to move.`;
  const again = within ? " again: the same piece goes on" : "";
  return others > 1 ? `${before}${seatNames[toMove]} to move${again}.` : `${before}Your turn${again}.`;
}

/** @param {string} text */
export function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
