/** What the engine thinks of the position on the board: a bar beside it, its best lines, and arrows. */

import { fill, make, setText } from "../lib/dom.js";
import { findShare, turnScore, wordScore } from "../lib/score.js";
import { squaresOf } from "../games/typed_move.js";

/** @typedef {import('../lib/types.js').Report} Report */
/** @typedef {import('../lib/types.js').PositionView} PositionView */

const LONGEST_LINE = 8;

/**
 * Make the arrows of a report: the best move boldest, the others as far as they are worth nearly as much.
 * @param {Report} report
 * @returns {{from: string, to: string, weight: number, label?: string}[]}
 */
export function makeArrows(report) {
  const best = report.lines[0] ? findShare(report.lines[0].score) : 0;
  return report.lines.flatMap((line, at) => {
    const squares = squaresOf(line.moves[0] ?? "");
    const lost = best - findShare(line.score);
    if (squares.length === 0 || lost > 0.15) return [];
    const weight = at === 0 ? 1 : Math.max(0.3, 0.7 - 3 * lost);
    const path = squares.length === 1 ? [squares[0], squares[0]] : squares;
    const label = wordScore(line.score);
    return path.slice(1).map((to, step) => {
      const isLast = step === path.length - 2;
      return { from: path[step], to, weight, ...(isLast ? { label } : {}) };
    });
  });
}

/**
 * @param {HTMLElement} barRoot
 * @param {HTMLElement} linesRoot
 * @param {string[]} sides
 */
export function mountAnalysis(barRoot, linesRoot, sides) {
  const fillBar = make("div", { class: "share" });
  const words = make("span", { class: "worth" });
  const bar = make("div", { class: "bar", role: "img", "aria-label": "Evaluation" }, fillBar);
  const list = make("ol", { class: "lines", "aria-label": "Best lines" });
  const depth = make("p", { class: "soft depth" });
  barRoot.append(bar);
  linesRoot.append(words, depth, list);

  return {
    /**
     * @param {Report} report
     * @param {PositionView} view
     * @param {boolean} isFlipped Whether the first seat sits above.
     */
    show(report, view, isFlipped) {
      const best = report.lines[0];
      if (!best) return;
      const own = view.seatNames[view.toMove];
      const forFirst = view.toMove === 0 || view.seatNames.length !== 2 ? best.score : turnScore(best.score);
      // The bar shows the share of whoever sits below.
      const share = findShare(forFirst);
      fillBar.style.setProperty("--share", `${100 * (isFlipped ? 1 - share : share)}%`);
      bar.dataset.below = sides[isFlipped ? 1 : 0] ?? "";
      setText(words, wordScore(best.score));
      bar.setAttribute("aria-label", `Evaluation for ${own}: ${wordScore(best.score)}`);
      setText(depth, `depth ${report.depth}, ${report.nodes.toLocaleString("en")} positions; scores are for ${own}`);
      fill(
        list,
        report.lines.map((line) =>
          make("li", {}, make("b", {}, wordScore(line.score)), " ", line.moves.slice(0, LONGEST_LINE).join(" ")),
        ),
      );
    },
    /** @param {string} text */
    tell(text) {
      setText(words, "");
      setText(depth, text);
      fill(list);
    },
    /** @param {boolean} isOn */
    setOn(isOn) {
      barRoot.hidden = !isOn;
      linesRoot.hidden = !isOn;
    },
  };
}
