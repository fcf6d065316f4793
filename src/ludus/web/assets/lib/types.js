/**
 * The shapes that the parts of a page share. Types only: nothing here exists when a page runs.
 *
 * @typedef {{owner: number|null, kind: string, words: string}} Look How a cell looks to people.
 * @typedef {{scores: number[], reason: string, winners: number[]}} Outcome How the rules ended a game.
 *
 * @typedef {object} PositionView What there is to see of a position.
 * @property {string} text Everything about the position, on one line.
 * @property {string[][]} rows The cells, row by row from the top, `.` for an empty one.
 * @property {Record<string, Look>} looks How each cell that stands on the board looks.
 * @property {string[]} seatNames
 * @property {number} toMove The seat whose turn it is.
 * @property {boolean} over
 * @property {Outcome|null} outcome
 * @property {number[]} standing What each seat has to show so far.
 * @property {boolean} within Whether the seat to move has begun its turn.
 *
 * @typedef {{name: string, default: string, values?: string[]}} GameOption
 *
 * @typedef {object} GameInfo What a page knows about a game.
 * @property {string} name
 * @property {string} title
 * @property {string[]} sides What the seats are called; none where they have no names of their own.
 * @property {number} seats
 * @property {string} ground
 * @property {boolean} hasCore Whether the core in the page can play it.
 * @property {string} start The text of the usual start.
 * @property {string[][]} [squares]
 * @property {GameOption[]} options
 * @property {string} rules
 *
 * @typedef {object} SeatState Who sits in a seat.
 * @property {'person'|'level'|'program'} kind
 * @property {string} name
 * @property {boolean} yours Whether this page moves for it.
 * @property {boolean} [claimed] Whether somebody sits there.
 * @property {number} [level]
 * @property {'page'|'server'} [where] Where its engine runs.
 *
 * @typedef {{ply: number, seat: number, move: string, seconds?: number}} PlayedMove
 * @typedef {{seconds: number, increment?: number, left: number[], running: number|null}} ClockState
 * @typedef {{kind: string, scores: number[], reason: string, winners: number[], seat?: number|null}} VerdictState
 *
 * @typedef {object} GameState All that a page shows of a game.
 * @property {GameInfo} info
 * @property {string[][]} squares
 * @property {'waiting'|'playing'|'over'} status
 * @property {SeatState[]} seats
 * @property {PlayedMove[]} moves
 * @property {PositionView[]} views The positions from the start on: one more than there are moves.
 * @property {ClockState|null} clock
 * @property {VerdictState|null} verdict
 * @property {{kind: string, seat: number}|null} offer Somebody asks to take moves back.
 * @property {string} connection What is wrong with the connection; empty when nothing is.
 * @property {number|null} thinking The seat whose engine thinks in this page.
 *
 * @typedef {{next: string[], move: string|null}} Targets
 * @typedef {{unit: string, value: number}} Score
 * @typedef {{score: Score, moves: string[]}} Line
 * @typedef {{depth: number, nodes: number, seconds: number, lines: Line[]}} Report
 *
 * @typedef {object} GameControl What the page of a game needs, wherever the game lives.
 * @property {GameState} state
 * @property {string} place Where the game lives, in words for people.
 * @property {(listener: () => void) => void} listen Ask to be called after each change.
 * @property {() => number|null} findSeatToMove The seat for which a person at this page may move now.
 * @property {(touched: string[]) => Promise<Targets>} targets
 * @property {(move: string) => Promise<void>} play Rejects with the reason, in the words of the rules.
 * @property {(squares: string[]) => Promise<string>} explain Why these squares are no move here.
 * @property {() => Promise<string>} undo Take back, or ask for it; resolves to what has happened, in words.
 * @property {(accepted: boolean) => Promise<void>} answer Answer an offer.
 * @property {(seat: number) => Promise<void>} join
 * @property {() => Promise<void>} resign
 * @property {(ply: number) => Promise<{move: string, score: Score|null}>} hint
 * @property {null | ((ply: number, onReport: (report: Report) => void) => Promise<void>)} analyse
 * @property {() => void} stopAnalysis
 * @property {null | ((ply: number) => Promise<{squares: string[], words: string}>)} threats What the other side would win or take.
 * @property {(seat: number) => Promise<void>} takeOver Let the server's engine play a seat whose page is gone.
 * @property {() => string} share A link for others.
 * @property {() => Promise<{name: string, text: string}>} record
 * @property {() => void} close
 */
export {};
