/**
 * The page of a game, wherever the game lives: board, seats, moves, help for learners, and one key map.
 * It uses nothing but `GameControl` (lib/types.js), and looks back at earlier positions while the game goes on.
 */

import { mountBoard } from "../board/board.js";
import { mountLegend } from "../board/legend.js";
import { squaresOf } from "../games/typed_move.js";
import { setText } from "../lib/dom.js";
import { findAction, showKeys } from "../lib/keys.js";
import { changeSettings, readSettings } from "../lib/settings.js";
import { mountAnalysis } from "./analysis.js";
import { showAvailability } from "./availability.js";
import { showBanner } from "./banner.js";
import { mountControls } from "./controls.js";
import { Insight } from "./insight.js";
import { layOut } from "./layout.js";
import { mountMoveField } from "./move_field.js";
import { mountMoveList } from "./move_list.js";
import { copyText, saveFile } from "./saving.js";
import { mountSeats } from "./seats.js";
import { capitalise, wordStatus } from "./status.js";

/** @typedef {import('../lib/types.js').GameControl} GameControl */
/** @typedef {{newGame(): void, playAgain(): Promise<void>, playFrom: ((text: string) => void)|null}} Navigation */

/**
 * @param {HTMLElement} root
 * @param {GameControl} control
 * @param {Navigation} navigation
 * @returns {{close(): void}}
 */
