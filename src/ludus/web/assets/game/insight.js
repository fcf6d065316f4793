/** Help for learners on the board: hints, threats, and what the engine thinks of the position that is shown. */

import { squaresOf } from "../games/typed_move.js";
import { wordScore } from "../lib/score.js";
import { makeArrows } from "./analysis.js";

/** @typedef {import('../lib/types.js').GameControl} GameControl */

export class Insight {
  isEngineOn = false;
  hasThreats = false;
  hasArrows = true;
  #control;
  #board;
  #analysis;
  #say;
  #ply = 0;
  #isTurned = false;
  /** Counts what was shown: answers to earlier questions no longer matter. */
  #shown = 0;
  /** @type {import('../lib/types.js').Report|null} */
  #report = null;

  /**
   * @param {GameControl} control
   * @param {import('../board/board.js').Board} board
   * @param {ReturnType<typeof import('./analysis.js').mountAnalysis>} analysis
   * @param {(text: string) => void} say
   */
  constructor(control, board, analysis, say) {
    this.#control = control;
    this.#board = board;
    this.#analysis = analysis;
    this.#say = say;
  }

  /**
   * Show what is wanted of the position after so many moves.
   * @param {number} ply
   * @param {boolean} isTurned Whether the first seat sits above.
   */
  show(ply, isTurned) {
    this.#ply = ply;
    this.#isTurned = isTurned;
    this.#shown++;
    this.#report = null;
    this.#board.setMarks([]);
    this.#board.setArrows([]);
    this.#analysis.setOn(this.isEngineOn);
    if (this.hasThreats) void this.#showThreats();
    if (this.isEngineOn) void this.#analyse();
  }

  switchEngine() {
    this.isEngineOn = !this.isEngineOn;
    if (!this.isEngineOn) this.#control.stopAnalysis();
    this.show(this.#ply, this.#isTurned);
  }

  switchThreats() {
    this.hasThreats = !this.hasThreats;
    this.show(this.#ply, this.#isTurned);
  }

  /** @param {boolean} hasArrows */
  setArrows(hasArrows) {
    this.hasArrows = hasArrows;
    this.#drawArrows();
  }

  /** Show the best move. */
  async hint() {
    const shown = this.#shown;
    this.#say("Looking for a good move…");
    try {
      const { move, score } = await this.#control.hint(this.#ply);
      if (shown !== this.#shown) return;
      this.#board.setMarks(squaresOf(move).map((square) => ({ square, kind: "hint" })));
      this.#say(`Hint: ${move}${score ? ` (${wordScore(score)})` : ""}.`);
      if (this.isEngineOn) void this.#analyse();
    } catch (error) {
      this.#say(`No hint: ${error instanceof Error ? error.message : error}.`);
    }
  }

  async #showThreats() {
    const shown = this.#shown;
    const found = await this.#control.threats?.(this.#ply).catch(() => null);
    if (!found || shown !== this.#shown) return;
    this.#board.setMarks(found.squares.map((square) => ({ square, kind: "threat" })));
    this.#say(`Threats: ${found.words}.`);
  }

  async #analyse() {
    const { analyse, state } = this.#control;
    const view = state.views[this.#ply];
    const shown = this.#shown;
    if (!analyse) return;
    if (view.over) return this.#analysis.tell("The game is over here.");
    this.#analysis.tell("thinking…");
    try {
      await this.#control.analyse?.(this.#ply, (report) => {
        if (shown !== this.#shown || report.lines.length === 0) return;
        this.#report = report;
        this.#analysis.show(report, view, this.#isTurned);
        this.#drawArrows();
      });
    } catch (error) {
      this.#analysis.tell(`The engine cannot tell: ${error instanceof Error ? error.message : error}.`);
    }
  }

  #drawArrows() {
    this.#board.setArrows(this.#report && this.hasArrows ? makeArrows(this.#report) : []);
  }
}
