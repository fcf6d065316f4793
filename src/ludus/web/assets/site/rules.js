/** The rules of the games, to be read without a board. */

import { make } from "../lib/dom.js";
import { shortenTitle } from "../lib/frame.js";
import { showProse } from "../lib/prose.js";

/**
 * @param {HTMLElement} root
 * @param {import('../lib/types.js').GameInfo[]} games
 */
export function mountRules(root, games) {
  root.replaceChildren(
    make("h1", {}, "Rules"),
    ...games.map((info) =>
      make(
        "section",
        { class: "card prose", "aria-labelledby": `rules-${info.name}` },
        make("h2", { id: `rules-${info.name}` }, shortenTitle(info)),
        showProse(info.rules),
      ),
    ),
  );
}
