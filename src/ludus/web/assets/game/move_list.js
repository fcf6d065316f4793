/** The moves of a game, numbered, a column for each seat; a click shows the position after a move. */

import { fill, make } from "../lib/dom.js";

/** @typedef {import('../lib/types.js').GameState} GameState */

/**
 * @param {HTMLElement} root
 * @param {(ply: number) => void} onStep
 */
export function mountMoveList(root, onStep) {
  const list = make("ol", { class: "moves", "aria-label": "Moves" });
  root.append(list);
  /** @type {{plies: number, last: string}} */
  let shown = { plies: -1, last: "" };
  /** @type {HTMLButtonElement[]} */
  let buttons = [];

  /** @param {GameState} state */
  function rebuild(state) {
    buttons = state.moves.map((move) =>
      make(
        "button",
        {
          type: "button",
          class: `seat-${move.seat}`,
          onclick: () => onStep(move.ply),
          "aria-label": `move ${move.ply}, ${state.views[0].seatNames[move.seat]}, ${move.move}`,
        },
        move.move,
      ),
    );
    fill(
      list,
      groupByRound(state).map((round, at) =>
        make(
          "li",
          {},
          make("span", { class: "number" }, `${at + 1}.`),
          round.map((ply) => buttons[ply]),
        ),
      ),
    );
  }

  return {
    /**
     * @param {GameState} state
     * @param {number} ply The position that is shown.
     */
    show(state, ply) {
      const last = state.moves[state.moves.length - 1]?.move ?? "";
      if (shown.plies !== state.moves.length || shown.last !== last) {
        rebuild(state);
        shown = { plies: state.moves.length, last };
      }
      for (const [at, button] of buttons.entries()) {
        if (at === ply - 1) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      }
      const current = buttons[ply - 1]?.parentElement;
      if (current) list.scrollTop = Math.max(0, current.offsetTop - list.clientHeight / 2);
      else list.scrollTop = 0;
    },
  };
}

/**
 * Put moves into rounds: a new one begins with a seat that stands before the one that has moved last.
 * @param {GameState} state
 */
function groupByRound(state) {
  /** @type {number[][]} */
  const rounds = [];
  let last = Infinity;
  for (const [ply, { seat }] of state.moves.entries()) {
    if (seat < last) rounds.push([]);
    rounds[rounds.length - 1].push(ply);
    last = seat;
  }
  return rounds;
}
