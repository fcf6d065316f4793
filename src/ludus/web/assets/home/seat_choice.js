/** The choice of who sits in a seat: me, somebody else, an engine of some level, a program. */

import { make } from "../lib/dom.js";

/** @typedef {import('./lobby.js').SeatWish} SeatWish */

const LEVELS = 10;
export const USUAL_LEVEL = 3;
/** What people may expect of a level; the others lie between. */
const WORDS = /** @type {Record<number, string>} */ ({
  1: " (first games)",
  5: " (steady)",
  10: " (as strong as it gets)",
});

/**
 * @param {{seat: number, label: string, usual: string, canInvite: boolean, programs: {key: string, name: string}[]}} about
 */
export function makeSeatChoice({ seat, label, usual, canInvite, programs }) {
  const levels = Array.from({ length: LEVELS }, (_, at) => at + 1);
  const select = make(
    "select",
    { id: `seat-${seat}`, "data-seat": seat },
    make("option", { value: "me" }, seat === 0 || canInvite ? "Me" : "Me, or somebody beside me"),
    canInvite && make("option", { value: "open" }, "Somebody else, by link"),
    make(
      "optgroup",
      { label: "Engine" },
      levels.map((level) => make("option", { value: `level ${level}` }, `Engine, level ${level}${WORDS[level] ?? ""}`)),
    ),
    programs.length > 0 &&
      make(
        "optgroup",
        { label: "Programs" },
        programs.map(({ key, name }) => make("option", { value: `program ${key}` }, name)),
      ),
  );
  select.value = usual;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  const row = make("div", { class: "row" }, make("label", { for: `seat-${seat}` }, label), select);
  return { row, select };
}

/**
 * @param {string} value
 * @param {string} name What the person at this page is called.
 * @param {boolean} hasCore Whether the page can think for an engine.
 * @returns {SeatWish}
 */
export function readSeatChoice(value, name, hasCore) {
  const space = value.indexOf(" ");
  const [kind, rest] = space < 0 ? [value, ""] : [value.slice(0, space), value.slice(space + 1)];
  if (kind === "level") return { kind, level: Number(rest), where: hasCore ? "page" : "server" };
  if (kind === "program") return { kind, program: rest };
  return kind === "me" ? { kind, ...(name ? { name } : {}) } : { kind: "open" };
}
