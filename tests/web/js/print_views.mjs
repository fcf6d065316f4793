// Prints what the pages see of positions: reads [game, text] pairs as JSON lines, writes [squares, view] pairs.
import { createInterface } from "node:readline";
import { nameSquares, viewPosition } from "../../../src/ludus/web/assets/games/view.js";

for await (const line of createInterface({ input: process.stdin })) {
  const [game, text] = JSON.parse(line);
  console.log(JSON.stringify([nameSquares(game, text), viewPosition(game, text)]));
}
