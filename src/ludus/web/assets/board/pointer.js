/**
 * Mouse, pen and finger on a board: click-click, drag, and aiming by finger where the cells are small.
 *
 * A piece is picked up when the pointer goes down, and dropped where it goes up: on the same cell that was a click.
 * Whatever else is touched counts when the pointer goes up, so that a finger can slide to the cell it means.
 */

/**
 * @typedef {{
 *   placeAt(x: number, y: number): number,
 *   isActive(): boolean,
 *   isSelected(place: number): boolean,
 *   canPickUp(place: number): boolean,
 *   touch(place: number, byDrag: boolean): void,
 *   lift(place: number): void,
 *   drag(x: number, y: number): void,
 *   drop(): void,
 *   aim(place: number, byFinger: boolean): void,
 * }} Hand What a pointer does to a board.
 */

const DRAG_DISTANCE = 5;

/**
 * Listen to the pointers on an element.
 * @param {HTMLElement} element
 * @param {Hand} hand
 */
export function listenToPointer(element, hand) {
  /** @type {{id: number, place: number, x: number, y: number, wasSelected: boolean, isPiece: boolean, isDragged: boolean} | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button !== 0 || !event.isPrimary || !hand.isActive()) return;
    const place = hand.placeAt(event.clientX, event.clientY);
    if (place < 0) return;
    const isPiece = hand.canPickUp(place) || hand.isSelected(place);
    const wasSelected = hand.isSelected(place);
    held = { id: event.pointerId, place, x: event.clientX, y: event.clientY, wasSelected, isPiece, isDragged: false };
    element.setPointerCapture(event.pointerId);
    if (isPiece && !wasSelected) hand.touch(place, false);
    else if (!isPiece) hand.aim(place, event.pointerType === "touch");
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const { clientX: x, clientY: y } = event;
    if (!held) {
      hand.aim(hand.isActive() && event.pointerType === "mouse" ? hand.placeAt(x, y) : -1, false);
      return;
    }
    if (event.pointerId !== held.id) return;
    if (!held.isPiece) {
      hand.aim(hand.placeAt(x, y), event.pointerType === "touch");
      return;
    }
    if (!held.isDragged && Math.hypot(x - held.x, y - held.y) > DRAG_DISTANCE) {
      held.isDragged = true;
      hand.lift(held.place);
    }
    if (held.isDragged) {
      hand.drag(x, y);
      hand.aim(hand.placeAt(x, y), event.pointerType === "touch");
    }
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held || event.pointerId !== held.id) return;
    const { place: start, isPiece, isDragged, wasSelected } = held;
    const place = hand.placeAt(event.clientX, event.clientY);
    stop();
    if (place < 0) return;
    if (!isPiece) hand.touch(place, false);
    else if (place !== start) hand.touch(place, isDragged);
    else if (wasSelected && !isDragged) hand.touch(place, false);
  }

  function stop() {
    held = null;
    hand.drop();
    hand.aim(-1, false);
  }

  /** @param {PointerEvent} event */
  function leave(event) {
    if (!held) hand.aim(-1, false);
    else if (event.type === "pointercancel" && event.pointerId === held.id) stop();
  }

  /** @param {MouseEvent} event */
  function click(event) {
    // A click without a pointer comes from a screen reader or from voice control.
    const cell = event.target instanceof Element ? event.target.closest("[data-place]") : null;
    if (event.detail === 0 && cell && hand.isActive()) hand.touch(Number(cell.getAttribute("data-place")), false);
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", leave);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("click", click);
}
