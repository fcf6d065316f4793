/** The app of a site without a server: one page, whose address says behind `#` what it shows. */

import { Engines } from "../game/engines.js";
import { mountGame } from "../game/page.js";
import { keepGame } from "../game/kept_games.js";
import { mountHome } from "../home/home.js";
import { readData } from "../lib/data.js";
import { find, make } from "../lib/dom.js";
import { mountFrame, shortenTitle } from "../lib/frame.js";
import { startPackedCore } from "./core_source.js";
import { makeGame, makeLocalLobby, openKeptGame } from "./local_lobby.js";
import { mountReplayForm, openReplay } from "./replay.js";
import { mountRules } from "./rules.js";

/** @typedef {import('../lib/types.js').GameControl} GameControl */

/** @type {{games: import('../lib/types.js').GameInfo[]}} */
const { games } = readData("catalogue");
const root = find("content");
const engines = new Engines(startPackedCore);
/** @type {{close(): void}|null} */
let shown = null;

/** Show what the address asks for. */
async function route() {
  shown?.close();
  shown = null;
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const words = new URLSearchParams(query);
  document.title = "Ludus";
  try {
    if (path === "rules") mountRules(root, games);
    else if (path === "replay") await showReplay(words);
    else if (path.startsWith("game/")) showGame(await openKeptGame(path.slice(5), games, engines));
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
  const game = words.get("game");
  if (!game) return mountReplayForm(root, async (record) => showGame(await openReplay(record, games, engines)));
  const moves = (words.get("moves") ?? "").split(" ").filter((move) => move !== "");
  const record = { game, start: words.get("position") ?? "", moves, names: [], verdict: null };
  showGame(await openReplay(record, games, engines));
}

/** @param {GameControl} control */
function showGame(control) {
  const { info, seats } = control.state;
  document.title = `${shortenTitle(info)} · Ludus`;
  shown = mountGame(root, control, {
    newGame: () => {
      location.hash = `?game=${info.name}`;
    },
    playFrom: (text) => {
      const usual = seats.map((_, seat) => describeSeat(seat));
      const game = makeGame(info.name, text, usual);
      keepGame(game);
      go(game.id);
    },
  });
}

/**
 * Who plays on from a position: the person against the engine.
 * @param {number} seat
 * @returns {import('../lib/types.js').SeatState}
 */
function describeSeat(seat) {
  if (seat === 0) return { kind: "person", name: "", yours: true, claimed: true };
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
