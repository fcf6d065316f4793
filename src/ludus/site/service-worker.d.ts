/** What the builder of a site writes above service-worker.js. */
declare const VERSION: string;
declare const FILES: string[];
