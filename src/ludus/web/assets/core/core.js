/**
 * The core of Ludus in a page: the rules and the engine of the built-in games, over position texts.
 *
 * Two workers run it: one answers at once what the rules say, the other thinks. A thought is stopped by ending its
 * worker and starting another, so it ends at once whatever it is doing, and its search is the native one, node for node.
 * What it had found in that game is forgotten then; searching in slices would keep it, but play differently from native.
 */

import { Link, Refused, Stopped, Trapped } from "./link.js";
import { readReport } from "./report.js";

export { Refused, Stopped, Trapped };

/**
 * @typedef {import("./report.js").Report} Report
 * @typedef {{next: string[], move: string | null}} Targets
 * @typedef {{over: boolean, result: number | null, toMove: number}} Status
 * @typedef {{nodes: number, noise: number, slips: number}} Level
 *
 * How to think. `past`: the positions of the game so far, from its start, so that repetitions are seen and what was
 * found before is used. `level`: 1 to 10; it errs as its seed says and looks as far as the level does, unless `nodes` says
 * otherwise. `player`: who thinks; each has a memory of its own. `isAnalysis`: go on where play would stop, after an only
 * move for example. Without nodes, depth and seconds it thinks until stopped.
 * @typedef {{past?: string[], level?: number, nodes?: number, depth?: number, seconds?: number, lines?: number,
 *   seed?: number | bigint, player?: string, isAnalysis?: boolean, onReport?: (report: Report) => void}} Request
 *
 * Where the core is: its worker's address, and the bytes or the address of core.wasm.
 * @typedef {{workerUrl: string | URL, wasmUrl?: string | URL, wasmBytes?: BufferSource,
 *   makeWorker?: (url: string | URL) => Worker}} Source
 */

const DEEPEST = 1000;

export class Core {
  #source;
  #module;
  /** @type {((message: string) => void)[]} */
  #callbacks = [];
  /** @type {Link | null} started by the first question after it was lost */
  #rules = null;
  /** @type {Link | null} started by the first thought */
  #thinker = null;

  /**
   * Load the core; rejects where it cannot run.
   * @param {Source} source
   * @returns {Promise<Core>}
   */
  static async start(source) {
    const bytes = source.wasmBytes ?? (await fetchBytes(source.wasmUrl));
    const core = new Core(source, await WebAssembly.compile(bytes));
    await core.#startRules().started;
    return core;
  }

  /**
   * Use `Core.start` instead.
   * @param {Source} source
   * @param {WebAssembly.Module} module
   */
  constructor(source, module) {
    this.#source = source;
    this.#module = module;
  }

