/** Plays one game on one board: the address says which, the server knows the rules. */

import { mountBoard } from '/assets/board/board.js';

const query = new URLSearchParams(location.search);
const game = query.get('game') ?? '';
let text = query.get('text') ?? '';
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Ask the server about a position. */
async function ask(path, more = {}) {
  const answer = await fetch(`${path}?${new URLSearchParams({ game, text, ...more })}`);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function play(touched, move) {
  const view = await ask('/play', { move });
  text = view.text;
  find('move').textContent = move;
  board.show(view, { lastMove: touched, move });
}

const description = await ask('/game');
text = description.view.text;
const board = mountBoard(find('board'), description, {
  targets: (touched) => ask('/targets', { touched: touched.join(',') }),
  onMove: play,
  say: (words) => (find('status').textContent = words),
});
board.show(description.view, { lastMove: (query.get('last') ?? '').split(',') });
if (query.has('flip')) board.flip();
if (query.has('still')) board.setOptions({ animation: false });
if (query.has('bare')) board.setOptions({ coordinates: false });
board.setArrows(JSON.parse(query.get('arrows') ?? '[]'));
board.setMarks(JSON.parse(query.get('marks') ?? '[]'));
board.setActive(!query.has('watch'));
