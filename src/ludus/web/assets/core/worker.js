/**
 * Runs the core, which is WebAssembly, in a thread of its own; link.js is its only user.
 *
 * The first message is `{module}`; each later one is `{id, question, lines, numbers}`, answered by `{id, answer}` or
 * `{id, refusal}`, with any number of `{id, report}` before it. Anything else that goes wrong is a trap: `{id, trap}`,
 * and the core must not be asked again, because nobody knows what its memory holds.
 *
 * There is no import here, so that the file works as a module, as a classic script, and inside a page opened from disk.
 */

/**
 * What native/wasm.cpp exports.
 * @typedef {{memory: WebAssembly.Memory, _initialize: () => void, make_room: (bytes: number) => number,
 *   output_at: () => number, output_bytes: () => number}} Exports
 * @typedef {{id: number, question: string, lines: string[], numbers: (number | bigint)[]}} Question
 */
"use strict";

{
  /** @type {Exports & Record<string, Function> | null} */
  let core = null;
  /** The question that is being answered. */
  let current = 0;

  const readOutput = () => {
    if (core === null) throw new Error("no core yet");
    return new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.output_at(), core.output_bytes()));
  };

  const imports = {
    page: {
      now: () => performance.now() / 1000,
      report: () => postMessage({ id: current, report: readOutput() }),
    },
  };

  /** @param {WebAssembly.Module} module */
  const start = (module) => {
    const instance = new WebAssembly.Instance(module, imports);
    core = /** @type {Exports & Record<string, Function>} */ (/** @type {unknown} */ (instance.exports));
    core._initialize();
    postMessage({ id: 0, answer: "" });
  };

  /** @param {Question} asked */
  const answer = ({ id, question, lines, numbers }) => {
    if (core === null) throw new Error("no core yet");
    current = id;
    const bytes = new TextEncoder().encode(lines.join("\n"));
    const at = core.make_room(bytes.length);
    new Uint8Array(core.memory.buffer, at, bytes.length).set(bytes);
    const isAnswered = core[question](...numbers);
    postMessage(isAnswered ? { id, answer: readOutput() } : { id, refusal: readOutput() });
  };

  self.onmessage = ({ data }) => {
    try {
      if (data.module) start(data.module);
      else answer(data);
    } catch (error) {
      postMessage({ id: data.id ?? 0, trap: String(error) });
    }
  };
}
