/** Texts that leave the page: into the clipboard, or into a file. */

import { make } from "../lib/dom.js";

/**
 * Copy a text; where the browser does not let us, show it so that it can be copied by hand.
 * @param {string} text
 * @param {string} what
 * @returns {Promise<string>} What has happened, in words.
 */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    return `${what} copied.`;
  } catch {
    const field = make("textarea", { readonly: true, rows: 3, "aria-label": what }, text);
    const close = make("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Close");
    const dialog = make(
      "dialog",
      { "aria-label": what, onclose: () => dialog.remove() },
      make("p", {}, `${what}:`),
      field,
      close,
    );
    document.body.append(dialog);
    dialog.showModal();
    field.select();
    return `${what} is shown; copy it from there.`;
  }
}

/**
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
