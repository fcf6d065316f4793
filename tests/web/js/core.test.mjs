/** The core in its workers: it is stopped at once, outlives traps, and says what it refuses. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Refused, Stopped, Trapped } from "../../../src/ludus/web/assets/core/core.js";
import { startCore } from "../node/start_core.mjs";

const CHECKERS = "1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b";
const CHEZZ = "fncqkbnr/ppppzppp/8/8/8/8/PPPPZPPP/FNCQKBNR w";

/** Run code with a core and end it. */
async function withCore(code, ...options) {
  const core = await startCore(...options);
  try {
    await code(core);
  } finally {
    core.end();
  }
}

test("an endless thought is stopped, and tells what it had found", () =>
  withCore(async (core) => {
    const thought = core.think("chezz", CHEZZ, {
      onReport: (report) => {
        if (report.depth === 3) core.stop();
      },
    });
    const report = await thought;
    assert.ok(report.depth >= 3);
    assert.ok((await core.moves("chezz", CHEZZ)).includes(report.lines[0].moves[0]));
  }));

test("a thought that is stopped before it has found anything is given up", () =>
  withCore(async (core) => {
    const thought = core.think("chezz", CHEZZ);
    core.stop();
    await assert.rejects(thought, Stopped);
  }));

test("after a stop the core thinks again", () =>
  withCore(async (core) => {
    const given = core.think("chezz", CHEZZ);
    core.stop();
    await assert.rejects(given, Stopped);
    assert.equal((await core.think("chezz", CHEZZ, { depth: 2 })).depth, 2);
  }));

test("the rules answer while it thinks", () =>
  withCore(async (core) => {
    let isThinking = true;
    const thought = core.think("chezz", CHEZZ).finally(() => (isThinking = false));
    assert.equal((await core.moves("checkers", CHECKERS)).length, 7);
    assert.ok(isThinking);
    core.stop();
    await thought.catch(() => {});
  }));

test("several lines come best first", () =>
  withCore(async (core) => {
    const { lines } = await core.think("checkers", CHECKERS, { depth: 4, lines: 3 });
    assert.equal(new Set(lines.map(({ moves }) => moves[0])).size, 3);
    assert.ok(lines[0].score.value >= lines[1].score.value && lines[1].score.value >= lines[2].score.value);
  }));

test("a level that there is not is refused", () =>
  withCore(async (core) => {
    await assert.rejects(core.think("checkers", CHECKERS, { level: 11 }), Refused);
    await assert.rejects(core.think("checkers", CHECKERS, { nodes: 10, lines: 0 }), Refused);
  }));

test("a trap is told, what waited is rejected, and the core starts again", () => {
  let isBroken = false;
  /** Ask for more room than there is memory, which the core cannot refuse. */
  const tooMuch = { question: "make_room", numbers: [-1] };
  const garble = (message) => (isBroken && message.question ? { ...message, ...tooMuch } : message);
  return withCore(async (core) => {
    const told = [];
    core.onTrap((message) => told.push(message));
    for (const ask of [() => core.moves("checkers", CHECKERS), () => core.think("checkers", CHECKERS, { depth: 2 })]) {
      isBroken = true;
      await assert.rejects(Promise.all([ask(), ask()]), Trapped);
      isBroken = false;
      await ask();
    }
    assert.equal(told.length, 2);
  }, garble);
});
