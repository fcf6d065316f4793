/** Searches as core.wasm does, in this very thread, for bench/web.py: in Node and in a browser. */

/**
 * @param {BufferSource} bytes of core.wasm
 * @returns {Promise<(game: string, text: string, nodes: number) => number>} searches and tells how many positions it saw
 */
export async function startSearch(bytes) {
  const imports = { page: { now: () => performance.now() / 1000, report: () => {} } };
  const core = (await WebAssembly.instantiate(bytes, imports)).instance.exports;
  core._initialize();
  return (game, text, nodes) => {
    const lines = new TextEncoder().encode(["", game, text].join("\n"));
    new Uint8Array(core.memory.buffer, core.make_room(lines.length), lines.length).set(lines);
    core.think(0, 0n, nodes, 1000, Infinity, 0, 1);
    const answer = new Uint8Array(core.memory.buffer, core.output_at(), core.output_bytes());
    return Number(new TextDecoder().decode(answer).split(" ")[1]);
  };
}
