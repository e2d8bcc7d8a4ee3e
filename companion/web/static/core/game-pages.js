// What the games on the shelf bring to the page: words, drawings, kinds of things. No game is named in any other file.
import { GAMES } from "../games.js";

/** @typedef {import("../types").GamePage} GamePage */
/** @typedef {import("../types").FacePage} FacePage */
/** @typedef {import("../types").KindPage} KindPage */

let playing = "";

/** The table that this page shows plays that game: its words come before those of others. @param {string} game */
export const setPlayedGame = (game) => {
  playing = game;
};

/** @param {string} game */
export const gamePage = (game) => /** @type {GamePage | undefined} */ (GAMES[game]);

/** The pages of all games, that of the table's own first. @returns {GamePage[]} */
export function gamePages() {
  const own = gamePage(playing);
  return own ? [own, ...Object.values(GAMES).filter((page) => page !== own)] : Object.values(GAMES);
}

/** What a game brings for a face. @param {string} face @returns {FacePage | undefined} */
export const facePage = (face) => gamePages().find((page) => face in page.faces)?.faces[face];

/** What a game brings for a kind of things. @param {string} kind @returns {KindPage | undefined} */
export const kindPage = (kind) => allKinds().find((one) => one.kind === kind);

export const allKinds = () => gamePages().flatMap((page) => page.kinds);
