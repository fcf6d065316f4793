/**
 * Keeps a site for times without a network: all files of one version together, so that they always fit each other.
 * The builder of the site writes VERSION and FILES above this script.
 */

/** @type {ServiceWorkerGlobalScope} */
const worker = /** @type {any} */ (self);
/** What this site keeps; there may be others of us on the same host. */
const OWN = `ludus ${worker.registration.scope} `;
const NAME = OWN + VERSION;

worker.addEventListener("install", (event) => {
  // A new version waits until no page of the old one is open, so that no page gets files of both.
  // From the host itself: what the browser still has of a file may belong to the old version.
  const files = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(files)));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(OWN) && name !== NAME))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches
      .open(NAME)
      .then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
