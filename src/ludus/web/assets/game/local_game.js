/**
 * A game that lives in the page: the core is referee and engine, and the browser keeps the moves.
 * It offers what the page of a game needs (`GameControl` in lib/types.js), as a game on a server does.
 */

import { squaresOf } from "../games/typed_move.js";
import { findThreats } from "../games/threats.js";
import { explain, viewPosition } from "../games/view.js";
import { Clock } from "./clock.js";
import { writeRecord } from "./record.js";
import { replay } from "./replay.js";
import { analysePosition, findHint, thinkAhead } from "./thinking.js";

/** @typedef {import('../lib/types.js').GameState} GameState */
/** @typedef {import('../lib/types.js').GameControl} GameControl */

/** @typedef {import("./kept_games.js").KeptGame} KeptGame */

/** @implements {GameControl} */
export class LocalGame {
  place = "This game lives in this page: the engine runs here, and nothing is sent anywhere.";
  /** @type {(() => void)[]} */
  #listeners = [];
  #kept;
  #engines;
  #keep;
  /** @type {Clock|null} */
  #clock = null;
  #began = performance.now();
  #isClosed = false;
  /** @type {GameState} */
  state;

  /**
   * @param {KeptGame} kept
   * @param {GameState} state
   * @param {import('./engines.js').Engines} engines
   * @param {(kept: KeptGame) => void} keep
   */
  constructor(kept, state, engines, keep) {
    this.#kept = kept;
    this.state = state;
    this.#engines = engines;
    this.#keep = keep;
    if (kept.clock) this.#clock = new Clock(kept.clock, (seat) => this.#loseOnTime(seat));
  }

  /**
   * Open a game: the core plays its moves again.
   * @param {KeptGame} kept
   * @param {import('../lib/types.js').GameInfo} info
   * @param {import('./engines.js').Engines} engines
   * @param {(kept: KeptGame) => void} keep
   */
  static async open(kept, info, engines, keep) {
    const state = await replay(kept, info, engines);
    const game = new LocalGame(kept, state, engines, keep);
    game.#settle();
    return game;
  }

