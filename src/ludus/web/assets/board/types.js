/**
 * The words of the board, as types: this file has no code.
 *
 * A place counts the cells row by row, each row as long as the longest; a square is what the game calls the cell.
 *
 * @typedef {{owner: number | null, kind: string, words: string}} Look How a cell looks, by its text.
 * @typedef {{
 *   rows: string[][], looks: Record<string, Look>, seatNames: string[], toMove: number, over: boolean,
 * }} View What the board needs of a position.
 * @typedef {{
 *   squares: string[][], ground: string, sides: string[], game: string, looks?: Record<string, Look>,
 * }} Description What stays the same during a game.
 * @typedef {{next: string[], move: string | null}} Targets Where a hand may go on, and what it has said so far.
 * @typedef {{
 *   targets(touched: string[]): Promise<Targets>,
 *   onMove(touched: string[], move: string): void,
 *   onRefused?(touched: string[]): void,
 *   say?(text: string): void,
 * }} Handlers
 * @typedef {{lastMove?: string[], animate?: boolean, move?: string}} ShowOptions
 * @typedef {{from: string, to: string, weight?: number, label?: string}} Arrow
 * @typedef {{square: string, kind: 'threat' | 'hint'}} Mark
 * @typedef {{x: number, y: number}} Point
 */
export {};
