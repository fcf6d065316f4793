/** The form in which a game is set up; all of it has usual values, so that nothing but its button must be touched. */

import { fill, make, setText } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { shortenTitle } from "../lib/frame.js";
import { keepName, readName } from "../lib/settings.js";
import { USUAL_LEVEL, makeSeatChoice, readSeatChoice } from "./seat_choice.js";

/** @typedef {import('../lib/types.js').GameInfo} GameInfo */
/** @typedef {import('../lib/types.js').GameOption} GameOption */
/** @typedef {import('./lobby.js').Lobby} Lobby */

const CLOCKS = [
  ["", "No clock"],
  ["60", "1 minute each"],
  ["180+2", "3 minutes, 2 s a move"],
  ["300", "5 minutes each"],
  ["600+5", "10 minutes, 5 s a move"],
  ["1800", "30 minutes each"],
];
const PLAYERS = "players";
const SEED = "seed";

/**
 * @param {HTMLElement} root
 * @param {Lobby} lobby
 */
export function mountSetupForm(root, lobby) {
  /** @type {GameInfo} */
  let info = lobby.games[0];
  /** @type {Map<string, HTMLInputElement|HTMLSelectElement>} */
  const options = new Map();
  /** @type {HTMLSelectElement[]} */
  let seats = [];
  const title = make("h2", { id: "setup-title" });
  const seatRows = make("div", { class: "rows" });
  const optionRows = make("div", { class: "rows" });
  const name = make("input", {
    type: "text",
    id: "name",
    maxlength: 30,
    autocomplete: "nickname",
    placeholder: "nobody",
  });
  const clock = make(
    "select",
    { id: "clock" },
    CLOCKS.map(([value, words]) => make("option", { value }, words)),
  );
  const position = make("textarea", { id: "position", rows: 2, spellcheck: "false", placeholder: "the usual start" });
  const trouble = make("p", { class: "trouble", role: "alert" });
  const play = make("button", { type: "submit", class: "primary large" }, icon("play"), make("span", {}, "Play"));
  const form = make(
    "form",
    { class: "setup card", "aria-labelledby": "setup-title" },
    title,
    seatRows,
    makeRow("clock", "Clock", clock),
    make(
      "details",
      {},
      make("summary", {}, "More options"),
      makeRow("name", "Your name", name),
      optionRows,
      makeRow("position", "Position", position),
    ),
    trouble,
    play,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void start();
  });
  name.value = readName();
  root.append(form);

  function showSeats() {
    const players = Number(options.get(PLAYERS)?.value);
    const count = players >= 1 && players <= 8 ? players : info.seats;
    const before = seats.map((select) => select.value);
    const programs = lobby.programs.filter((program) => program.game === info.name);
    const rows = Array.from({ length: count }, (_, seat) => {
      const side = info.sides[seat] ?? `Player ${seat + 1}`;
      const usual = before[seat] ?? (seat === 0 ? "me" : `level ${USUAL_LEVEL}`);
      const label = seat === 0 ? `${side} (begins)` : side;
      return makeSeatChoice({ seat, label, usual, canInvite: lobby.canInvite, programs });
    });
    seats = rows.map((row) => row.select);
    fill(
      seatRows,
      rows.map((row) => row.row),
    );
  }

  /** @param {GameOption} option */
  function makeOption(option) {
    const id = `option-${option.name}`;
    const field = option.values
      ? make(
          "select",
          { id },
          option.values.map((value) => make("option", { value }, value)),
        )
      : make("input", {
          type: "text",
          id,
          autocomplete: "off",
          spellcheck: "false",
          placeholder: option.default || "none",
        });
    if (option.values) field.value = option.default;
    if (option.name === PLAYERS) field.addEventListener("change", showSeats);
    options.set(option.name, field);
    return makeRow(id, option.name.replaceAll("_", " "), field);
  }

  /** @returns {import('./lobby.js').Setup} */
  function read() {
    const usual = new Map(lobby.listOptions(info).map((option) => [option.name, option.default]));
    const chosen = [...options].map(([key, field]) => [key, field.value.trim()]);
    const differing = Object.fromEntries(chosen.filter(([key, value]) => value !== "" && value !== usual.get(key)));
    // Who does not ask for a board by its number would like a new one.
    if (usual.has(SEED) && !(SEED in differing)) differing[SEED] = String(Math.floor(Math.random() * 1e9));
    const [seconds, increment = "0"] = clock.value.split("+");
    return {
      game: info.name,
      options: differing,
      position: position.value.trim(),
      seats: seats.map((select) => readSeatChoice(select.value, name.value.trim(), info.hasCore)),
      clock: clock.value ? { seconds: Number(seconds), increment: Number(increment) } : null,
    };
  }

  async function start() {
    keepName(name.value.trim());
    play.disabled = true;
    setText(trouble, "");
    try {
      await lobby.start(read());
    } catch (error) {
      setText(trouble, error instanceof Error ? error.message : String(error));
    }
    play.disabled = false;
  }

  return {
    /** @param {GameInfo} chosen */
    show(chosen) {
      info = chosen;
      options.clear();
      seats = [];
      position.value = "";
      setText(title, shortenTitle(info));
      fill(optionRows, lobby.listOptions(info).map(makeOption));
      showSeats();
    },
    focus() {
      play.focus();
    },
  };
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} field
 */
function makeRow(id, label, field) {
  return make("div", { class: "row" }, make("label", { for: id }, label), field);
}