  get #view() {
    return this.state.views[this.state.views.length - 1];
  }

  /** @param {() => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  findSeatToMove() {
    const { status, seats } = this.state;
    return status === "playing" && seats[this.#view.toMove]?.kind === "person" ? this.#view.toMove : null;
  }

  /** @param {string[]} touched */
  async targets(touched) {
    return (await this.#engines.core()).targets(this.state.info.name, this.#view.text, touched);
  }

  /** @param {string} move */
  async play(move) {
    if (this.findSeatToMove() === null) throw new Error("it is not your turn");
    await this.#play(move, (performance.now() - this.#began) / 1000);
  }

  /** @param {string[]} squares */
  async explain(squares) {
    return explain(this.state.info.name, this.#view.text, squares);
  }

  async undo() {
    const { moves, views, seats } = this.state;
    let left = moves.length - 1;
    while (left > 0 && seats[views[left].toMove].kind !== "person") left--;
    if (left < 0 || seats[views[left].toMove].kind !== "person") return "there is nothing to take back";
    this.#engines.stop();
    this.#kept.verdict = null;
    this.#change({ moves: moves.slice(0, left), views: views.slice(0, left + 1), thinking: null });
    return `taken back: ${moves.length - left} ${moves.length - left === 1 ? "move" : "moves"}`;
  }

  async answer() {}
  async join() {}
  async takeOver() {}

  async resign() {
    const seat = this.findSeatToMove() ?? this.state.seats.findIndex((each) => each.kind === "person");
    if (this.state.status !== "playing" || seat < 0) return;
    this.#engines.stop();
    this.#lose(seat, "resigned");
  }

  /** @param {number} ply */
  hint(ply) {
    return findHint(this.#engines, this.state, ply);
  }

  /**
   * @param {number} ply
   * @param {(report: import('../lib/types.js').Report) => void} onReport
   */
  analyse(ply, onReport) {
    return analysePosition(this.#engines, this.state, ply, onReport);
  }

  stopAnalysis() {
    if (this.state.thinking === null) this.#engines.stop();
  }

  /** @param {number} ply */
  async threats(ply) {
    return findThreats(await this.#engines.core(), this.state.info.name, this.state.views[ply].text);
  }

  share() {
    const { info, moves, views } = this.state;
    const query = new URLSearchParams({ game: info.name, moves: moves.map((move) => move.move).join(" ") });
    if (views[0].text !== info.start) query.set("position", views[0].text);
    return `${location.href.split("#")[0]}#replay?${query}`;
  }

  async record() {
    const { id, started, seed } = this.#kept;
    const text = writeRecord(this.state, { id, started, seed, software: "ludus" });
    return { name: `${this.state.info.name}-${id}.jsonl`, text };
  }

  close() {
    this.#isClosed = true;
    this.#clock?.run(null);
    this.#engines.stop();
  }

  /**
   * @param {string} move
   * @param {number} seconds
   */
  async #play(move, seconds) {
    const { info, moves, views } = this.state;
    const { text, toMove } = this.#view;
    const ply = moves.length;
    const core = await this.#engines.core();
    const after = await core.play(info.name, text, move).catch(() => {
      throw new Error(explain(info.name, text, squaresOf(move)));
    });
    if (this.state.moves.length !== ply) return;
    this.#clock?.add(toMove);
    this.#change({
      moves: [...moves, { ply: ply + 1, seat: toMove, move, seconds }],
      views: [...views, viewPosition(info.name, after)],
    });
  }

  /** @param {Partial<GameState>} changes */
  #change(changes) {
    this.state = { ...this.state, ...changes };
    this.#kept.moves = this.state.moves.map(({ move, seconds }) => ({ move, seconds: seconds ?? 0 }));
    this.#settle();
    this.#keep({ ...this.#kept, clock: this.state.clock });
    for (const listener of this.#listeners) listener();
  }

  /** Find out whether the game is over, let the right clock run, and let an engine think whose turn it is. */
  #settle() {
    const { over, outcome, toMove } = this.#view;
    const verdict = over && outcome ? { kind: "outcome", ...outcome } : this.#kept.verdict;
    const status = verdict || this.#kept.isReplay ? "over" : "playing";
    this.#clock?.run(status === "playing" && this.state.moves.length > 0 ? toMove : null);
    this.state = { ...this.state, verdict, status, clock: this.#clock?.state ?? null };
    this.#began = performance.now();
    if (status === "playing" && this.state.seats[toMove].kind === "level" && this.state.thinking === null)
      queueMicrotask(() => void this.#think());
  }

  /** Let the engine of the seat to move choose. */
  async #think() {
    const { toMove } = this.#view;
    const { moves, status } = this.state;
    if (this.#isClosed || status !== "playing" || this.state.thinking !== null) return;
    this.#tell({ thinking: toMove });
    const began = performance.now();
    try {
      const move = await thinkAhead(this.#engines, this.state, toMove, this.#kept.seed);
      if (!move || this.#isClosed || this.state.moves !== moves || this.state.status !== "playing") return;
      this.state = { ...this.state, thinking: null };
      await this.#play(move, (performance.now() - began) / 1000);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.#tell({ thinking: null, connection: `the engine has stopped: ${words}` });
    }
  }

  /** @param {Partial<GameState>} changes */
  #tell(changes) {
    this.state = { ...this.state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  /** @param {number} seat */
  #loseOnTime(seat) {
    this.#engines.stop();
    this.#lose(seat, "ran out of time");
  }

  /**
   * @param {number} seat
   * @param {string} what
   */
  #lose(seat, what) {
    const seats = [...this.state.seats.keys()];
    const scores = seats.map((each) => (each === seat ? 0 : 1 / (seats.length - 1 || 1)));
    const winners = seats.filter((each) => each !== seat);
    this.#kept.verdict = { kind: "told", scores, reason: `${this.#view.seatNames[seat]} ${what}`, winners, seat };
    this.#change({ thinking: null });
  }
}
