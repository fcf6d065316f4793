/**
 * A worker that runs the core, and the questions that wait for its answers.
 *
 * The worker answers one question at a time and hears nothing meanwhile, so the only way to interrupt it is to end it.
 */

/** The core refused a question: a text that is no position, a move that is not legal. */
export class Refused extends Error {}
/** The core failed: what waited for it will never be answered. */
export class Trapped extends Error {}
/** The question was given up before it was answered. */
export class Stopped extends Error {}

/**
 * @typedef {{resolve: (answer: string) => void, reject: (error: Error) => void,
 *   onReport: (report: string) => void}} Waiting
 */

export class Link {
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #last = 0;
  #worker;
  /** @type {(message: string) => void} */
  #onTrap;

  /**
   * @param {Worker} worker that runs worker.js
   * @param {WebAssembly.Module} module
   * @param {(message: string) => void} onTrap called once, when this link is of no more use
   */
  constructor(worker, module, onTrap) {
    this.#worker = worker;
    this.#onTrap = onTrap;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => this.#fail(event.message || "the worker could not be started");
    this.started = this.#expect(0, () => {}).then(() => {});
    // Whoever asks is told; that nobody may have asked yet is no fault.
    this.started.catch(() => {});
    worker.postMessage({ module });
  }

  /**
   * Ask the core; the lines may not contain line breaks.
   * @param {string} question
   * @param {string[]} lines
   * @param {(number | bigint)[]} [numbers]
   * @param {(report: string) => void} [onReport]
   * @returns {Promise<string>}
   */
  ask(question, lines, numbers = [], onReport = () => {}) {
    const broken = lines.find((line) => line.includes("\n"));
    if (broken !== undefined) return Promise.reject(new Refused(`expected one line, found '${broken}'`));
    const id = ++this.#last;
    const answer = this.#expect(id, onReport);
    this.#worker.postMessage({ id, question, lines, numbers });
    return answer;
  }

  /**
   * End the worker; what waits is rejected with this.
   * @param {Error} reason
   */
  end(reason) {
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }

  /**
   * @param {number} id
   * @param {(report: string) => void} onReport
   * @returns {Promise<string>}
   */
  #expect(id, onReport) {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onReport });
    });
  }

  /** @param {{id: number, answer?: string, report?: string, refusal?: string, trap?: string}} message */
  #receive({ id, answer, report, refusal, trap }) {
    if (trap !== undefined) return this.#fail(trap);
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    if (report !== undefined) return waiting.onReport(report);
    this.#waiting.delete(id);
    if (answer !== undefined) waiting.resolve(answer);
    else waiting.reject(new Refused(refusal));
  }

  /** @param {string} message */
  #fail(message) {
    this.end(new Trapped(message));
    this.#onTrap(message);
  }
}
