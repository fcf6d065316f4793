/**
 * Starts the page that has everything inside: its script is packed, which makes the file a third smaller.
 * A classic script without imports, because pages from a disk may load no modules.
 */

void (async () => {
  const packed = Uint8Array.from(atob(document.getElementById("app")?.textContent ?? ""), (letter) =>
    letter.charCodeAt(0),
  );
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  const text = await new Response(unpacked).text();
  script.src = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  document.body.append(script);
})();
