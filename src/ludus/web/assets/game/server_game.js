/**
 * A game that lives on a server: moves are posted, and events tell what happens (`GameControl` in lib/types.js).
 * The core in the page says what may be touched and plays the engines of this browser where it knows the position;
 * elsewhere the server is asked. A lost connection is told, and what was missed comes when it is back.
 */

import { canView, explain } from "../games/view.js";
import { findThreats } from "../games/threats.js";
import { ask, Refused } from "../lib/http.js";
import { readName } from "../lib/settings.js";
import { applyEvent } from "./server_events.js";
import { load } from "./server_snapshot.js";
import { analysePosition, findHint, thinkAhead } from "./thinking.js";

/** @typedef {import('../lib/types.js').GameState} GameState */
/** @typedef {import('../lib/types.js').GameControl} GameControl */

const CONFLICT = 409;
const LOST = "the connection to the server is lost; trying again";

/** @implements {GameControl} */
export class ServerGame {
  place = "This game lives on the server: whoever has the link can watch it, and it is still there after a restart.";
  /** @type {GameState} */
  state;
  /** @type {GameControl["threats"]} */
  threats = null;
  #id;
  #engines;
  #number;
  /** @type {(() => void)[]} */
  #listeners = [];
  /** @type {EventSource|null} */
  #events = null;
  #isCoreUsed = false;
  #isClosed = false;

  /**
   * @param {string} id
   * @param {import('./engines.js').Engines} engines
   * @param {GameState} state
   * @param {number} number The last event that the state contains.
   */
  constructor(id, engines, state, number) {
    this.#id = id;
    this.#engines = engines;
    this.state = state;
    this.#number = number;
  }

  /**
   * @param {string} id
   * @param {import('./engines.js').Engines} engines
   */
  static async open(id, engines) {
    const { state, number } = await load(id);
    const game = new ServerGame(id, engines, state, number);
    game.#listenToServer();
    void game.#useCore();
    return game;
  }

