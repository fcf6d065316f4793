/** The home page of a server. */

import { readData } from "../lib/data.js";
import { find } from "../lib/dom.js";
import { mountFrame } from "../lib/frame.js";
import { ask } from "../lib/http.js";
import { mountHome } from "./home.js";
import { listVisited } from "./visited.js";

const catalogue = readData("catalogue");

mountFrame([{ href: "/", words: "Ludus" }]);
mountHome(
  find("content"),
  {
    games: catalogue.games,
    programs: catalogue.programs,
    canInvite: true,
    listOptions: (info) => info.options,
    kept: listVisited().map(({ id, words, isOver }) => ({ href: `/games/${id}`, words, isOver })),
    async start({ position, ...setup }) {
      const { url } = await ask("/api/games", position ? { ...setup, position } : setup);
      location.assign(url);
    },
  },
  new URLSearchParams(location.search).get("game") ?? undefined,
);
