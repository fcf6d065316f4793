/** The games that live in the browser: how they are begun, found again, and opened. */

import { keepGame, listKeptGames, makeId, readKeptGame } from "../game/kept_games.js";
import { listOptions, makeStart } from "../games/start.js";
import { shortenTitle } from "../lib/frame.js";

/** @typedef {import('../lib/types.js').GameInfo} GameInfo */
/** @typedef {import('../lib/types.js').SeatState} SeatState */
/** @typedef {import('../game/kept_games.js').KeptGame} KeptGame */
/** @typedef {import('../game/engines.js').Engines} Engines */

/**
 * @param {GameInfo[]} games
 * @param {Engines} engines
 * @param {(id: string) => void} go Goes to a game.
 * @returns {import('../home/lobby.js').Lobby}
 */
export function makeLocalLobby(games, engines, go) {
  return {
    games,
    programs: [],
    canInvite: false,
    listOptions,
    kept: listKeptGames().map((kept) => describeKept(kept, games)),
    async start({ game, options, position, seats, clock }) {
      const info = findInfo(games, game);
      const start = position || makeStart(info, options, seats.length, Math.random);
      if (!(await engines.supports(game, start)))
        throw new Error("this is no position that the engine in the page can play");
      const kept = makeGame(
        game,
        start,
        seats.map((seat) => describeSeat(seat)),
      );
      if (clock) kept.clock = { ...clock, left: seats.map(() => clock.seconds), running: null };
      keepGame(kept);
      go(kept.id);
    },
  };
}

/**
 * @param {GameInfo[]} games
 * @param {string} name
 */
export function findInfo(games, name) {
  const info = games.find((each) => each.name === name);
  if (!info) throw new Error(`expected one of ${games.map((each) => each.name).join(", ")}, found "${name}"`);
  return info;
}

/**
 * Make a game that nobody has played yet.
 * @param {string} game
 * @param {string} start
 * @param {SeatState[]} seats
 * @returns {KeptGame}
 */
export function makeGame(game, start, seats) {
  const started = `${new Date().toISOString().slice(0, 19)}Z`;
  const seed = Math.floor(Math.random() * 2 ** 31);
  return { id: makeId(), game, start, seats, moves: [], seed, started, clock: null, verdict: null };
}

/**
 * @param {import('../home/lobby.js').SeatWish} wish
 * @returns {SeatState}
 */
function describeSeat({ kind, level, name = "" }) {
  if (kind === "level") return { kind, level, name: "Engine", where: "page", yours: true, claimed: true };
  return { kind: "person", name, yours: true, claimed: true };
}

/**
 * @param {KeptGame} kept
 * @param {GameInfo[]} games
 */
function describeKept(kept, games) {
  const info = games.find((each) => each.name === kept.game);
  const seats = kept.seats.map((seat) => (seat.kind === "level" ? `level ${seat.level}` : seat.name || "a person"));
  const words = `${info ? shortenTitle(info) : kept.game}: ${seats.join(" – ")}, ${kept.moves.length} moves`;
  return { href: `#game/${kept.id}`, words, isOver: Boolean(kept.isOver) };
}

/**
 * Open a game of this browser.
 * @param {string} id
 * @param {GameInfo[]} games
 * @param {Engines} engines
 */
export async function openKeptGame(id, games, engines) {
  const kept = readKeptGame(id);
  if (!kept) throw new Error("this browser keeps no such game; games without a server live in one browser");
  const { LocalGame } = await import("../game/local_game.js");
  return LocalGame.open(kept, findInfo(games, kept.game), engines, keepGame);
}
