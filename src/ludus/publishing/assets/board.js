// Steps through a game. What each move changes on the board is written in the attributes of the moves.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const drawing = /** @type {SVGElement} */ (document.querySelector("svg.board"));
  const controls = /** @type {HTMLElement | null} */ (document.querySelector(".controls"));
  const moves = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".moves li[data-set]"))];
  if (!drawing || !controls) return;

  const width = Number(drawing.dataset.width);
  const height = Number(drawing.dataset.height);
  const cell = Number(drawing.dataset.cell);
  const pieces = find(drawing, ".pieces");
  const marks = find(drawing, ".marks");
  const slider = /** @type {HTMLInputElement} */ (find(controls, "input"));
  const status = find(controls, "[role=status]");
  const play = find(controls, "[data-step=play]");
  const text = find(document, ".board-side pre");
  const start = read(drawing.dataset.start);
  let shown = moves.length;
  let isFlipped = false;
  let timer = 0;

  /**
   * Find what every page with a board has.
   * @param {ParentNode} root
   * @param {string} selector
   */
  function find(root, selector) {
    const found = root.querySelector(selector);
    if (!found) throw new Error(`expected ${selector} on this page`);
    return found;
  }

  /**
   * Read places and the pieces there.
   * @param {string} [packed]
   * @returns {[string, string][]}
   */
  function read(packed) {
    return packed ? packed.split(" ").map((pair) => /** @type {[string, string]} */ (pair.split(":"))) : [];
  }

  /** @param {number} number */
  function placeOf(number) {
    const place = isFlipped ? width * height - 1 - number : number;
    return [(place % width) * cell, Math.floor(place / width) * cell];
  }

  /**
   * @param {string} name
   * @param {Record<string, string | number>} attributes
   */
  function make(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
  }

  /** @param {number} ply */
  function findPieces(ply) {
    const found = new Map(start);
    for (const move of moves.slice(0, ply)) {
      for (const [place, piece] of read(move.dataset.set)) found.set(place, piece);
    }
    return found;
  }

  function draw() {
    const found = findPieces(shown);
    pieces.replaceChildren();
    for (const [place, piece] of found) {
      const [x, y] = placeOf(Number(place));
      if (piece) pieces.append(make("use", { href: `#piece-${piece}`, x, y }));
    }
    const last = moves[shown - 1];
    marks.replaceChildren();
    for (const place of last && last.dataset.marks ? last.dataset.marks.split(" ") : []) {
      const [x, y] = placeOf(Number(place));
      marks.append(make("rect", { x: x + 2, y: y + 2, width: cell - 4, height: cell - 4 }));
    }
    text.textContent = writeText(found);
  }

  /** @param {Map<string, string>} found */
  function writeText(found) {
    const rows = listNames("row");
    const columns = listNames("col");
    const cells = rows.map(() => columns.map(() => "."));
    for (const [place, piece] of found) {
      const shape = piece && document.getElementById(`piece-${piece}`);
      if (shape) cells[Math.floor(Number(place) / width)][Number(place) % width] = shape.dataset.cell ?? "";
    }
    const size = Math.max(...[...cells.flat(), ...columns].map((name) => name.length));
    const side = Math.max(...rows.map((name) => name.length));
    /** @type {(name: string, row: string[]) => string} */
    const write = (name, row) => `${name.padStart(side)} ${row.map((each) => each.padStart(size)).join(" ")}`;
    return [...cells.map((row, number) => write(rows[number], row)), write("", columns)].join("\n");
  }

  /** @param {"row" | "col"} what */
  function listNames(what) {
    return [...drawing.querySelectorAll(`.coordinates [data-${what}]`)].map((name) => name.textContent ?? "");
  }

  /** @param {number} ply */
  function show(ply) {
    shown = Math.max(0, Math.min(moves.length, ply));
    draw();
    slider.value = String(shown);
    const move = moves[shown - 1];
    for (const other of moves) other.classList.toggle("current", other === move);
    const words = move ? (find(move, "a").textContent ?? "") : "the beginning";
    status.textContent = `${words} (${shown} of ${moves.length})`;
    slider.setAttribute("aria-valuetext", words);
    drawing.setAttribute("aria-label", `The board after ${shown} of ${moves.length} moves`);
    const list = /** @type {HTMLElement | null} */ (document.querySelector(".moves"));
    if (move && list) list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (shown === moves.length) stop();
  }

  function flip() {
    isFlipped = !isFlipped;
    const middle = [(width * cell) / 2, (height * cell) / 2];
    find(drawing, ".ground").setAttribute("transform", isFlipped ? `rotate(180 ${middle.join(" ")})` : "");
    /** @type {(number: number, count: number) => string} */
    const middleOf = (number, count) => String((isFlipped ? count - 1 - number : number) * cell + cell / 2);
    const names = /** @type {NodeListOf<SVGElement>} */ (drawing.querySelectorAll(".coordinates text"));
    for (const name of names) {
      const { row, col } = name.dataset;
      if (row !== undefined) name.setAttribute("y", middleOf(Number(row), height));
      else name.setAttribute("x", middleOf(Number(col), width));
    }
    draw();
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
  }

  function toggle() {
    if (timer) return stop();
    if (shown === moves.length) show(0);
    play.textContent = "Pause";
    timer = setInterval(() => show(shown + 1), 700);
  }

  /** @type {Record<string, () => void>} */
  const steps = {
    first: () => show(0),
    back: () => show(shown - 1),
    forward: () => show(shown + 1),
    last: () => show(moves.length),
    play: toggle,
    flip,
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: steps.back,
    ArrowRight: steps.forward,
    ArrowUp: steps.first,
    ArrowDown: steps.last,
    Home: steps.first,
    End: steps.last,
  };

  for (const button of controls.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      if (button !== play) stop();
      steps[button.dataset.step ?? ""]();
    });
  }
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!isPlain || !keys[event.key]) return;
    event.preventDefault();
    stop();
    keys[event.key]();
  });
  moves.forEach((move, number) => {
    find(move, "a").addEventListener("click", () => show(number + 1));
  });
  function showLinked() {
    const number = moves.findIndex((move) => `#${move.id}` === location.hash);
    if (number >= 0) show(number + 1);
  }
  addEventListener("hashchange", showLinked);
  controls.hidden = false;
  show(moves.length);
  showLinked();
})();
