/** The core of Ludus in a page, started when it is first needed; who asks it to think ends what it thought about before. */

/** @typedef {import('../core/core.js').Core} Core */
/** @typedef {import('../lib/types.js').Report} Report */

export class Engines {
  /** @type {() => Promise<Core>} */
  #start;
  /** @type {Promise<Core>|null} */
  #core = null;
  #asked = 0;
  /** What the core has said when it failed. */
  trouble = "";

  /** @param {() => Promise<Core>} start Starts the core. */
  constructor(start) {
    this.#start = start;
  }

  /** @returns {Promise<Core>} */
  core() {
    this.#core ??= this.#start().then((core) => {
      core.onTrap((message) => {
        this.trouble = message;
      });
      return core;
    });
    return this.#core;
  }

  /**
   * Tell whether the core knows this game and position.
   * @param {string} game
   * @param {string} text
   */
  async supports(game, text) {
    try {
      return await (await this.core()).supports(game, text);
    } catch {
      return false;
    }
  }

  /**
   * Think about a position; null where somebody has asked for something else meanwhile.
   * @param {string} game
   * @param {string} text
   * @param {Parameters<Core['think']>[2]} request
   * @returns {Promise<Report|null>}
   */
  async think(game, text, request) {
    const ticket = ++this.#asked;
    const core = await this.core();
    if (ticket !== this.#asked) return null;
    core.stop();
    try {
      const report = await core.think(game, text, request);
      return ticket === this.#asked ? report : null;
    } catch (error) {
      if (ticket !== this.#asked) return null;
      throw error;
    }
  }

  /** End what is being thought about. */
  stop() {
    this.#asked++;
    void this.#core?.then((core) => core.stop());
  }
}
