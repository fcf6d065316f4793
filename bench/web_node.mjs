/** Searches in Node for bench/web.py: a line `[game, text, nodes]` is answered by `[nodes seen, seconds of CPU]`. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { startSearch } from "./web_search.mjs";

const search = await startSearch(readFileSync(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  const seen = search(...JSON.parse(line));
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify([seen, (user + system) / 1e6]));
}
