/** The parts of the board that need no page: places, keys, labels, the legend and the touched squares. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { FIGURES } from "../../../src/ludus/web/assets/board/figures.js";
import { Layout, listStars } from "../../../src/ludus/web/assets/board/geometry.js";
import { readKey } from "../../../src/ludus/web/assets/board/keys.js";
import { describeLook, findLook, labelCell } from "../../../src/ludus/web/assets/board/labels.js";
import { listEntries } from "../../../src/ludus/web/assets/board/legend.js";
import { Path } from "../../../src/ludus/web/assets/board/path.js";

const SQUARES = [
  ["a3", "b3", "c3"],
  ["a2", "b2", "c2"],
  ["a1", "b1", "c1"],
];
const NO_KEYS = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test("a point of the picture belongs to the cell that is drawn there, also on a turned board", () => {
  const layout = new Layout(SQUARES);
  for (const isFlipped of [false, true]) {
    layout.isFlipped = isFlipped;
    for (const place of layout.names.keys()) {
      const { x, y } = layout.middle(place);
      assert.equal(layout.placeAt(x, y), place);
    }
  }
  assert.equal(layout.placeAt(-1, 5), -1);
  assert.equal(layout.placeAt(5, 3 * 48 + 1), -1);
});

test("coordinates are what the names of a row or a column share, whichever comes first", () => {
  const files = new Layout(SQUARES);
  assert.deepEqual(
    [files.rowNames, files.columnNames],
    [
      ["3", "2", "1"],
      ["a", "b", "c"],
    ],
  );
  const rows = new Layout([
    ["10J", "10K"],
    ["9J", "9K"],
  ]);
  assert.deepEqual(
    [rows.rowNames, rows.columnNames],
    [
      ["10", "9"],
      ["J", "K"],
    ],
  );
});

test("a short row leaves gaps that no pointer and no key can reach", () => {
  const layout = new Layout([["a2"], ["a1", "b1"]]);
  assert.equal(layout.placeAt(50, 10), -1);
  const up = readKey({ key: "ArrowUp", ...NO_KEYS }, layout.place("b1"), layout, () => true);
  assert.deepEqual(up, { kind: "go", place: layout.place("b1") });
});

test("a board of 19 lines has nine star points, a small one has fewer", () => {
  assert.equal(listStars(19, 19).length, 9);
  assert.deepEqual(listStars(5, 5), [[2, 2]]);
});

test("arrow keys walk as the eye sees the board, also when it is turned", () => {
  const layout = new Layout(SQUARES);
  const go = (key) => layout.names[readKey({ key, ...NO_KEYS }, layout.place("b2"), layout, () => false).place];
  const keys = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
  assert.deepEqual(keys.map(go), ["b3", "c2", "b1", "a2"]);
  layout.isFlipped = true;
  assert.deepEqual(keys.map(go), ["b1", "a2", "b3", "c2"]);
});

test("with Shift an arrow key goes on to the next cell that may be touched", () => {
  const layout = new Layout(SQUARES);
  const isOffered = (place) => layout.names[place] === "c3";
  const read = (key) => readKey({ key, ...NO_KEYS, shiftKey: true }, layout.place("a3"), layout, isOffered).place;
  assert.equal(layout.names[read("ArrowRight")], "c3");
  assert.equal(layout.names[read("ArrowDown")], "a2");
});

test("keys of the browser and of the page are left alone", () => {
  const layout = new Layout(SQUARES);
  for (const event of [
    { key: "f" },
    { key: "Home" },
    { key: "ArrowUp", altKey: true },
    { key: "Enter", ctrlKey: true },
  ])
    assert.equal(
      readKey({ ...NO_KEYS, ...event }, 0, layout, () => true),
      null,
    );
});

test("a label says square, piece and what can be done", () => {
  const state = { isSelected: false, isOffered: true, hasBegun: false, isEmpty: false, isLast: false };
  const man = describeLook({ owner: 1, kind: "stone", words: "man" }, ["Black", "White"], []);
  assert.equal(labelCell("g6", man, state), "g6, white man, can move");
  assert.equal(labelCell("g6", "empty", { ...state, hasBegun: true, isLast: true }), "g6, empty, target, last move");
  assert.equal(describeLook({ owner: 0, kind: "amazon", words: "amazon" }, [], ["ann"]), "amazon of ann");
});

test("a cell without a look is shown by its text", () => {
  assert.deepEqual(findLook({}, "x7"), { owner: null, kind: "piece", words: "x7" });
});

test("every kind of the built-in games has a drawing of its own", () => {
  const chezz = ["king", "queen", "rook", "bishop", "knight", "peon", "zombie", "cannon", "flinger"];
  const amazons = ["amazon", "blocked", "horse", "broken arrow", "spear"];
  const drawings = [...chezz, ...amazons].map((kind) => JSON.stringify(FIGURES[kind]));
  assert.ok(!drawings.includes(undefined));
  assert.equal(new Set(drawings).size, drawings.length);
});

test("a legend names each kind once, and treasure and artifact of one cell apart", () => {
  const looks = {
    ".": { owner: null, kind: "empty", words: "empty" },
    "3h": { owner: null, kind: "artifact", words: "treasure of 3 and horse" },
    5: { owner: null, kind: "treasure", words: "treasure of 5" },
    A2: { owner: 1, kind: "amazon", words: "amazon" },
  };
  const view = { rows: [], looks, seatNames: ["ann", "bob"], toMove: 0, over: false };
  const words = listEntries(view, []).map((entry) => entry.words);
  assert.deepEqual(words.sort(), ["amazon of bob", "horse", "treasure and its worth"]);
});

/** Answers like the rules of a game with these moves. */
function answer(moves) {
  return async (touched) => {
    const going = moves
      .map((move) => move.split(" "))
      .filter((path) => touched.every((square, i) => path[i] === square));
    const next = going.filter((path) => path.length > touched.length).map((path) => path[touched.length]);
    const isMove = touched.length > 0 && going.some((path) => path.length === touched.length);
    return { next: [...new Set(next)], move: isMove ? touched.join("-") : null };
  };
}

