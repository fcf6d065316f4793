/** Starts the core of the pages in Node. */

import { readFileSync } from "node:fs";

import { Core } from "../../../src/ludus/web/assets/core/core.js";
import { PageWorker } from "./page_worker.mjs";

const FOLDER = new URL("../../../src/ludus/web/assets/core/", import.meta.url);

/**
 * @param {(message: unknown) => unknown} [garble] changes what its workers are told
 * @returns {Promise<Core>}
 */
export function startCore(garble) {
  return Core.start({
    workerUrl: new URL("worker.js", FOLDER),
    wasmBytes: readFileSync(new URL("core.wasm", FOLDER)),
    makeWorker: (url) => /** @type {any} */ (new PageWorker(/** @type {URL} */ (url), garble)),
  });
}
