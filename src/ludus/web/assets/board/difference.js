/**
 * What happened between two views of a game, as effects that an animation can show.
 *
 * Nothing here knows a game: the marks of a move's text say what was done (`-` step, `/` arrow, `*` shot or spear,
 * `^` fling), and the cells that changed say what came of it.
 */

/** @typedef {import('./geometry.js').Layout} Layout */
/**
 * @typedef {{kind: 'slide' | 'arc', from: number, to: number, cell: string, stays: boolean}} Movement
 * @typedef {{kind: 'arrow' | 'spear' | 'streak', from: number, to: number}} Flight
 * @typedef {{kind: 'fade' | 'drop' | 'turn', place: number, cell: string}} Change
 * @typedef {Movement | Flight | Change} Effect
 */

/** More changes than this are not one move. */
export const MOST_CHANGES = 40;

/**
 * List the places where two boards differ.
 * @param {string[]} before
 * @param {string[]} after
 */
export function listChanges(before, after) {
  const changes = [];
  for (let place = 0; place < after.length; place += 1) if (before[place] !== after[place]) changes.push(place);
  return changes;
}

/**
 * Split a move into its squares and the marks before them: `a1-c3/d4` has '', '-' and '/'.
 * @param {string} move
 * @returns {{mark: string, square: string}[]}
 */
export function splitMove(move) {
  return [...move.matchAll(/([-/*^]?)([^-/*^]+)/g)].map(([, mark, square]) => ({ mark, square }));
}

/**
 * Find out what to show of a move; nothing where the boards differ by more than a move.
 * @param {string[]} before
 * @param {string[]} after
 * @param {string | undefined} move
 * @param {Layout} layout
 * @returns {Effect[]}
 */
export function findEffects(before, after, move, layout) {
  const changed = new Set(listChanges(before, after));
  if (changed.size === 0 || changed.size > MOST_CHANGES) return [];
  const steps = splitMove(move ?? "").map(({ mark, square }) => ({ mark, place: layout.place(square) }));
  const isRead = steps.length > 0 && steps.every(({ place }) => place >= 0);
  const travels = isRead ? readSteps(steps, before, after, changed, layout) : guessSteps(before, after, changed);
  const arrived = new Set(travels.flatMap((travel) => ("stays" in travel && travel.stays ? [travel.to] : [])));
  const left = new Set(travels.flatMap((travel) => ("stays" in travel ? [travel.from] : [])));
  /** @type {Effect[]} */
  const effects = [...travels];
  const struck = new Set(travels.flatMap(({ kind, to }) => (kind === "arrow" || kind === "spear" ? [to] : [])));
  for (const place of changed) {
    const [was, is] = [before[place], after[place]];
    const isNew = was === "." || left.has(place);
    if (!isNew && (is === "." || arrived.has(place) || struck.has(place)))
      effects.push({ kind: "fade", place, cell: was });
    if (is === "." || arrived.has(place)) continue;
    effects.push({ kind: isNew || struck.has(place) ? "drop" : "turn", place, cell: was });
  }
  return effects;
}

/**
 * Read what the marks of a move say.
 * @param {{mark: string, place: number}[]} steps
 * @param {string[]} before
 * @param {string[]} after
 * @param {Set<number>} changed
 * @param {Layout} layout
 * @returns {(Movement | Flight)[]}
 */
function readSteps(steps, before, after, changed, layout) {
  /** @type {(Movement | Flight)[]} */
  const effects = [];
  const cell = before[steps[0].place];
  for (let i = 1; i < steps.length; i += 1) {
    const [from, to] = [steps[i - 1].place, steps[i].place];
    const { mark } = steps[i];
    if (mark === "-" && steps[i - 1].mark === "^") {
      effects.push({ kind: "arc", from: steps[i - 2].place, to, cell, stays: after[to] !== "." });
    } else if (mark === "-" && cell !== "." && changed.has(from)) {
      effects.push({ kind: "slide", from, to, cell, stays: after[to] !== "." });
    } else if (mark === "/") {
      effects.push({ kind: "arrow", from, to });
    } else if (mark === "*") {
      const isShot = after[from] === before[from];
      effects.push(isShot ? { kind: "streak", from, to: findEdge(from, to, layout) } : { kind: "spear", from, to });
    }
  }
  return effects;
}

/**
 * Without a text: a piece that vanished in one cell and appeared in another has moved.
 * @param {string[]} before
 * @param {string[]} after
 * @param {Set<number>} changed
 * @returns {Movement[]}
 */
function guessSteps(before, after, changed) {
  const places = [...changed];
  const left = places.filter((place) => after[place] === ".");
  const arrived = places.filter(
    (place) => after[place] !== "." && left.some((from) => before[from] === after[place]),
  );
  if (arrived.length !== 1) return [];
  const cell = after[arrived[0]];
  const from = left.filter((place) => before[place] === cell);
  return from.length === 1 ? [{ kind: "slide", from: from[0], to: arrived[0], cell, stays: true }] : [];
}

/**
 * Follow a line to the edge of the board.
 * @param {number} from
 * @param {number} to
 * @param {Layout} layout
 */
function findEdge(from, to, { width, height }) {
  const down = Math.floor(to / width) - Math.floor(from / width);
  const right = (to % width) - (from % width);
  let [row, col] = [Math.floor(to / width), to % width];
  while (row + down >= 0 && row + down < height && col + right >= 0 && col + right < width) {
    row += down;
    col += right;
  }
  return row * width + col;
}
