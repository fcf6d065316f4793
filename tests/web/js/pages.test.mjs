/** The parts of the pages that need no page: typed moves, scores, clocks, records, reasons, events, new boards. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { wordTime } from "../../../src/ludus/web/assets/game/clock.js";
import { makeArrows } from "../../../src/ludus/web/assets/game/analysis.js";
import { listKeptGames } from "../../../src/ludus/web/assets/game/kept_games.js";
import { readRecord } from "../../../src/ludus/web/assets/game/record.js";
import { applyEvent } from "../../../src/ludus/web/assets/game/server_events.js";
import { makeStart } from "../../../src/ludus/web/assets/games/start.js";
import { listSpellings, splitTyped, squaresOf } from "../../../src/ludus/web/assets/games/typed_move.js";
import { explain, nameSquares, viewPosition } from "../../../src/ludus/web/assets/games/view.js";
import { findShare, turnScore, wordScore } from "../../../src/ludus/web/assets/lib/score.js";

const EMPTY_PENTE = `${Array(19).fill("19").join("/")} 0,0 w`;
const CHEZZ = "fncqkbnr/ppppzppp/8/8/8/8/PPPPZPPP/FNCQKBNR w";

test("a move is understood as people type it: case, order, marks and spaces do not matter", () => {
  const pente = nameSquares("pente", EMPTY_PENTE);
  for (const typed of ["10K", "10k", "k10", " K 10 "]) assert.deepEqual(splitTyped(pente, typed)?.squares, ["10K"]);
  const chezz = nameSquares("chezz", CHEZZ);
  for (const typed of ["e2e3", "E2 e3", "e2-e3", "e2, e3"])
    assert.deepEqual(splitTyped(chezz, typed)?.squares, ["e2", "e3"]);
  for (const typed of ["", "hello", "e2-e9", "e2;e3", "<b>e2</b>"]) assert.equal(splitTyped(chezz, typed), null);
});

test("a mark that is typed counts, and every mark is tried where none is", () => {
  assert.deepEqual(listSpellings({ squares: ["a1", "b2"], marks: ["*"] }), ["a1*b2"]);
  assert.deepEqual(listSpellings({ squares: ["a1", "b2"], marks: [""] }), ["a1-b2", "a1/b2", "a1*b2", "a1^b2"]);
  assert.deepEqual(squaresOf("a1^b2-d4"), ["a1", "b2", "d4"]);
});

test("scores are worded as everywhere in Ludus, and seen from both sides", () => {
  assert.equal(wordScore({ unit: "points", value: 1.25 }), "+1.25");
  assert.equal(wordScore({ unit: "points", value: -0.5 }), "−0.50");
  assert.equal(wordScore({ unit: "win", value: -3 }), "loss in 3");
  assert.equal(findShare({ unit: "points", value: 0 }), 0.5);
  assert.equal(findShare(turnScore({ unit: "win", value: 5 })), 0);
});

test("a clock shows tenths in the last seconds, and never less than nothing", () => {
  assert.deepEqual([300, 61.2, 10, 9.84, -1].map(wordTime), ["5:00", "1:02", "0:10", "9.8", "0.0"]);
});

test("a record that is none is refused in words", () => {
  for (const text of ["", "[]", "{}", '{"game": 1}', '{"game": "pente", "start": "", "moves": [1]}', "nonsense"])
    assert.throws(() => readRecord(text), /expected a record/);
});

test("the first line of a file of records is read", () => {
  const line = JSON.stringify({ game: "pente", start: "", moves: ["10K"], players: [{ name: "<b>" }] });
  assert.deepEqual(readRecord(`\n${line}\n${line}\n`).moves, ["10K"]);
  assert.deepEqual(readRecord(line).names, ["<b>"]);
});

test("a hostile record is shown shortened and without controls, or refused in words", () => {
  const names = ["\u202eevil\x1b[2J\u0000", { toString: 1 }, "x".repeat(1000)].map((name) => ({ name }));
  const record = { game: "pente", start: "", moves: [], players: names };
  assert.deepEqual(readRecord(JSON.stringify(record)).names, ["evil[2J", "", "x".repeat(60)]);
  const scores = Array(300_000).fill(1);
  assert.equal(readRecord(JSON.stringify({ ...record, verdict: { scores } })).verdict, null);
  assert.throws(
    () => readRecord(JSON.stringify({ ...record, moves: Array(100_000).fill("10K") })),
    /expected at most 20000 moves, found 100000/,
  );
});

test("a kept game that is damaged is passed over", () => {
  const good = { game: "pente", moves: [], seats: [{ kind: "person" }] };
  const games = [null, 7, { ...good, seats: undefined }, { ...good, seats: [null] }, { ...good, game: 1 }, good];
  const kept = new Map(games.map((game, id) => [`ludus.game.${id}`, JSON.stringify(game)]));
  kept.set("ludus.games", JSON.stringify([...games.keys(), "none"]));
  Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ key) => kept.get(key) ?? null } });
  assert.deepEqual(listKeptGames(), [good]);
});

test("why squares are no move is said in the words of the rules", () => {
  assert.equal(explain("pente", EMPTY_PENTE, ["1A"]), "White's first stone must be on 10K");
  assert.equal(explain("chezz", CHEZZ, ["e4"]), "e4 is empty");
  assert.equal(explain("chezz", CHEZZ, ["e7", "e6"]), "e7 holds a piece of the opponent");
  assert.match(explain("chezz", CHEZZ, ["g1", "g3"]), /a knight jumps/);
  assert.match(explain("chezz", CHEZZ, ["d1", "c1"]), /holds a friend/);
});

test("a new board of Amazons has the size and the players that were asked for", () => {
  const info = /** @type {any} */ ({ name: "amazons", start: "" });
  const view = viewPosition("amazons", makeStart(info, { size: "6x6", amazons: "1" }, 3, Math.random));
  assert.equal(view.rows.length, 6);
  assert.deepEqual(view.seatNames, ["player1", "player2", "player3"]);
});

test("options that differ from the usual ones follow the start", () => {
  const info = /** @type {any} */ ({ name: "pente", start: EMPTY_PENTE });
  assert.equal(makeStart(info, {}, 2, Math.random), EMPTY_PENTE);
  assert.equal(makeStart(info, { second_stone: "free" }, 2, Math.random), `${EMPTY_PENTE} second_stone=free`);
});

test("only moves that are nearly as good as the best get an arrow", () => {
  const line = (/** @type {number} */ value, /** @type {string} */ move) => ({
    score: { unit: "points", value },
    moves: [move],
  });
  const report = { depth: 1, nodes: 1, seconds: 1, lines: [line(1, "e2-e3"), line(0.9, "d2-d3"), line(-5, "a2-a3")] };
  assert.deepEqual(
    makeArrows(report).map((arrow) => arrow.from),
    ["e2", "d2"],
  );
});

test("an event that does not fit the moves so far makes the page load the game again", () => {
  const state = /** @type {any} */ ({ info: { name: "chezz" }, moves: [], views: [viewPosition("chezz", CHEZZ)] });
  const text = "fncqkbnr/ppppzppp/8/8/8/4Z3/PPPP1PPP/FNCQKBNR b";
  const played = { number: 1, kind: "played", seat: 0, move: "e2-e3", seconds: 1, text };
  assert.equal(applyEvent(state, { ...played, ply: 2 }), null);
  assert.equal(applyEvent(state, { ...played, ply: 1 })?.moves?.length, 1);
  assert.equal(applyEvent(state, { number: 1, kind: "something new" }), null);
});
