/** What all pages have in common: the line on top, the theme, and where the core is found. */

import { fill, find, make } from "./dom.js";
import { icon } from "./icons.js";
import { showKeys } from "./keys.js";
import { applyTheme, switchTheme } from "./settings.js";

/**
 * Write the line on top.
 * @param {{href: string, words: string}[]} links The first one leads home.
 */
export function mountFrame(links) {
  applyTheme();
  const [home, ...others] = links;
  const theme = make(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": "Light or dark",
      title: "Light or dark",
      onclick: switchTheme,
    },
    icon("theme"),
  );
  const keys = make(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Keys", title: "Keys (?)", onclick: showKeys },
    icon("keys"),
  );
  fill(
    find("navigation"),
    make("a", { href: home.href, class: "home" }, make("span", { class: "logo", "aria-hidden": "true" }), home.words),
    make(
      "span",
      { class: "links" },
      others.map(({ href, words }) => make("a", { href }, words)),
    ),
    keys,
    theme,
  );
}

/** The folder of the scripts. */
export function findAssets() {
  return new URL(document.documentElement.dataset.assets ?? "", document.baseURI).href;
}

/**
 * The name of a game without what its rules say further.
 * @param {import('./types.js').GameInfo} info
 */
export function shortenTitle(info) {
  return info.title.split(/[,:]/)[0];
}
