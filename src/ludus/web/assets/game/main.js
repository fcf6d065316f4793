/** The page of a game that lives on a server. */

import { Core } from "../core/core.js";
import { rememberGame } from "../home/visited.js";
import { readData } from "../lib/data.js";
import { find, make } from "../lib/dom.js";
import { ask } from "../lib/http.js";
import { findAssets, mountFrame, shortenTitle } from "../lib/frame.js";
import { Engines } from "./engines.js";
import { mountGame } from "./page.js";
import { nameSeat } from "./seats.js";
import { ServerGame } from "./server_game.js";

const root = find("content");
/** @type {{id: string}} */
const { id } = readData("game");

/** Start the core that lies beside the scripts. */
function startCore() {
  const assets = findAssets();
  return Core.start({ workerUrl: `${assets}core/worker.js`, wasmUrl: `${assets}core/core.wasm` });
}

/** @param {ServerGame} game */
function remember(game) {
  const { info, seats, moves, status } = game.state;
  const names = seats.map((_, seat) => nameSeat(game.state, seat)).join(" – ");
  const words = `${shortenTitle(info)}: ${names}, ${moves.length} moves`;
  rememberGame({ id, words, isOver: status === "over" });
}

mountFrame([{ href: "/", words: "Ludus" }]);
try {
  const game = await ServerGame.open(id, new Engines(startCore));
  document.title = `${shortenTitle(game.state.info)} · Ludus`;
  remember(game);
  game.listen(() => remember(game));
  mountGame(root, game, {
    newGame: () => location.assign(`/?game=${encodeURIComponent(game.state.info.name)}`),
    async playAgain() {
      const { url } = await ask(`/api/games/${encodeURIComponent(id)}/rematch`, {});
      location.assign(url);
    },
    playFrom: null,
  });
} catch (error) {
  root.replaceChildren(
    make("h1", {}, "This game cannot be shown"),
    make("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
    make("p", {}, make("a", { href: "/" }, "Begin another one")),
  );
}
