// Steps through a game. What each move changes on the board is written in the attributes of the moves.
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const board = document.querySelector("svg.board");
  const controls = document.querySelector(".controls");
  const moves = [...document.querySelectorAll(".moves li[data-set]")];
  if (!board || !controls) return;

  const width = Number(board.dataset.width);
  const height = Number(board.dataset.height);
  const cell = Number(board.dataset.cell);
  const pieces = board.querySelector(".pieces");
  const marks = board.querySelector(".marks");
  const slider = controls.querySelector("input");
  const status = controls.querySelector("[role=status]");
  const play = controls.querySelector("[data-step=play]");
  const text = document.querySelector(".board-side pre");
  const start = read(board.dataset.start);
  let shown = moves.length;
  let isFlipped = false;
  let timer = 0;

  function read(packed) {
    return packed ? packed.split(" ").map((pair) => pair.split(":")) : [];
  }

  function placeOf(number) {
    const place = isFlipped ? width * height - 1 - number : number;
    return [(place % width) * cell, Math.floor(place / width) * cell];
  }

  function make(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

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

  function writeText(found) {
    const names = (what) => [...board.querySelectorAll(`.coordinates [data-${what}]`)].map((name) => name.textContent);
    const rows = names("row");
    const columns = names("col");
    const cells = rows.map(() => columns.map(() => "."));
    for (const [place, piece] of found) {
      const shape = piece && document.getElementById(`piece-${piece}`);
      if (shape) cells[Math.floor(place / width)][place % width] = shape.dataset.cell;
    }
    const size = Math.max(...[...cells.flat(), ...columns].map((name) => name.length));
    const side = Math.max(...rows.map((name) => name.length));
    const write = (name, row) => `${name.padStart(side)} ${row.map((each) => each.padStart(size)).join(" ")}`;
    return [...cells.map((row, number) => write(rows[number], row)), write("", columns)].join("\n");
  }

  function show(ply) {
    shown = Math.max(0, Math.min(moves.length, ply));
    draw();
    slider.value = String(shown);
    const move = moves[shown - 1];
    for (const other of moves) other.classList.toggle("current", other === move);
    const words = move ? move.querySelector("a").textContent : "the beginning";
    status.textContent = `${words} (${shown} of ${moves.length})`;
    slider.setAttribute("aria-valuetext", words);
    board.setAttribute("aria-label", `The board after ${shown} of ${moves.length} moves`);
    const list = document.querySelector(".moves");
    if (move && list) list.scrollTop = move.offsetTop - list.offsetTop - list.clientHeight / 2;
    if (shown === moves.length) stop();
  }

  function flip() {
    isFlipped = !isFlipped;
    const middle = [(width * cell) / 2, (height * cell) / 2];
    board.querySelector(".ground").setAttribute("transform", isFlipped ? `rotate(180 ${middle.join(" ")})` : "");
    for (const name of board.querySelectorAll(".coordinates text")) {
      const { row, col } = name.dataset;
      if (row !== undefined) name.setAttribute("y", (isFlipped ? height - 1 - row : Number(row)) * cell + cell / 2);
      else name.setAttribute("x", (isFlipped ? width - 1 - col : Number(col)) * cell + cell / 2);
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

  const steps = {
    first: () => show(0),
    back: () => show(shown - 1),
    forward: () => show(shown + 1),
    last: () => show(moves.length),
    play: toggle,
    flip,
  };
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
      steps[button.dataset.step]();
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
    move.querySelector("a").addEventListener("click", () => show(number + 1));
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
