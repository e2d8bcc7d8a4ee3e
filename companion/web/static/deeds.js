// What a tap does: each deed is one request; the answer to it comes as the next snapshot.
import { batch } from "./lib.js";
import { Said, freshId, get, post, postPhoto } from "./api.js";
import { busy, clock, dismissed, draft, drawer, said, snapshot } from "./state.js";

/** @param {string} rest */
const at = (rest) => `/api/tables/${encodeURIComponent(snapshot.value?.table || "")}/${rest}`;

/** Show a sentence of this device. @param {string} text @param {string} [tone] */
export function say(text, tone = "refused") {
  said.value = { text, tone };
}

/**
 * Run a request; a refusal becomes a sentence on the page.
 * @template T
 * @param {string} what the prompt it belongs to, "" for none
 * @param {() => Promise<T>} request
 * @returns {Promise<T | null>}
 */
async function doing(what, request) {
  batch(() => { busy.value = what; said.value = null; });
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Said)) throw error;
    busy.value = "";
    say(error.message, error.status === 409 ? "info" : "refused");
    return null;
  }
}

/** @param {string} prompt @param {string[]} values */
export async function answer(prompt, values) {
  const given = await doing(prompt, () => post(at("answer"), { prompt, values, id: freshId() }));
  if (given) draft.value = { prompt: "", hand: false, values: [] };
  busy.value = "";
  return given;
}

/** What is one seat's own to read. @param {string} seat @returns {Promise<import("./types").Own | null>} */
export async function ownOf(seat) {
  const told = await doing("own", () => get(at(`own/${encodeURIComponent(seat)}`)));
  busy.value = "";
  return told;
}

/** Let the app roll, draw or show; marked as such in the log. @param {string} prompt */
export const virtual = (prompt) => doing(prompt, () => post(at("virtual"), { prompt, id: freshId() }));

/** Lay a recorded throw under the camera. @param {string} prompt @param {string} kind */
export const throwKind = (prompt, kind) => doing(prompt || "free", () => post(at("demo"), { throw: kind }));

/** Lay a tagged token on the reader. @param {string} prompt @param {string} tag */
export const layTag = (prompt, tag) => doing(prompt || "free", () => post(at("demo"), { tag }));

/** @param {string} prompt @param {File} photo */
export const sendPhoto = (prompt, photo) => doing(prompt || "free", () => postPhoto(at("photo"), photo));

/** Where the tray is; no corners: its markers say it. @param {[number, number][]} corners */
export async function frame(corners) {
  const taken = await doing("tray", () => post(at("tray"), { corners }));
  busy.value = "";
  if (taken) say(corners.length ? "The tray is set. The camera begins anew." : "The markers show the tray again.", "info");
  return taken;
}

/** @param {number} to */
export const undo = (to) => doing("undo", () => post(at("undo"), { to })).then(() => { busy.value = ""; });

/** Settle a doubt: these are the values. @param {string} reading @param {string} prompt @param {string[]} values */
export const settle = (reading, prompt, values) => doing(prompt, () => post(at("doubt"), { reading, prompt, values, id: freshId() }));

/** Which of two readers is right. @param {string} reading @param {"counts" | "was" | "next" | "taught"} which @param {readonly string[]} values */
export const decide = (reading, which, values) => doing("both", () => post(at("both"), { reading, which, values: [...values] })).then(() => { busy.value = ""; });

/** It was no roll. @param {string} reading */
export function dismiss(reading) {
  dismissed.value = reading;
  return doing("doubt", () => post(at("dismiss"), { reading }));
}

/** The faces that an answer could have been when it was asked; none: any. @param {number} seq @returns {Promise<{faces: string[]} | null>} */
export const possible = (seq) => doing("", () => get(at(`possible/${seq}`)));

/** What an amendment would change, as words. @param {number} seq @param {string[] | null} values @returns {Promise<{words: string} | null>} */
export const tryAmend = (seq, values) => doing("amend", () => post(at("amend"), { seq, values, dry: true }));

/** @param {number} seq @param {string[] | null} values */
export async function amend(seq, values) {
  const done = await doing("amend", () => post(at("amend"), { seq, values }));
  busy.value = "";
  if (done) drawer.value = "";
}

/** @param {string} seat @returns {Promise<{url: string, svg: string, seat: string, until: number} | null>} */
export const invite = (seat) => doing("", () => get(at(`invite?seat=${encodeURIComponent(seat)}`)));

/** Answer for a seat here again: its phone is gone. @param {string} seat */
export const unseat = (seat) => doing("", () => post(at("unseat"), { seat }));

/** How long a throw may stay unread before the page says so, in ms. */
const UNREAD_MS = 15000;
let busySince = 0;

/** Once a second: a throw that nobody read is no reason to wait for ever. */
export function tick() {
  clock.value = performance.now();
  if (!busy.value) busySince = 0;
  else if (!busySince) busySince = clock.value;
  else if (clock.value - busySince > UNREAD_MS) {
    busy.value = "";
    say("Nothing was read yet. Throw again, or give it by hand.", "info");
  }
}