/** Touch squares one after another, without waiting, and list what was played and refused. */
async function touch(moves, ...squares) {
  const told = [];
  const path = new Path(answer(moves), {
    play: (_, move) => told.push(move),
    changed: () => {},
    refused: (touched) => told.push(`no ${touched.join(" ")}`),
    failed: (message) => told.push(message),
  });
  path.begin();
  for (const square of squares) path.touch(square);
  await path.waiting;
  return { told, path };
}

const FORK = ["a b", "a b c", "d e"];

test("a path that cannot go on is played at once, however fast the squares are touched", async () => {
  assert.deepEqual((await touch(FORK, "d", "e")).told, ["d-e"]);
  assert.deepEqual((await touch(FORK, "a", "b", "c")).told, ["a-b-c"]);
});

test("a path that is a move and can go on is played when its last square is touched again", async () => {
  assert.deepEqual((await touch(FORK, "a", "b")).told, []);
  assert.deepEqual((await touch(FORK, "a", "b", "b")).told, ["a-b"]);
});

test("touching another piece begins anew, touching elsewhere gives up, touching the piece again too", async () => {
  assert.deepEqual((await touch(FORK, "a", "d", "e")).told, ["d-e"]);
  const elsewhere = await touch(FORK, "a", "z");
  assert.deepEqual([elsewhere.told, elsewhere.path.touched], [["no a z"], []]);
  const again = await touch(FORK, "a", "a");
  assert.deepEqual([again.told, again.path.touched], [[], []]);
});

test("nothing can be touched after a move until the next turn begins", async () => {
  const { told, path } = await touch(FORK, "d", "e", "a", "b", "b");
  assert.deepEqual(told, ["d-e"]);
  path.begin();
  path.touch("a");
  await path.waiting;
  assert.deepEqual(path.touched, ["a"]);
});

test("an answer that comes after the turn has ended is ignored", async () => {
  let reply = (_) => {};
  const path = new Path(() => new Promise((resolve) => (reply = resolve)), {
    play: () => assert.fail("played"),
    changed: () => {},
    refused: () => {},
    failed: () => {},
  });
  path.begin();
  await Promise.resolve();
  path.stop();
  reply({ next: ["a"], move: null });
  await path.waiting;
  assert.equal(path.next.size, 0);
});

test("rules that cannot be asked are told, and the board stays usable", async () => {
  const told = [];
  let isBroken = true;
  const ask = async (touched) => {
    if (isBroken) throw new Error("no connection");
    return answer(FORK)(touched);
  };
  const path = new Path(ask, {
    play: (_, move) => told.push(move),
    changed: () => {},
    refused: () => {},
    failed: (message) => told.push(message),
  });
  path.begin();
  await path.waiting;
  isBroken = false;
  path.begin();
  path.touch("d");
  path.touch("e");
  await path.waiting;
  assert.deepEqual(told, ["no connection", "d-e"]);
});