export function mountGame(root, control, navigation) {
  const { info, squares } = control.state;
  const parts = layOut(root, info, control.place);
  const away = new AbortController();
  let settings = readSettings();
  let ply = control.state.moves.length;
  let plies = ply;
  let message = "";
  let { status, connection } = control.state;
  /** Whether the second seat sits below. */
  let isTurned = false;
  /** @type {boolean|null} */
  let isActive = null;

  const board = mountBoard(
    parts.board,
    { squares, ground: info.ground, sides: info.sides, game: info.name },
    {
      targets: (touched) => control.targets(touched),
      onMove: (_, move) => void play(move),
      onRefused: (touched) => void control.explain(touched).then((why) => say(`No move: ${why}.`)),
      say,
    },
  );
  const legend = mountLegend(/** @type {HTMLElement} */ (parts.legend.lastElementChild), info);
  const seatActions = {
    join: (/** @type {number} */ seat) => void attempt(control.join(seat)),
    takeOver: (/** @type {number} */ seat) => void attempt(control.takeOver(seat)),
  };
  const bannerActions = {
    copyLink: () => void copyText(control.share(), "The link").then(say),
    answer: (/** @type {boolean} */ accepted) => void attempt(control.answer(accepted)),
    playAgain: () => void attempt(navigation.playAgain()),
  };
  const far = mountSeats(parts.far, seatActions);
  const near = mountSeats(parts.near, seatActions);
  const moveList = mountMoveList(parts.moves, step);
  const field = mountMoveField(parts.field, control, { say, leave: () => board.focus() });
  const analysis = mountAnalysis(parts.bar, parts.lines, info.sides);
  const insight = new Insight(control, board, analysis, say);
  const controls = mountControls(parts.steps, parts.help, parts.more, act);

  /** @type {Record<string, () => unknown>} */
  const actions = {
    first: () => step(0),
    back: () => step(ply - 1),
    forward: () => step(ply + 1),
    last: () => step(control.state.moves.length),
    hint: () => insight.hint(),
    threats: () => insight.switchThreats(),
    engine: () => insight.switchEngine(),
    flip: () => {
      isTurned = !isTurned;
      board.flip();
    },
    undo: () => attempt(control.undo().then(say)),
    resign: () => (controls.confirm("resign") ? attempt(control.resign()) : say("Press again to resign.")),
    newGame: () => navigation.newGame(),
    playFrom: () => navigation.playFrom?.(control.state.views[ply].text),
    share: () => bannerActions.copyLink(),
    copyPosition: () => copyText(control.state.views[ply].text, "The position").then(say),
    download: () => attempt(control.record().then(({ name, text }) => saveFile(name, text))),
    arrows: () => applySettings({ arrows: !settings.arrows }),
    animation: () => applySettings({ animation: !settings.animation }),
    coordinates: () => applySettings({ coordinates: !settings.coordinates }),
    help: showKeys,
    field: () => field.focus(),
    board: () => board.focus(),
    rules: () => {
      parts.rules.open = !parts.rules.open;
    },
  };

  /** @param {string} name */
  function act(name) {
    if (!controls.isEnabled(name) && !["field", "board", "rules"].includes(name)) return;
    actions[name]?.();
    if (["threats", "engine", "flip"].includes(name)) showAround();
  }

  /** Show what has changed; who looks back at the game goes on doing so. */
  function update() {
    const { length } = control.state.moves;
    const follows = ply >= plies;
    const isNew = length !== plies;
    if (isNew) message = follows ? "" : "A new move was played.";
    else if (control.state.status !== status || control.state.connection !== connection) message = "";
    ({ status, connection } = control.state);
    const animate = follows && length === plies + 1;
    ply = follows ? length : Math.min(ply, length);
    plies = length;
    if (isNew) show(animate);
    else showAround();
  }

  /** @param {boolean} animate */
  function show(animate) {
    const { views, moves } = control.state;
    activate();
    const move = ply > 0 ? moves[ply - 1].move : "";
    board.show(views[ply], { lastMove: squaresOf(move), move, animate: animate && settings.animation });
    legend.show(views[ply]);
    insight.show(ply, isTurned);
    showAround();
  }

  /** Show everything but the board. */
  function showAround() {
    const { state } = control;
    activate();
    const all = [...state.seats.keys()];
    const isNear = (/** @type {number} */ each) => all.length === 2 && each === (isTurned ? 1 : 0);
    far.show(
      state,
      ply,
      all.filter((each) => !isNear(each)),
    );
    near.show(state, ply, all.filter(isNear));
    moveList.show(state, ply);
    showBanner(parts.banner, state, bannerActions);
    showAvailability(controls, control, ply, { insight, canPlayFrom: navigation.playFrom !== null });
    showStatus();
  }

  /** Let moves be entered if it is somebody's turn here; who has begun one is not disturbed. */
  function activate() {
    const mayMove = control.findSeatToMove() !== null && ply === control.state.moves.length;
    if (mayMove === isActive) return;
    isActive = mayMove;
    board.setActive(mayMove);
    field.setActive(mayMove);
  }

  function showStatus() {
    const { state } = control;
    setText(parts.status, message || wordStatus(state, ply, control.findSeatToMove()));
    parts.status.classList.toggle("trouble", state.connection !== "");
    parts.status.classList.toggle("over", state.status === "over" && ply === state.moves.length);
  }

  /** @param {string} text */
  function say(text) {
    message = text;
    showStatus();
  }

  /** @param {Promise<unknown>} doing */
  async function attempt(doing) {
    try {
      await doing;
    } catch (error) {
      say(`${capitalise(error instanceof Error ? error.message : String(error))}.`);
    }
  }

  /** @param {string} move */
  async function play(move) {
    try {
      await control.play(move);
    } catch (error) {
      show(false);
      say(`No move: ${error instanceof Error ? error.message : error}.`);
    }
  }

  /** @param {number} wanted */
  function step(wanted) {
    const next = Math.max(0, Math.min(control.state.moves.length, wanted));
    if (next === ply) return;
    const animate = next === ply + 1;
    ply = next;
    message = "";
    show(animate);
  }

  /** @param {Partial<import('../lib/settings.js').Settings>} changes */
  function applySettings(changes) {
    settings = changeSettings(changes);
    board.setOptions({ coordinates: settings.coordinates, animation: settings.animation });
    insight.setArrows(settings.arrows);
    for (const name of /** @type {const} */ (["arrows", "animation", "coordinates"]))
      controls.press(name, settings[name]);
  }

  document.addEventListener(
    "keydown",
    (event) => {
      const action = findAction(event);
      if (action === null) return;
      event.preventDefault();
      act(action);
    },
    { signal: away.signal },
  );
  isTurned = control.state.seats.findIndex((seat) => seat.yours && seat.kind === "person") === 1;
  // Stones on crossings have no direction, and their board is read from White's side.
  if (isTurned && info.sides.length > 0 && info.ground !== "crossings") board.flip();
  applySettings({});
  control.listen(update);
  show(false);

  return {
    close() {
      away.abort();
      far.close();
      near.close();
      board.destroy();
      control.close();
    },
  };
}
