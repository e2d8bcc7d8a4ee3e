// Answers that were given once and do not fit now: keep the dice, or roll again?
import { answer } from "./deeds.js";

/** Give it once more, to the prompt that is open now. @param {string} prompt @param {import("./types").Aside} aside */
export const use = (prompt, aside) => answer(prompt, [...aside.values]);
