/** What the events of a server change about a game that a page shows. */

import { canView, viewPosition } from "../games/view.js";

/** @typedef {import('../lib/types.js').GameState} GameState */
/** @typedef {import('../lib/types.js').PositionView} PositionView */
/** @typedef {{number: number, kind: string, [field: string]: any}} GameEvent */

/**
 * Say what is different after an event; null where the whole game must be loaded again.
 * @param {GameState} state
 * @param {GameEvent} event
 * @returns {Partial<GameState>|null}
 */
export function applyEvent(state, event) {
  switch (event.kind) {
    case "played":
      return applyMove(state, event);
    case "takenback":
      return takeBack(state, event);
    case "offered":
      return { offer: { kind: "undo", seat: event.seat } };
    case "answered":
      return { offer: null };
    case "moved_engine":
      return { seats: state.seats.map((seat, at) => (at === event.seat ? { ...seat, where: event.where } : seat)) };
    case "told":
      return { connection: String(event.words) };
    default:
      return null;
  }
}

/**
 * @param {GameState} state
 * @param {GameEvent} event
 */
function applyMove(state, event) {
  const { ply, seat, move, seconds, clock } = event;
  if (ply !== state.moves.length + 1) return null;
  const view = findView(state, event);
  if (view === null) return null;
  return {
    moves: [...state.moves, { ply, seat, move, seconds }],
    views: [...state.views, view],
    clock: clock ?? state.clock,
    offer: null,
  };
}

/**
 * @param {GameState} state
 * @param {GameEvent} event
 */
function takeBack(state, event) {
  const views = state.views.slice(0, event.plies + 1);
  return { moves: state.moves.slice(0, event.plies), views, clock: event.clock ?? state.clock, offer: null };
}

/**
 * @param {GameState} state
 * @param {GameEvent} event
 * @returns {PositionView|null}
 */
function findView(state, event) {
  if (event.view) return event.view;
  const { name } = state.info;
  return canView(name) && event.text ? viewPosition(name, event.text) : null;
}
