/**
 * What the home page offers, as types only: who makes the games decides what there is to choose.
 *
 * @typedef {object} SeatWish Who shall sit in a seat.
 * @property {"me"|"open"|"level"|"program"} kind
 * @property {number} [level]
 * @property {"page"|"server"} [where] Where an engine runs.
 * @property {string} [program]
 * @property {string} [name]
 *
 * @typedef {object} Setup A game that somebody would like to play.
 * @property {string} game
 * @property {Record<string, string>} options Those that differ from the usual ones.
 * @property {string} position A position to start from; empty for the usual start.
 * @property {SeatWish[]} seats
 * @property {{seconds: number, increment: number}|null} clock
 *
 * @typedef {object} Lobby
 * @property {import('../lib/types.js').GameInfo[]} games
 * @property {{key: string, name: string, game: string}[]} programs
 * @property {boolean} canInvite Whether somebody can join by link.
 * @property {(info: import('../lib/types.js').GameInfo) => import('../lib/types.js').GameOption[]} listOptions
 * @property {(setup: Setup) => Promise<void>} start Makes the game and goes there; rejects with what is wrong.
 * @property {{href: string, words: string, isOver: boolean}[]} kept Games that one can come back to.
 */
export {};
