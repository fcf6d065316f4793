/** The app of a site without a server: one page, whose address says behind `#` what it shows. */

import { Engines } from "../game/engines.js";
import { keepGame } from "../game/kept_games.js";
import { viewPosition } from "../games/view.js";
import { mountHome } from "../home/home.js";
import { readData } from "../lib/data.js";
import { find, make } from "../lib/dom.js";
import { mountFrame, shortenTitle } from "../lib/frame.js";
import { startPackedCore } from "./core_source.js";
import { makeGame, makeLocalLobby, openKeptGame } from "./local_lobby.js";
import { mountRules } from "./rules.js";

/** @typedef {import('../lib/types.js').GameControl} GameControl */

/** @type {{games: import('../lib/types.js').GameInfo[]}} */
const { games } = readData("catalogue");
const root = find("content");
const engines = new Engines(startPackedCore);
/** @type {{close(): void}|null} */
let shown = null;
/** Counts what was asked for: whoever goes on before a game is loaded does not get it afterwards. */
let visits = 0;

/** Show what the address asks for. */
async function route() {
  shown?.close();
  shown = null;
  visits++;
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const words = new URLSearchParams(query);
  document.title = "Ludus";
  try {
    if (path === "rules") mountRules(root, games);
    else if (path === "replay") await showReplay(words);
    else if (path.startsWith("game/")) await showGame(await openKeptGame(path.slice(5), games, engines));
    else mountHome(root, makeLocalLobby(games, engines, go), words.get("game") ?? undefined);
  } catch (error) {
    root.replaceChildren(
      make("h1", {}, "This cannot be shown"),
      make("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
      make("p", {}, make("a", { href: "#" }, "Begin a game")),
    );
  }
}

/** @param {string} id */
function go(id) {
  location.hash = `game/${id}`;
}

/** @param {URLSearchParams} words */
async function showReplay(words) {
  const { mountReplayForm, openReplay } = await import("./replay.js");
  const game = words.get("game");
  if (!game) return mountReplayForm(root, async (record) => showGame(await openReplay(record, games, engines)));
  const moves = (words.get("moves") ?? "").split(" ").filter((move) => move !== "");
  const record = { game, start: words.get("position") ?? "", moves, names: [], verdict: null };
  await showGame(await openReplay(record, games, engines));
}

/** @param {GameControl} control */
async function showGame(control) {
  const visit = visits;
  // The board is loaded when it is needed: the first page is painted without it.
  const { mountGame } = await import("../game/page.js");
  if (visit !== visits) return control.close();
  const { info, seats } = control.state;
  document.title = `${shortenTitle(info)} · Ludus`;
  shown = mountGame(root, control, {
    newGame: () => {
      location.hash = `?game=${info.name}`;
    },
    async playAgain() {
      // Everybody moves one seat on.
      begin(info.name, control.state.views[0].text, [...seats.slice(-1), ...seats.slice(0, -1)]);
    },
    playFrom: (text) => {
      const { toMove } = viewPosition(info.name, text);
      begin(
        info.name,
        text,
        seats.map((_, seat) => describeSeat(seat === toMove)),
      );
    },
  });
}

/**
 * Make a game, and go there.
 * @param {string} name
 * @param {string} start
 * @param {import('../lib/types.js').SeatState[]} seats
 */
function begin(name, start, seats) {
  const game = makeGame(name, start, seats);
  keepGame(game);
  go(game.id);
}

/**
 * Who plays on from a position: the person whose turn it is, against the engine.
 * @param {boolean} isToMove
 * @returns {import('../lib/types.js').SeatState}
 */
function describeSeat(isToMove) {
  if (isToMove) return { kind: "person", name: "", yours: true, claimed: true };
  return { kind: "level", level: 5, name: "Engine", where: "page", yours: true, claimed: true };
}

mountFrame([
  { href: "#", words: "Ludus" },
  { href: "#rules", words: "Rules" },
  { href: "#replay", words: "Replay" },
]);
addEventListener("hashchange", () => void route());
if (location.protocol.startsWith("http") && "serviceWorker" in navigator)
  void navigator.serviceWorker.register("service-worker.js").catch(() => null);
void route();
