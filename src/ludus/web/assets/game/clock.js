/** The clock of a game that lives in the page: seconds for the game, and more after each move. */

/** @typedef {import('../lib/types.js').ClockState} ClockState */

/**
 * Write what is left on a clock: `4:05`, or `9.8` in the last seconds.
 * @param {number} seconds
 */
export function wordTime(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class Clock {
  #since = performance.now();
  #onEmpty;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #alarm;

  /**
   * @param {ClockState} state
   * @param {(seat: number) => void} onEmpty Called when a seat has run out of time.
   */
  constructor(state, onEmpty) {
    this.state = state;
    this.#onEmpty = onEmpty;
  }

  /** Seconds since the running clock was started, which are not yet charged. */
  get pending() {
    return (performance.now() - this.#since) / 1000;
  }

  /**
   * Let the clock of a seat run, or stop all of them.
   * @param {number|null} seat
   */
  run(seat) {
    this.#charge();
    clearTimeout(this.#alarm);
    this.state = { ...this.state, running: seat };
    this.#since = performance.now();
    if (seat !== null) this.#alarm = setTimeout(() => this.#onEmpty(seat), this.state.left[seat] * 1000 + 1);
  }

  /**
   * Give a seat what each move adds.
   * @param {number} seat
   */
  add(seat) {
    this.#charge();
    const left = [...this.state.left];
    left[seat] += this.state.increment ?? 0;
    this.state = { ...this.state, left };
  }

  #charge() {
    const { running } = this.state;
    if (running === null) return;
    const left = [...this.state.left];
    left[running] = Math.max(0, left[running] - this.pending);
    this.state = { ...this.state, left };
    this.#since = performance.now();
  }
}