  get #view() {
    return this.state.views[this.state.views.length - 1];
  }

  get #address() {
    return `/api/games/${encodeURIComponent(this.#id)}`;
  }

  /** The engine tells what it thinks where no other person plays, and to everybody after the end. */
  get analyse() {
    const isOpen =
      this.state.status !== "over" && this.state.seats.some((seat) => seat.kind === "person" && !seat.yours);
    if (!this.#isCoreUsed || isOpen) return null;
    return (/** @type {number} */ ply, /** @type {(report: import('../lib/types.js').Report) => void} */ onReport) =>
      analysePosition(this.#engines, this.state, ply, onReport);
  }

  /** @param {() => void} listener */
  listen(listener) {
    this.#listeners.push(listener);
  }

  findSeatToMove() {
    const { status, seats } = this.state;
    const seat = seats[this.#view.toMove];
    return status === "playing" && seat?.yours && seat.kind === "person" ? this.#view.toMove : null;
  }

  /** @param {string[]} touched */
  async targets(touched) {
    const { text } = this.#view;
    if (this.#isCoreUsed) return (await this.#engines.core()).targets(this.state.info.name, text, touched);
    const query = new URLSearchParams({ ply: String(this.state.moves.length), touched: touched.join(",") });
    return ask(`${this.#address}/targets?${query}`);
  }

  /** @param {string} move */
  async play(move) {
    const seat = this.findSeatToMove();
    if (seat === null) throw new Error("it is not your turn");
    await ask(`${this.#address}/moves`, { seat, ply: this.state.moves.length, move });
  }

  /** @param {string[]} squares */
  async explain(squares) {
    const { name } = this.state.info;
    if (canView(name)) return explain(name, this.#view.text, squares);
    // The server judges each move by the rules, and says why it is none.
    const seat = this.findSeatToMove();
    const error = await ask(`${this.#address}/moves`, { seat, ply: this.state.moves.length, touched: squares }).catch(
      (/** @type {unknown} */ refused) => refused,
    );
    return error instanceof Refused ? error.message : "it was a move after all";
  }

  async undo() {
    await ask(`${this.#address}/undo`, { action: "offer" });
    return this.state.offer ? "You have asked to take back." : "Taken back.";
  }

  /** @param {boolean} accepted */
  async answer(accepted) {
    await ask(`${this.#address}/undo`, { action: accepted ? "accept" : "decline" });
  }

  /** @param {number} seat */
  async join(seat) {
    await ask(`${this.#address}/join`, { seat, name: readName() });
    await this.#reload();
  }

  async resign() {
    const seats = this.state.seats;
    const seat = this.findSeatToMove() ?? seats.findIndex((each) => each.yours && each.kind === "person");
    await ask(`${this.#address}/resign`, { seat });
  }

  /** @param {number} seat */
  async takeOver(seat) {
    await ask(`${this.#address}/takeover`, { seat });
  }

  /** @param {number} ply */
  async hint(ply) {
    if (ply === this.state.moves.length && this.state.status === "playing") return ask(`${this.#address}/hint`, {});
    return findHint(this.#engines, this.state, ply);
  }

  stopAnalysis() {
    if (this.state.thinking === null) this.#engines.stop();
  }

  share() {
    return location.href.split("#")[0];
  }

  async record() {
    const answer = await fetch(`${this.#address}/record`);
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    return { name: `${this.state.info.name}-${this.#id}.jsonl`, text: await answer.text() };
  }

  close() {
    this.#isClosed = true;
    this.#events?.close();
    this.#engines.stop();
  }

  /** Use the core in the page, if it knows the position. */
  async #useCore() {
    const { info, views } = this.state;
    const isKnown = info.hasCore && canView(info.name);
    if (!isKnown || !(await this.#engines.supports(info.name, views[0].text))) return this.#handOver();
    this.#isCoreUsed = true;
    const core = await this.#engines.core();
    this.threats = (ply) => findThreats(core, info.name, this.state.views[ply].text);
    this.#change({});
  }

  /** Let the server think for the engines of this page, which cannot. */
  async #handOver() {
    for (const [seat, { kind, where, yours }] of this.state.seats.entries())
      if (kind === "level" && where === "page" && yours) await this.takeOver(seat).catch(() => null);
  }

  #listenToServer() {
    const events = new EventSource(`${this.#address}/events?after=${this.#number}`);
    this.#events = events;
    events.onmessage = (message) => void this.#receive(JSON.parse(message.data));
    events.onopen = () => this.state.connection && this.#change({ connection: "" });
    events.onerror = () => {
      if (this.#isClosed) return;
      this.#change({ connection: LOST });
      // The browser tries again by itself, unless the server has answered with an error.
      if (events.readyState === EventSource.CLOSED) setTimeout(() => void this.#reconnect(), 2000);
    };
  }

  async #reconnect() {
    if (this.#isClosed) return;
    await this.#reload().catch(() => null);
    this.#listenToServer();
  }

  /** @param {import('./server_events.js').GameEvent} event */
  async #receive(event) {
    if (event.number <= this.#number) return;
    if (event.number > this.#number + 1) return this.#reload();
    this.#number = event.number;
    const changes = applyEvent(this.state, event);
    if (changes === null) return this.#reload();
    this.#change({ connection: "", ...changes });
  }

  async #reload() {
    const { state, number } = await load(this.#id);
    this.#number = Math.max(number, this.#number);
    this.#change({ ...state, thinking: this.state.thinking });
  }

  /** @param {Partial<GameState>} changes */
  #change(changes) {
    this.state = { ...this.state, ...changes };
    for (const listener of this.#listeners) listener();
    if (this.#isCoreUsed) void this.#think();
  }

  /** Let an engine of this browser choose its move, if it is its turn. */
  async #think() {
    const { seats, status, thinking, moves } = this.state;
    const seat = this.#view.toMove;
    const { kind, where, yours } = seats[seat] ?? {};
    if (status !== "playing" || thinking !== null || kind !== "level" || where !== "page" || !yours) return;
    this.state = { ...this.state, thinking: seat };
    for (const listener of this.#listeners) listener();
    try {
      const move = await thinkAhead(this.#engines, this.state, seat);
      if (move && this.state.moves === moves) await ask(`${this.#address}/moves`, { seat, ply: moves.length, move });
      this.#change({ thinking: null });
    } catch (error) {
      // Another window of this browser was faster.
      if (error instanceof Refused && error.status === CONFLICT) return this.#change({ thinking: null });
      const words = error instanceof Error ? error.message : String(error);
      this.state = { ...this.state, thinking: null, connection: `the engine in this page cannot move: ${words}` };
      for (const listener of this.#listeners) listener();
    }
  }
}
