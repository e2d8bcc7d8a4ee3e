// Taking back, bringing back, amending and looking at what was: one request each.
import { freshId, get, post, del } from "../core/api.js";
import { amendAnswer, tableAddress, runRequest, clearBusy, undoTo } from "../table/actions.js";

/** @typedef {import("../types").UndoableStep} Undoable */

/**
 * Take a step back; where others owe their answers still, one's own alone is asked again.
 * @param {Undoable} step
 * @param {number} seen
 */
export const undoStep = (step, seen) => (step.amends ? amendAnswer(step.amends, null, seen) : undoTo(step.to, seen));

/** @param {Undoable} step */
export const redoStep = (step) =>
  runRequest("redo", () => post(tableAddress("redo"), { undone: step.to, id: freshId() }));

/**
 * Things that were laid down before answer this as they are; without any, others are thrown.
 * @param {string} prompt
 * @param {string} aside
 */
export const keepThrow = (prompt, aside) =>
  runRequest(prompt, () => post(tableAddress("keep"), { prompt, aside, id: freshId() })).then(() => clearBusy(prompt));

/** @param {string} name @returns {Promise<object | null>} */
export const saveMoment = (name) => runRequest("", () => post(tableAddress("saved"), { name }));

/** @param {number} id */
export const forgetMoment = (id) => runRequest("", () => del(tableAddress(`saved/${id}`)));

/** The table after an entry. @param {number} seq @returns {Promise<import("../types").Snapshot | null>} */
export const fetchPast = (seq) => runRequest("", () => get(tableAddress(`past?at=${seq}`)));

/** The steps of the evening. @returns {Promise<import("../types").EveningSteps | null>} */
export const fetchSteps = () => runRequest("", () => get(tableAddress("steps")));

/**
 * Lines of the log.
 * @param {Record<string, string | number>} wish `before`, `only`, `find`, `most`
 * @returns {Promise<import("../types").LogPage | null>}
 */
export const fetchLogLines = (wish) =>
  runRequest("", () =>
    get(tableAddress(`log?${new URLSearchParams(Object.entries(wish).map(([key, value]) => [key, String(value)]))}`)),
  );
