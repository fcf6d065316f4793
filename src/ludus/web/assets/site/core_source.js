/** Where a site without a server has its core: packed beside the scripts, or inside the page itself. */

import { findAssets } from "../lib/frame.js";

/** Start the core. */
export async function startPackedCore() {
  const { Core } = await import("../core/core.js");
  const inside = document.getElementById("core-wasm");
  const worker = document.getElementById("core-worker");
  if (inside && worker) {
    // A page from a disk may load nothing, so that everything is in it; a blob is of its own origin.
    const blob = new Blob([worker.textContent ?? ""], { type: "text/javascript" });
    const packed = Uint8Array.from(atob((inside.textContent ?? "").trim()), (letter) => letter.charCodeAt(0));
    const address = URL.createObjectURL(blob);
    return Core.start({
      workerUrl: address,
      makeWorker: (url) => new Worker(url),
      wasmBytes: await unpack(new Blob([packed])),
    });
  }
  const assets = findAssets();
  const answer = await fetch(`${assets}core/core.wasm.gz`);
  if (!answer.ok) throw new Error(`the engine cannot be loaded: the server answered ${answer.status}`);
  return Core.start({ workerUrl: `${assets}core/worker.js`, wasmBytes: await unpack(await answer.blob()) });
}

/**
 * @param {Blob} packed
 * @returns {Promise<ArrayBuffer>}
 */
async function unpack(packed) {
  const start = new Uint8Array(await packed.slice(0, 2).arrayBuffer());
  // A host may have unpacked it on the way.
  if (start[0] !== 0x1f || start[1] !== 0x8b) return packed.arrayBuffer();
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
