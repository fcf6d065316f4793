/** The places on the page of a game. The board comes first, also for whoever hears the page. */

import { make } from "../lib/dom.js";
import { shortenTitle } from "../lib/frame.js";
import { showProse } from "../lib/prose.js";

/**
 * @param {HTMLElement} root
 * @param {import('../lib/types.js').GameInfo} info
 * @param {string} place Where the game lives, in words.
 */
export function layOut(root, info, place) {
  const parts = {
    far: make("div", { class: "seats far" }),
    near: make("div", { class: "seats near" }),
    bar: make("div", { class: "bar-place", hidden: true }),
    board: make("div", { class: "board-place" }),
    status: make("p", { class: "status", role: "status" }),
    banner: make("div", { class: "banner", hidden: true }),
    steps: make("div", { class: "steps", role: "group", "aria-label": "Steps through the game" }),
    field: make("div", {}),
    moves: make("div", { class: "moves-place" }),
    help: make("div", { class: "buttons", role: "group", "aria-label": "The game" }),
    more: make("div", { class: "buttons small-buttons", role: "group", "aria-label": "More" }),
    lines: make("div", { class: "analysis", hidden: true }),
    rules: make(
      "details",
      { class: "rules card" },
      make("summary", {}, `Rules of ${shortenTitle(info)}`),
      make("div", { class: "prose" }, showProse(info.rules)),
    ),
    legend: make("details", { class: "legend card" }, make("summary", {}, "What the signs mean"), make("div", {})),
  };
  const table = make(
    "section",
    { class: "table", "aria-label": `Board of ${shortenTitle(info)}` },
    parts.far,
    parts.bar,
    parts.board,
    parts.near,
  );
  const panel = make(
    "section",
    { class: "panel", "aria-label": "Game" },
    make("div", { class: "card" }, parts.status, parts.banner, parts.lines, parts.moves, parts.steps, parts.field),
    parts.help,
    parts.rules,
    parts.legend,
    make(
      "details",
      { class: "card" },
      make("summary", {}, "Share, save and settings"),
      parts.more,
      make("p", { class: "soft" }, place),
    ),
  );
  root.replaceChildren(
    make("h1", { class: "unseen" }, `${shortenTitle(info)}: a game`),
    make("div", { class: "game", "data-game": info.name }, table, panel),
  );
  return parts;
}
