// Of several questions that are on their way the newest alone is answered: a slow answer must not undo a later one.
import { useState } from "./lib.js";

/** @typedef {<T>(answer: Promise<T>, use: (answer: T) => void) => Promise<void>} Newest */

/** Uses an answer only where nothing was asked since. @returns {Newest} */
export function latestOnly() {
  let turn = 0;
  return async (answer, use) => {
    const mine = (turn += 1);
    const found = await answer;
    if (mine === turn) use(found);
  };
}

/** The same for as long as a component is drawn. @returns {Newest} */
export const useLatestOnly = () => useState(latestOnly)[0];
