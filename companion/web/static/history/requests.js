// Taking back, bringing back, amending and looking at what was: one request each.
import { freshId, get, post, del } from "../core/api.js";
import { amend, at, doing, done, undo } from "../table/actions.js";

/** @typedef {import("../types").UndoableStep} Undoable */

/** Take a step back; where others owe their answers still, one's own alone is asked again. @param {Undoable} step @param {number} seen */
export const takeBack = (step, seen) => (step.amends ? amend(step.amends, null, seen) : undo(step.to, seen));

/** @param {Undoable} step */
export const bringBack = (step) => doing("redo", () => post(at("redo"), { undone: step.to }));

/** Things that were laid down before answer this as they are; without any, others are thrown. @param {string} prompt @param {string} aside */
export const keep = (prompt, aside) => doing(prompt, () => post(at("keep"), { prompt, aside, id: freshId() })).then(() => done(prompt));

/** @param {string} name @returns {Promise<object | null>} */
export const saveMoment = (name) => doing("", () => post(at("saved"), { name }));

/** @param {number} id */
export const forgetMoment = (id) => doing("", () => del(at(`saved/${id}`)));

/** The table after an entry. @param {number} seq @returns {Promise<import("../types").Snapshot | null>} */
export const pastAt = (seq) => doing("", () => get(at(`past?at=${seq}`)));

/** The steps of the evening. @returns {Promise<import("../types").EveningSteps | null>} */
export const stepsOf = () => doing("", () => get(at("steps")));

/** Lines of the log. @param {Record<string, string | number>} wish `before`, `only`, `find`, `most` @returns {Promise<import("../types").LogPage | null>} */
export const linesOf = (wish) => doing("", () => get(at(`log?${new URLSearchParams(Object.entries(wish).map(([key, value]) => [key, String(value)]))}`)));
