/** The buttons of a game: steps through it, help for learners, and everything else that a page of a game offers. */

import { make } from "../lib/dom.js";
import { icon } from "../lib/icons.js";

/** @typedef {import('../lib/icons.js').IconName} IconName */

/**
 * @typedef {object} Action What a button does.
 * @property {string} name
 * @property {IconName} icon
 * @property {string} label
 * @property {string} [title]
 * @property {boolean} [isToggle]
 */

/** So long the second press of a button that ends a game is waited for, in milliseconds. */
const TIME_TO_CONFIRM = 4000;
/** @type {Action[]} */
const STEPS = [
  { name: "first", icon: "first", label: "To the start" },
  { name: "back", icon: "back", label: "One move back" },
  { name: "forward", icon: "forward", label: "One move forward" },
  { name: "last", icon: "last", label: "To the last move" },
];
/** @type {Action[]} */
const HELP = [
  { name: "undo", icon: "undo", label: "Take back", title: "Take back (u)" },
  { name: "hint", icon: "bulb", label: "Hint", title: "Show the best move (h)" },
  { name: "threats", icon: "eye", label: "Threats", title: "What the other side would take (t)", isToggle: true },
  { name: "engine", icon: "engine", label: "Engine", title: "Evaluation and best lines (l)", isToggle: true },
  { name: "flip", icon: "flip", label: "Flip", title: "Flip the board (f)" },
  { name: "resign", icon: "flag", label: "Resign" },
  { name: "playFrom", icon: "play", label: "Play on", title: "Play on from the position on the board" },
  { name: "newGame", icon: "plus", label: "New game" },
];
/** @type {Action[]} */
const MORE = [
  { name: "share", icon: "share", label: "Copy link" },
  { name: "download", icon: "download", label: "Save record" },
  { name: "copyPosition", icon: "grid", label: "Copy position" },
  { name: "arrows", icon: "arrow", label: "Arrows", title: "Arrows of the engine (a)", isToggle: true },
  { name: "animation", icon: "motion", label: "Animation", isToggle: true },
  { name: "coordinates", icon: "grid", label: "Coordinates", isToggle: true },
  { name: "help", icon: "keys", label: "Keys", title: "All keys (?)" },
];

/**
 * @param {HTMLElement} steps
 * @param {HTMLElement} help
 * @param {HTMLElement} more
 * @param {(action: string) => void} onAction
 */
export function mountControls(steps, help, more, onAction) {
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  for (const [root, actions, withWords] of /** @type {[HTMLElement, Action[], boolean][]} */ ([
    [steps, STEPS, false],
    [help, HELP, true],
    [more, MORE, true],
  ]))
    for (const action of actions) {
      const button = make(
        "button",
        {
          type: "button",
          "data-action": action.name,
          title: action.title ?? (withWords ? null : action.label),
          "aria-label": withWords ? null : action.label,
          "aria-pressed": action.isToggle ? "false" : null,
          onclick: () => onAction(action.name),
        },
        icon(action.icon),
        withWords && make("span", {}, action.label),
      );
      buttons.set(action.name, button);
      root.append(button);
    }

  return {
    /**
     * Show whether something is on.
     * @param {string} name
     * @param {boolean} isOn
     */
    press(name, isOn) {
      buttons.get(name)?.setAttribute("aria-pressed", String(isOn));
    },
    /**
     * Let a button be used or not; one that never can be is hidden.
     * @param {string} name
     * @param {boolean} isEnabled
     * @param {boolean} [isHidden]
     */
    enable(name, isEnabled, isHidden = false) {
      const button = buttons.get(name);
      if (!button) return;
      // A button that is switched off under the finger would lose the focus.
      if (isEnabled) button.removeAttribute("aria-disabled");
      else button.setAttribute("aria-disabled", "true");
      button.hidden = isHidden;
    },
    /**
     * Ask for a second press soon after the first; tells whether this was it.
     * @param {string} name
     */
    confirm(name) {
      const button = buttons.get(name);
      const words = button?.querySelector("span");
      if (!button || !words) return true;
      const isSure = "asked" in button.dataset;
      const label = button.dataset.asked ?? words.textContent ?? "";
      const forget = () => {
        words.textContent = label;
        delete button.dataset.asked;
      };
      if (isSure) forget();
      else {
        button.dataset.asked = label;
        words.textContent = "Really?";
        setTimeout(forget, TIME_TO_CONFIRM);
      }
      return isSure;
    },
    /** @param {string} name */
    isEnabled(name) {
      const button = buttons.get(name);
      return !!button && !button.hidden && button.getAttribute("aria-disabled") !== "true";
    },
  };
}