  /**
   * Tell whether the core can read this position.
   * @param {string} game
   * @param {string} text
   * @returns {Promise<boolean>}
   */
  async supports(game, text) {
    try {
      await this.#ask("status", [game, text]);
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
    return true;
  }

  /**
   * List the legal moves.
   * @param {string} game
   * @param {string} text
   * @returns {Promise<string[]>}
   */
  async moves(game, text) {
    return splitLines(await this.#ask("moves", [game, text]));
  }

  /**
   * Return the position after a move; rejects with `Refused` where it is not legal.
   * @param {string} game
   * @param {string} text
   * @param {string} move
   * @returns {Promise<string>}
   */
  play(game, text, move) {
    return this.#ask("play", [game, text, move]);
  }

  /**
   * Tell which squares a hand may touch next after it has touched these, and which move they already mean.
   * @param {string} game
   * @param {string} text
   * @param {string[]} touched
   * @returns {Promise<Targets>}
   */
  async targets(game, text, touched) {
    const [move, ...next] = (await this.#ask("targets", [game, text, ...touched])).split("\n");
    return { next, move: move || null };
  }

  /**
   * Tell whose turn it is, and whether the game is over; then also the result for that seat, +1, 0 or -1, or null.
   * @param {string} game
   * @param {string} text
   * @returns {Promise<Status>}
   */
  async status(game, text) {
    const [seat, over, result] = (await this.#ask("status", [game, text])).split(" ");
    return { over: over === "over", result: result === undefined ? null : Number(result), toMove: Number(seat) };
  }

  /**
   * Count the move sequences of exactly this depth.
   * @param {string} game
   * @param {string} text
   * @param {number} depth
   * @returns {Promise<number>}
   */
  async perft(game, text, depth) {
    return Number((await this.#ask("perft", [game, text], [depth])).split(" ")[0]);
  }

  /**
   * List the levels of play, the weakest first.
   * @returns {Promise<Level[]>}
   */
  async levels() {
    return splitLines(await this.#ask("levels", [])).map((line) => {
      const [nodes, noise, slips] = line.split(" ").map(Number);
      return { nodes, noise, slips };
    });
  }

  /**
   * Search for the best moves of a position that has one. When it is stopped it resolves with the last report, or rejects
   * with `Stopped` where there is none.
   * @param {string} game
   * @param {string} text
   * @param {Request} [request]
   * @returns {Promise<Report>}
   */
  async think(game, text, request = {}) {
    const { past = [], level = 0, seed = 0, player = "", depth = DEEPEST, seconds = Infinity, lines = 1 } = request;
    const nodes = request.nodes ?? (level ? (await this.levels())[level - 1]?.nodes ?? 0 : Infinity);
    /** @type {Report | null} */
    let found = null;
    const thinker = this.#thinker ?? this.#startThinker();
    try {
      const answer = await thinker.ask(
        "think",
        [player, game, ...past, text],
        [level, BigInt.asUintN(64, BigInt(seed)), nodes, depth, seconds, Number(request.isAnalysis ?? false), lines],
        (report) => {
          found = readReport(report);
          request.onReport?.(found);
        },
      );
      return readReport(answer);
    } catch (error) {
      if (error instanceof Stopped && found !== null) return found;
      throw error;
    }
  }

  /** End what is being thought about, at once. */
  stop() {
    const thinker = this.#thinker;
    this.#thinker = null;
    thinker?.end(new Stopped("stopped before the first depth was finished"));
  }

  /**
   * Be told when the core has failed. What waited for it is rejected, and it starts again by itself.
   * @param {(message: string) => void} callback
   */
  onTrap(callback) {
    this.#callbacks.push(callback);
  }

  /** End both workers, and give up what waits for them. */
  end() {
    this.stop();
    this.#rules?.end(new Stopped("the core was ended"));
    this.#rules = null;
  }

  /**
   * Ask what the rules say.
   * @param {string} question
   * @param {string[]} lines
   * @param {number[]} [numbers]
   */
  #ask(question, lines, numbers) {
    return (this.#rules ?? this.#startRules()).ask(question, lines, numbers);
  }

  #startRules() {
    this.#rules = this.#startLink((message) => {
      this.#rules = null;
      this.#tell(message);
    });
    return this.#rules;
  }

  #startThinker() {
    this.#thinker = this.#startLink((message) => {
      this.#thinker = null;
      this.#tell(message);
    });
    return this.#thinker;
  }

  /** @param {(message: string) => void} onTrap */
  #startLink(onTrap) {
    const { workerUrl, makeWorker = makePageWorker } = this.#source;
    return new Link(makeWorker(workerUrl), this.#module, onTrap);
  }

  /** @param {string} message */
  #tell(message) {
    for (const callback of this.#callbacks) callback(message);
  }
}

/**
 * Start a module worker; from inside a page that was opened from disk only classic ones can be started.
 * @param {string | URL} url
 */
function makePageWorker(url) {
  return new Worker(url, { type: String(url).startsWith("blob:") ? "classic" : "module" });
}

/** @param {string | URL | undefined} url */
async function fetchBytes(url) {
  if (url === undefined) throw new TypeError("Core.start: expected wasmUrl or wasmBytes");
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** @param {string} text */
function splitLines(text) {
  return text.split("\n").filter((line) => line !== "");
}
