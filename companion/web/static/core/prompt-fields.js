// Fields that only some kinds of prompts have.

/** @typedef {import("../types").Prompt} Prompt */

/** Kinds of objects that can answer; none for taps only. @param {Prompt} prompt */
export const objectsOf = (prompt) => ("of" in prompt ? prompt.of : []);

/** Place of these objects; "" for any. @param {Prompt} prompt */
export const zoneOf = (prompt) => ("zone" in prompt ? prompt.zone : "");

/** Block that shows the options; "" for a card of its own. @param {Prompt} prompt */
export const blockOf = (prompt) => (prompt.kind === "choose" ? prompt.at : "");

/** Least number of values, or the lowest number of a count. @param {Prompt} prompt */
export const leastOf = (prompt) => (prompt.kind === "write" ? 1 : prompt.least);

/** Faces that are on the tray already. @param {Prompt} prompt */
export const lockedOf = (prompt) => ("locked" in prompt ? prompt.locked : []);
