/**
 * The squares that a hand has touched, up to a move.
 *
 * A path that is a move and cannot go on is played at once. One that is a move and can go on is played when its last
 * square is touched again. Touching another piece that can move begins anew; touching elsewhere gives up.
 * The rules are asked, and their answers may take a while: touches wait for their turn, none is lost.
 */

/** @typedef {import('./types.js').Targets} Targets */

/** @type {Targets} */
const NOTHING = { next: [], move: null };

export class Path {
  /**
   * @param {(touched: string[]) => Promise<Targets>} ask
   * @param {{
   *   play(touched: string[], move: string): void,
   *   changed(): void,
   *   refused(touched: string[]): void,
   *   failed(message: string): void,
   * }} listener
   */
  constructor(ask, listener) {
    this.ask = ask;
    this.listener = listener;
    /** @type {string[]} */
    this.touched = [];
    /** @type {Set<string>} */
    this.next = new Set();
    /** @type {string | null} */
    this.move = null;
    /** @type {Set<string>} The squares that a move may begin with. */
    this.starts = new Set();
    /** @type {{touched: string[], move: string} | null} What was played and is not yet on the board. */
    this.played = null;
    this.turn = 0;
    /** @type {Promise<unknown>} */
    this.waiting = Promise.resolve();
  }

  /** Begin a turn: find out what can move. Answers to earlier questions no longer matter. */
  begin() {
    this.stop();
    const turn = this.turn;
    this.#queue(async () => {
      const { next } = await this.#find([]);
      if (turn !== this.turn) return;
      this.starts = new Set(next);
      this.next = this.starts;
      this.listener.changed();
    });
  }

  /** Forget everything; nothing can be touched until a turn begins. */
  stop() {
    this.turn += 1;
    this.touched = [];
    this.starts = new Set();
    this.next = this.starts;
    this.move = null;
    this.played = null;
    this.listener.changed();
  }

  /** @param {string} square */
  touch(square) {
    const turn = this.turn;
    this.#queue(async () => {
      if (turn === this.turn && this.played === null) await this.#touchNow(square, turn);
    });
  }

  giveUp() {
    const turn = this.turn;
    this.#queue(async () => {
      if (turn === this.turn && this.played === null) this.#restart();
    });
  }

  /**
   * @param {string} square
   * @param {number} turn
   */
  async #touchNow(square, turn) {
    const last = this.touched[this.touched.length - 1];
    if (this.next.has(square)) return this.#extend([...this.touched, square], turn);
    if (square === last && this.move !== null) return this.#play(this.move);
    if (square !== last && this.starts.has(square)) return this.#extend([square], turn);
    const touched = [...this.touched, square];
    this.#restart();
    if (square !== last) this.listener.refused(touched);
  }

  /**
   * @param {string[]} touched
   * @param {number} turn
   */
  async #extend(touched, turn) {
    const { next, move } = await this.#find(touched);
    if (turn !== this.turn) return;
    this.touched = touched;
    this.next = new Set(next);
    this.move = move;
    if (move !== null && next.length === 0) return this.#play(move);
    if (move === null && next.length === 0) return this.#restart();
    this.listener.changed();
  }

  /** @param {string} move */
  #play(move) {
    const { touched } = this;
    this.played = { touched, move };
    this.touched = [];
    this.next = new Set();
    this.move = null;
    this.listener.changed();
    this.listener.play(touched, move);
  }

  #restart() {
    this.touched = [];
    this.next = this.starts;
    this.move = null;
    this.listener.changed();
  }

  /**
   * @param {string[]} touched
   * @returns {Promise<Targets>}
   */
  async #find(touched) {
    try {
      return await this.ask(touched);
    } catch (error) {
      this.listener.failed(error instanceof Error ? error.message : String(error));
      return NOTHING;
    }
  }

  /** @param {() => Promise<void>} step */
  #queue(step) {
    this.waiting = this.waiting.then(step);
  }
}
