/**
 * Searches as core.wasm does, for bench/web.py: each line of the input is `{game, text, nodes}`, each answer a line
 * `{nodes, seconds}` with the CPU time that it took.
 */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const bytes = readFileSync(process.argv[2] ?? new URL("../src/ludus/web/assets/core/core.wasm", import.meta.url));
const imports = { page: { now: () => performance.now() / 1000, report: () => {} } };
const core = (await WebAssembly.instantiate(bytes, imports)).instance.exports;
core._initialize();

/** @param {string[]} lines */
function write(lines) {
  const text = new TextEncoder().encode(lines.join("\n"));
  new Uint8Array(core.memory.buffer, core.make_room(text.length), text.length).set(text);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { game, text, nodes } = JSON.parse(line);
  write(["", game, text]);
  const before = process.cpuUsage();
  core.think(0, 0n, nodes, 1000, Infinity, 1);
  const { user, system } = process.cpuUsage(before);
  const answer = new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.output_at(), core.output_bytes()));
  console.log(JSON.stringify({ nodes: Number(answer.split(" ")[1]), seconds: (user + system) / 1e6 }));
}
