/** What an animation shows of a move, found from two boards and the move's text. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { findEffects, splitMove } from "../../../src/ludus/web/assets/board/difference.js";
import { Layout } from "../../../src/ludus/web/assets/board/geometry.js";

const layout = new Layout(["4", "3", "2", "1"].map((rank) => [..."abcd"].map((file) => file + rank)));

/** Read two drawn boards and list the effects in words. */
function watch(before, after, move) {
  const [was, is] = [before, after].map((rows) => [...rows.replaceAll(" ", "")]);
  const name = (place) => layout.names[place];
  return findEffects(was, is, move, layout)
    .map((effect) =>
      "from" in effect
        ? `${effect.kind} ${name(effect.from)} ${name(effect.to)}`
        : `${effect.kind} ${effect.cell} ${name(effect.place)}`,
    )
    .sort();
}

test("a step slides", () => {
  assert.deepEqual(watch("P... .... .... ....", ".... P... .... ....", "a4-a3"), ["slide a4 a3"]);
});

test("a captured piece fades, whether the mover lands on it or jumps over it", () => {
  assert.deepEqual(watch("Pq.. .... .... ....", ".P.. .... .... ....", "a4-b4"), ["fade q b4", "slide a4 b4"]);
  assert.deepEqual(watch("b... .w.. .... ....", ".... .... ..b. ....", "a4-c2"), ["fade w b3", "slide a4 c2"]);
});

test("pieces that change sides turn, those that a promotion changes slide to where they change", () => {
  assert.deepEqual(watch("Z... .p.. .... ....", ".Z.. .Z.. .... ....", "a4-b4"), ["slide a4 b4", "turn p b3"]);
  assert.deepEqual(watch(".... P... .... ....", "Z... .... .... ....", "a3-a4"), ["slide a3 a4"]);
});

test("a fling goes over the flinger in an arc, and both vanish where it hits", () => {
  assert.deepEqual(watch("PF.. .... .... ....", ".F.P .... .... ....", "a4^b4-d4"), ["arc a4 d4"]);
  assert.deepEqual(watch("PF.q .... .... ....", ".F.. .... .... ....", "a4^b4-d4"), ["arc a4 d4", "fade q d4"]);
});

test("a shot runs along its line to the edge, and what it hits fades", () => {
  const effects = watch("C... .... ..p. ....", "C... .... .... ....", "a4*b3");
  assert.deepEqual(effects, ["fade p c2", "streak a4 d1"]);
});

test("an arrow and a spear fly from where the amazon has come to", () => {
  const [before, after] = ["A... .... .... ....", "..A. .... ..#. ...."];
  assert.deepEqual(watch(before, after, "a4-c4/c2"), ["arrow c4 c2", "drop . c2", "slide a4 c4"]);
  assert.deepEqual(watch(before, after, "a4-c4*c2"), ["drop . c2", "slide a4 c4", "spear c4 c2"]);
});

test("an arrow destroys the treasure that it hits", () => {
  const effects = watch("A... .... ..3. ....", "..A. .... ..#. ....", "a4-c4/c2");
  assert.deepEqual(effects, ["arrow c4 c2", "drop 3 c2", "fade 3 c2", "slide a4 c4"]);
});

test("an arrow may end where the amazon came from", () => {
  const effects = watch("A... .... .... ....", "#.A. .... .... ....", "a4-c4/a4");
  assert.deepEqual(effects, ["arrow c4 a4", "drop A a4", "slide a4 c4"]);
});

test("a stone drops and its captures fade", () => {
  assert.deepEqual(watch("wbb. .... .... ....", "w..w .... .... ....", "d4"), [
    "drop . d4",
    "fade b b4",
    "fade b c4",
  ]);
});

test("without a text a piece that vanished here and appeared there has slid", () => {
  assert.deepEqual(watch("P... .... .... ....", ".... .P.. .... ....", undefined), ["slide a4 b3"]);
});

test("boards that differ by more than a move show no effects", () => {
  const wide = new Layout([Array.from({ length: 60 }, (_, col) => `a${col}`)]);
  assert.deepEqual(findEffects(Array(60).fill("."), Array(60).fill("x"), "a0", wide), []);
});

test("a move falls into its squares and the marks before them", () => {
  assert.deepEqual(splitMove("a1^b2-d4"), [
    { mark: "", square: "a1" },
    { mark: "^", square: "b2" },
    { mark: "-", square: "d4" },
  ]);
});
