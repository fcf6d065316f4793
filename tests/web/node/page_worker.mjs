/** A worker as pages have it, made of one of Node's threads: what a page's worker script needs, and no more. */

import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

const PRELUDE = `
const { parentPort } = require("node:worker_threads");
globalThis.self = globalThis;
globalThis.postMessage = (data) => parentPort.postMessage(data);
parentPort.on("message", (data) => self.onmessage({ data }));
`;

export class PageWorker {
  #thread;
  #garble;
  /** @type {((event: {data: unknown}) => void) | null} */
  onmessage = null;
  /** @type {((event: {message: string}) => void) | null} */
  onerror = null;

  /**
   * @param {URL} url of a file
   * @param {(message: unknown) => unknown} [garble] changes what the worker is told
   */
  constructor(url, garble = (message) => message) {
    this.#garble = garble;
    this.#thread = new Worker(PRELUDE + readFileSync(url, "utf8"), { eval: true });
    this.#thread.on("message", (data) => this.onmessage?.({ data }));
    this.#thread.on("error", (error) => this.onerror?.({ message: String(error) }));
  }

  /** @param {unknown} data */
  postMessage(data) {
    this.#thread.postMessage(this.#garble(data));
  }

  terminate() {
    this.onmessage = this.onerror = null;
    this.#thread.terminate();
  }
}
