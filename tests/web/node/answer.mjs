/** Answers questions to the core of the pages: each line of the input is `[method, ...arguments]`, each answer a line. */

import { createInterface } from "node:readline";

import { startCore } from "./start_core.mjs";

const core = await startCore();
for await (const line of createInterface({ input: process.stdin })) {
  const [method, ...values] = JSON.parse(line);
  try {
    console.log(JSON.stringify({ answer: await core[method](...values) }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
core.end();
