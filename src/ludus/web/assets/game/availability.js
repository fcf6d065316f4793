/** Which buttons of a game can be used at the position that is shown. */

/**
 * @param {ReturnType<typeof import('./controls.js').mountControls>} controls
 * @param {import('../lib/types.js').GameControl} control
 * @param {number} ply
 * @param {{insight: import('./insight.js').Insight, canPlayFrom: boolean}} page
 */
export function showAvailability(controls, control, ply, { insight, canPlayFrom }) {
  const seat = control.findSeatToMove();
  const { status, moves, views, thinking, seats } = control.state;
  const plays = seats.some((each) => each.yours && each.kind === "person");
  const isOver = status === "over";
  for (const name of ["first", "back"]) controls.enable(name, ply > 0);
  for (const name of ["forward", "last"]) controls.enable(name, ply < moves.length);
  controls.enable("undo", plays && moves.length > 0, !plays);
  controls.enable("resign", status === "playing", !plays || isOver);
  controls.enable("hint", !views[ply].over && thinking === null && (seat !== null || isOver));
  controls.enable("threats", true, control.threats === null);
  controls.enable("engine", true, control.analyse === null);
  controls.enable("playFrom", !views[ply].over, !canPlayFrom || !isOver);
  controls.press("engine", insight.isEngineOn);
  controls.press("threats", insight.hasThreats);
}
