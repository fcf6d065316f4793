/** Small boards on the home page that show what each game looks like in the middle of play. */

import { canView, nameSquares, viewPosition } from "../games/view.js";

/** Positions from games of our engine; a game without one shows its start. */
const SAMPLES = /** @type {Record<string, string>} */ ({
  pente: "19/19/19/19/19/19/9b9/7bw10/8wwb8/8bwwb7/7w2b1w6/7b2w8/10b8/19/19/19/19/19/19 2,2 w",
  chezz: "f1cqkb1r/pp1p1ppp/2n2n2/4Z3/2P2z2/5N2/PP1P1PPP/FNCQKB1R w",
  checkers: "1w3w1w/w1w1w1w1/1w3w2/4w3/3b1b2/b3b1b1/1b1b3b/b3b1b1 b",
  amazons:
    "300,200,000,000,009,000,200,000/100,010,002,510,200,330,000,200/400,009,010,300,000,200,001,020/300,000,000,320,009,000,000,400/000,001,009,000,000,130,002,000/200,000,000,420,000,009,000,100/000,030,000,000,002,000,510,000/100,000,001,000,000,200,000,300 ann:1:7;bob:2:5 movement 1",
});

/**
 * @param {HTMLElement} root
 * @param {import('../lib/types.js').GameInfo} info
 */
export async function drawSample(root, info) {
  if (!canView(info.name)) return;
  const text = SAMPLES[info.name] ?? info.start;
  // The board is loaded after the page has been painted.
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const { mountBoard } = await import("../board/board.js");
  const { ground, sides, name } = info;
  const board = mountBoard(
    root,
    { squares: nameSquares(name, text), ground, sides, game: name },
    { targets: async () => ({ next: [], move: null }), onMove: () => undefined },
  );
  // A picture in a button: nothing in it is to be found by keys or by a screen reader.
  board.grid.element.remove();
  board.setOptions({ coordinates: false, animation: false });
  board.show(viewPosition(name, text), { animate: false });
}
