/** The field into which a move can be typed; it understands what people mean, and says why a move is none. */

import { make } from "../lib/dom.js";
import { listSpellings, splitTyped } from "../games/typed_move.js";

/** @typedef {import('../lib/types.js').GameControl} GameControl */

/**
 * Find the move that was meant; throws an error that says what is wrong.
 * @param {GameControl} control
 * @param {string} typed
 */
export async function readTypedMove(control, typed) {
  const split = splitTyped(control.state.squares, typed);
  if (!split) throw new Error(`expected squares of the board, found "${typed.slice(0, 40)}"`);
  const { next, move } = await control.targets(split.squares);
  const spellings = listSpellings(split);
  if (move !== null && spellings.includes(move)) return move;
  // Squares that mean one move with one mark can mean another with another: a cannon fires or steps.
  if (move !== null && split.marks.every((mark) => mark === "")) return move;
  if (next.length > 0) throw new Error(`${split.squares.join(" ")} can go on to: ${next.slice(0, 12).join(" ")}`);
  if (move !== null && spellings.length !== 1) throw new Error(`did you mean ${move}?`);
  if (spellings.length === 1) return spellings[0];
  throw new Error(await control.explain(split.squares));
}

/**
 * @param {HTMLElement} root
 * @param {GameControl} control
 * @param {{say(text: string): void, leave(): void}} page
 */
export function mountMoveField(root, control, page) {
  const input = make("input", {
    type: "text",
    id: "typed-move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
    placeholder: "Type a move",
  });
  const play = make("button", { type: "submit" }, "Play");
  const form = make(
    "form",
    { class: "typed" },
    make("label", { for: "typed-move", class: "unseen" }, "Type a move"),
    input,
    play,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") page.leave();
  });
  root.append(form);

  async function submit() {
    const typed = input.value.trim();
    if (typed === "") return;
    if (control.findSeatToMove() === null) return page.say("It is not your turn.");
    try {
      await control.play(await readTypedMove(control, typed));
      input.value = "";
    } catch (error) {
      page.say(`No move: ${error instanceof Error ? error.message : error}.`);
      input.select();
    }
  }

  return {
    focus() {
      input.focus();
    },
    /** @param {boolean} isActive */
    setActive(isActive) {
      input.disabled = !isActive;
      play.disabled = !isActive;
    },
  };
}
