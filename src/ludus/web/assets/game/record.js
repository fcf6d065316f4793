/** Records of games, as `ludus record` reads and writes them (docs/records.md): one JSON object on one line. */

/** What the arena would have been told about a game that people play for themselves. */
const USUAL = {
  opening: "",
  round: 0,
  block: 0,
  ply_cap: 1_000_000,
  conduct: { rolls_back: false, offence_cap: 3, cut_by_standing: false, draws_by_time: false, turn_cap: 0 },
  evaluations: [],
  notes: [],
  offences: [],
  tie_break: "",
  tags: {},
  analysis: null,
  variations: [],
};

/** The longest game that a page shows; no board of ours has more squares. */
const MOST_MOVES = 20_000;
const MOST_SEATS = 64;
const LONGEST_NAME = 60;
const LONGEST_REASON = 300;

/**
 * Write a game as a record.
 * @param {import('../lib/types.js').GameState} state
 * @param {{id: string, started: string, seed: number, software: string}} about
 */
export function writeRecord(state, { id, started, seed, software }) {
  const { info, seats, moves, views, verdict } = state;
  const shared = seats.map(() => 1 / seats.length);
  const seconds = moves.map((move) => Math.round((move.seconds ?? 0) * 1e6) / 1e6);
  const record = {
    format: 3,
    id,
    game: info.name,
    options: {},
    start: views[0].text,
    started,
    players: seats.map((seat) => ({ key: "", name: seat.name, version: "", meter: "", tier: "" })),
    seeds: seats.map(() => seed),
    clock: "none",
    moves: moves.map((move) => move.move),
    seconds,
    verdict: verdict
      ? { kind: verdict.kind, scores: verdict.scores, reason: verdict.reason, seat: verdict.seat ?? null, out: [] }
      : { kind: "told", scores: shared, reason: "the game was left unfinished", seat: null, out: [] },
    points: [],
    used: seats.map((_, seat) => moves.reduce((sum, move, at) => sum + (move.seat === seat ? seconds[at] : 0), 0)),
    software,
    ...USUAL,
  };
  return `${JSON.stringify(record)}\n`;
}

/**
 * Read what somebody has pasted: the first line that is a record.
 * @param {string} text
 * @returns {{game: string, start: string, moves: string[], names: string[], verdict: import('../lib/types.js').VerdictState|null}}
 */
export function readRecord(text) {
  const line = text.split("\n").find((each) => each.trim() !== "") ?? "";
  let found;
  try {
    found = JSON.parse(text.trim().startsWith("{") && !text.trim().includes("\n{") ? text : line);
  } catch {
    throw new Error("expected a record of Ludus: one JSON object, as ludus match --records writes it");
  }
  const texts = (/** @type {unknown} */ value) =>
    Array.isArray(value) && value.every((each) => typeof each === "string");
  if (typeof found?.game !== "string" || typeof found.start !== "string" || !texts(found.moves))
    throw new Error("expected a record with the fields game, start and moves, found none of that");
  if (found.moves.length > MOST_MOVES)
    throw new Error(`expected at most ${MOST_MOVES} moves, found ${found.moves.length}`);
  const players = Array.isArray(found.players) ? found.players.slice(0, MOST_SEATS) : [];
  const names = players.map((/** @type {any} */ player) => cleanText(player?.name, LONGEST_NAME));
  return { game: found.game, start: found.start, moves: found.moves, names, verdict: readVerdict(found.verdict) };
}

/**
 * @param {any} verdict
 * @returns {import('../lib/types.js').VerdictState|null}
 */
function readVerdict(verdict) {
  const scores = verdict?.scores;
  if (!Array.isArray(scores) || scores.length > MOST_SEATS) return null;
  if (!scores.every((score) => typeof score === "number")) return null;
  const best = Math.max(...scores);
  const winners = [...scores.keys()].filter((seat) => scores[seat] === best);
  const kind = cleanText(verdict.kind, LONGEST_NAME);
  return { kind, scores, reason: cleanText(verdict.reason, LONGEST_REASON), winners };
}

/**
 * Make a foreign text fit to be shown: short, and without characters that control something or turn the writing around.
 * @param {unknown} text
 * @param {number} longest
 */
function cleanText(text, longest) {
  return typeof text === "string" ? [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "")].slice(0, longest).join("") : "";
}
