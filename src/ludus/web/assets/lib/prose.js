/** Shows the plain text of a rule book: paragraphs, lists and `code`, as the docstrings of the games write them. */

import { make } from "./dom.js";

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function showProse(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap(showBlock);
}

/**
 * @param {string} block
 * @returns {HTMLElement[]}
 */
function showBlock(block) {
  /** @type {string[]} */
  const items = [];
  let name = /** @type {'p'|'ul'|'ol'} */ ("p");
  const before = [];
  for (const line of block.split("\n")) {
    const found = /^\s*(-|\d+\.) (.*)$/.exec(line);
    if (found) {
      name = found[1] === "-" ? "ul" : "ol";
      items.push(found[2]);
    } else if (items.length > 0) items[items.length - 1] += ` ${line.trim()}`;
    else before.push(line.trim());
  }
  const paragraph = before.length ? [make("p", {}, ...showCode(before.join(" ")))] : [];
  return items.length
    ? [
        ...paragraph,
        make(
          name,
          {},
          items.map((item) => make("li", {}, ...showCode(item))),
        ),
      ]
    : paragraph;
}

/** @param {string} text */
function showCode(text) {
  return text.split("\x60").map((part, at) => (at % 2 ? make("code", {}, part) : part));
}
