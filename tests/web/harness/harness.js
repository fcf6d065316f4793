/** Plays one game on one board: the address says which, the server knows the rules. */

import { mountBoard } from "/assets/board/board.js";
import { mountLegend } from "/assets/board/legend.js";

const query = new URLSearchParams(location.search);
const game = query.get("game") ?? "";
let text = query.get("text") ?? "";
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Ask the server about a position. */
async function ask(path, more = {}) {
  const answer = await fetch(`${path}?${new URLSearchParams({ game, text, ...more })}`);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function play(touched, move) {
  const view = await ask("/play", { move });
  text = view.text;
  find("move").textContent = move;
  board.show(view, { lastMove: touched, move });
  legend.show(view);
}

/** @param {string[]} touched */
async function targets(touched) {
  const found = await ask("/targets", { touched: touched.join(",") });
  // The board is ready when it knows where a move may begin: before that no piece can be picked up.
  setTimeout(() => (find("board").dataset.ready = "yes"));
  return found;
}

const description = await ask("/game");
text = description.view.text;
const board = mountBoard(find("board"), description, {
  targets,
  onMove: play,
  say: (words) => (find("status").textContent = words),
});
board.show(description.view, { lastMove: (query.get("last") ?? "").split(",") });
const legend = mountLegend(find("legend"), description);
legend.show(description.view);
if (query.has("flip")) board.flip();
board.setOptions({ animation: query.get("animation") !== "off" });
if (query.has("bare")) board.setOptions({ coordinates: false });
document.documentElement.dataset.theme = query.get("theme") ?? "";
board.setArrows(JSON.parse(query.get("arrows") ?? "[]"));
board.setMarks(JSON.parse(query.get("marks") ?? "[]"));
for (const move of (query.get("replay") ?? "").split(",").filter(Boolean)) await play(move.split(/[-*/^]/), move);
if (query.has("watch")) find("board").dataset.ready = "yes";
else board.setActive(true);
