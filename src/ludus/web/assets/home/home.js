/** The home page: the games, how to play them, and the games that one can come back to. */

import { make } from "../lib/dom.js";
import { findTagline } from "../games/view.js";
import { shortenTitle } from "../lib/frame.js";
import { mountSetupForm } from "./setup_form.js";
import { drawSample } from "./samples.js";

/** @typedef {import('./lobby.js').Lobby} Lobby */
/** @typedef {import('../lib/types.js').GameInfo} GameInfo */

/**
 * @param {HTMLElement} root
 * @param {Lobby} lobby
 * @param {string} [chosen] The game that is chosen at first.
 */
export function mountHome(root, lobby, chosen) {
  const cards = lobby.games.map((info) => makeCard(info, () => choose(info, true)));
  const kept = lobby.kept;
  const side = make("div", { class: "side" });
  root.replaceChildren(
    make("h1", { class: "unseen" }, "Ludus: choose a game"),
    make(
      "div",
      { class: "home-page" },
      make(
        "div",
        { class: "cards", role: "group", "aria-label": "Games" },
        cards.map((card) => card.element),
      ),
      side,
    ),
  );
  const form = mountSetupForm(side, lobby);
  if (kept.length > 0)
    side.append(
      make(
        "section",
        { class: "card kept", "aria-labelledby": "kept-title" },
        make("h2", { id: "kept-title" }, "Your games"),
        make(
          "ul",
          {},
          kept.map(({ href, words, isOver }) =>
            make("li", {}, make("a", { href }, words), isOver && make("span", { class: "soft" }, " (over)")),
          ),
        ),
      ),
    );

  /**
   * @param {GameInfo} info
   * @param {boolean} isAsked
   */
  function choose(info, isAsked) {
    for (const card of cards) card.element.setAttribute("aria-pressed", String(card.info === info));
    form.show(info);
    if (isAsked) form.focus();
  }

  choose(lobby.games.find((info) => info.name === chosen) ?? lobby.games[0], false);
  // A picture that cannot be loaded is missed by nobody.
  for (const card of cards) void drawSample(card.picture, card.info).catch(() => undefined);
}

/**
 * @param {GameInfo} info
 * @param {() => void} onChoose
 */
function makeCard(info, onChoose) {
  const picture = make("span", { class: "picture", "aria-hidden": "true", inert: true });
  const element = make(
    "button",
    { type: "button", class: "game-card", "aria-pressed": "false", onclick: onChoose, "data-game": info.name },
    picture,
    make("span", { class: "title" }, shortenTitle(info)),
    make("span", { class: "soft" }, findTagline(info.name)),
  );
  return { info, element, picture };
}
