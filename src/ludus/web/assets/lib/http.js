/** Asks the server, and makes of its refusals errors that people can read. */

/** What the server did not want, or what is wrong with the connection. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} status 0 where no answer came.
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} address
 * @param {unknown} [body] What is posted; without one the address is only read.
 * @returns {Promise<any>}
 */
export async function ask(address, body) {
  /** @type {RequestInit} */
  const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(address, body === undefined ? {} : post);
  } catch {
    throw new Refused("the server does not answer; it may be restarting", 0);
  }
  const found = await answer.json().catch(() => null);
  if (answer.ok) return found;
  const hint = found?.hint ? ` (${found.hint})` : "";
  throw new Refused(`${found?.error ?? `the server answered ${answer.status}`}${hint}`, answer.status);
}
