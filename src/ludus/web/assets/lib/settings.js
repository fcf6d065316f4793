/** What a person has chosen for all games, kept in the browser where it lets us. */

const KEY = "ludus.settings";
const NAME = "ludus.name";

/**
 * @typedef {object} Settings
 * @property {'auto'|'light'|'dark'} theme
 * @property {boolean} animation
 * @property {boolean} coordinates
 * @property {boolean} arrows
 */

/** @type {Settings} */
const USUAL = { theme: "auto", animation: true, coordinates: true, arrows: true };

/** @returns {Settings} */
export function readSettings() {
  const kept = readKept(KEY);
  return { ...USUAL, ...(kept && typeof kept === "object" ? kept : {}) };
}

/**
 * Change some of the settings and keep them.
 * @param {Partial<Settings>} changes
 */
export function changeSettings(changes) {
  const settings = { ...readSettings(), ...changes };
  keep(KEY, settings);
  return settings;
}

/** What the person at this browser is called; empty where nobody has said it. */
export function readName() {
  const name = readKept(NAME);
  return typeof name === "string" ? name : "";
}

/** @param {string} name */
export function keepName(name) {
  keep(NAME, name);
}

/** Show the page in the chosen theme; `auto` follows the system. */
export function applyTheme() {
  const { theme } = readSettings();
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Change from light to dark or back. */
export function switchTheme() {
  const chosen = readSettings().theme;
  const isDark = chosen === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  changeSettings({ theme: isDark ? "light" : "dark" });
  applyTheme();
  return isDark ? "light" : "dark";
}

/**
 * Read what was kept under a name; null where there is nothing, or nothing that can be read.
 * @param {string} key
 * @returns {any}
 */
export function readKept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keep a value; a browser that keeps nothing is no reason to stop.
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full disks: the game goes on, and is gone with the page.
  }
}
