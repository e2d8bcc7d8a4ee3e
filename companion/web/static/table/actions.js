// What a tap does: each deed is one request; the answer to it comes as the next snapshot.
import { batch } from "../core/lib.js";
import { ServerError, freshId, get, post, postPhoto } from "../core/api.js";
import { t } from "../core/text/i18n.js";
import {
  busy,
  clock,
  dismissedReading,
  draft,
  drawer,
  outdated,
  present,
  message,
  snapshot,
  isChangingHistory,
} from "../core/state.js";

/** @param {string} rest */
export const tableAddress = (rest) => `/api/tables/${encodeURIComponent(snapshot.value?.table || "")}/${rest}`;

/**
 * Show a sentence of this device.
 * @param {string} text
 * @param {string} [tone]
 * @param {string} [rule] the clause behind it
 */
export function showMessage(text, tone = "refused", rule = "") {
  message.value = { text, tone, rule };
}

/** A tap that nobody answers for this long is not passed over in silence. */
const LATE_MS = 2500;
/**
 * The disk was full, or the store away: the table is read again and shown anew, and that changes nothing for whoever
 * tapped.
 */
const UNWRITTEN = 503;

/**
 * Run a request; a refusal becomes a sentence on the page. What belongs to no prompt leaves alone what is on its way
 * for one.
 * @template T
 * @param {string} what the prompt it belongs to, "" for none
 * @param {() => Promise<T>} request
 * @returns {Promise<T | null>}
 */
export async function runRequest(what, request) {
  const { rev, newest } = present.peek() || {};
  batch(() => {
    if (what) busy.value = what;
    message.value = null;
  });
  const waits = t`The table has not answered yet. What you tapped is on its way.`;
  const late = setTimeout(() => showMessage(waits, "info"), LATE_MS);
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    clearBusy(what);
    // what was faster may not be shown here yet: the sentence stands until it is, and then on
    const isLate = error.status === 409;
    if (isLate) outdated.value += 1;
    message.value = {
      text: error.message,
      tone: isLate ? "info" : "refused",
      rule: error.rule,
      of: isLate ? rev : undefined,
      newest: error.status === UNWRITTEN ? newest : undefined,
    };
    return null;
  } finally {
    clearTimeout(late);
    if (message.value?.text === waits) message.value = null;
  }
}

/**
 * Nothing is waited for any more, unless something else is by now: the table may ask the next thing before it has
 * answered the last tap.
 * @param {string} what as of `doing`
 */
export function clearBusy(what) {
  if (busy.peek() === what) busy.value = "";
}

/** @param {string} prompt @param {string[]} values */
export async function sendAnswer(prompt, values) {
  const given = await runRequest(prompt, () => post(tableAddress("answer"), { prompt, values, id: freshId() }));
  if (given && draft.peek().prompt === prompt) draft.value = { prompt: "", hand: false, values: [] };
  clearBusy(prompt);
  return given;
}

/** What is one seat's own to read. @param {string} seat @returns {Promise<import("../types").PrivateView | null>} */
export async function fetchPrivateView(seat) {
  const told = await runRequest("own", () => get(tableAddress(`own/${encodeURIComponent(seat)}`)));
  clearBusy("own");
  return told;
}

/** Let the app roll, draw or show; marked as such in the log. @param {string} prompt */
export const answerVirtually = (prompt) =>
  runRequest(prompt, () => post(tableAddress("virtual"), { prompt, id: freshId() }));

/**
 * What seats answer with from now on.
 * @param {string[]} seats
 * @param {"scan" | "hand" | "virtual"} source
 * @param {string} kind of the things it is for, "" = all
 */
export const chooseSource = (seats, source, kind) =>
  runRequest("", () => post(tableAddress("source"), { seats, source, kind: kind || undefined }));

/** Have the camera look once more; nothing is touched. */
export const lookAgain = () => runRequest("doubt", () => post(tableAddress("look")));

/** Lay a recorded throw under the camera. @param {string} prompt @param {string} kind */
export const playDemoThrow = (prompt, kind) =>
  runRequest(prompt || "free", () => post(tableAddress("demo"), { throw: kind }));

/** Lay a tagged token on the reader. @param {string} prompt @param {string} tag */
export const layDemoTag = (prompt, tag) => runRequest(prompt || "free", () => post(tableAddress("demo"), { tag }));

/** @param {string} prompt @param {File} photo */
export const sendPhoto = (prompt, photo) => runRequest(prompt || "free", () => postPhoto(tableAddress("photo"), photo));

/** Where the tray is; no corners: its markers say it. @param {[number, number][]} corners */
export async function setTrayCorners(corners) {
  const taken = await runRequest("tray", () => post(tableAddress("tray"), { corners }));
  clearBusy("tray");
  if (taken)
    showMessage(
      corners.length ? t`The tray is set. The camera begins anew.` : t`The markers show the tray again.`,
      "info",
    );
  return taken;
}

/**
 * @param {number} to
 * @param {number} seen the newest entry that the finger knew of: as it was drawn, not as it may be by now
 */
export const undoTo = (to, seen) => runRequest("undo", () => post(tableAddress("undo"), { to, seen, id: freshId() }));

/** Settle a doubt: these are the values. @param {string} reading @param {string} prompt @param {string[]} values */
export const settleDoubt = (reading, prompt, values) =>
  runRequest(prompt, () => post(tableAddress("doubt"), { reading, prompt, values, id: freshId() }));

/**
 * Which of two readers is right.
 * @param {string} reading
 * @param {"counts" | "was" | "next" | "taught"} which
 * @param {readonly string[]} values
 * @param {number} [seen] as of `undoTo`
 */
export const settleConflict = (reading, which, values, seen) =>
  runRequest("both", () =>
    post(tableAddress("both"), { reading, which, values: [...values], seen, id: freshId() }),
  ).then(() => clearBusy("both"));

/** It was no roll. @param {string} reading */
export function dismissReading(reading) {
  dismissedReading.value = reading;
  return runRequest("doubt", () => post(tableAddress("dismiss"), { reading }));
}

/**
 * What an answer could have been when it was asked.
 * @param {number} seq
 * @returns {Promise<import("../types").AmendableAnswer | null>}
 */
export const fetchPossibleValues = (seq) => runRequest("", () => get(tableAddress(`possible/${seq}`)));

/**
 * What an amendment would change.
 * @param {number} seq
 * @param {string[] | null} values
 * @returns {Promise<import("../types").AmendmentPreview | null>}
 */
export const tryAmend = (seq, values) => runRequest("", () => post(tableAddress("amend"), { seq, values, dry: true }));

/** @param {number} seq @param {string[] | null} values @param {number} seen as of `undoTo` */
export async function amendAnswer(seq, values, seen) {
  const amended = await runRequest("amend", () => post(tableAddress("amend"), { seq, values, seen, id: freshId() }));
  if (amended) closeDrawer("log");
}

/** Close this drawer, and no other that was opened since. @param {string} name */
export function closeDrawer(name) {
  if (drawer.peek() === name) drawer.value = "";
}

/** @param {string} seat @returns {Promise<import("../devices/invitations.js").Card | null>} */
export const inviteToSeat = (seat) => runRequest("", () => post(tableAddress("invite"), { seat }));

/** Answer for a seat here again: its phone is gone. @param {string} seat */
export const unseat = (seat) => runRequest("", () => post(tableAddress("unseat"), { seat }));

/** Ask the staff of the hall to come, or say that nobody need. @param {boolean} on */
export const callStaff = (on) => runRequest("", () => post("/api/staff", { on }));

/**
 * What this table has done in the event of many.
 * @param {import("../types").SharedEvent} event
 * @param {number} total
 */
export const countEvent = (event, total) =>
  runRequest("", () => post("/api/event", { event: event.id, total, version: event.version + 1 }));

/** How long a throw may stay unread before the page says so, in ms. */
const UNREAD_MS = 15000;
let busySince = 0;

/** Once a second: a throw that nobody read is no reason to wait for ever. */
export function checkThrowTimeout() {
  clock.value = performance.now();
  if (!busy.value) busySince = 0;
  else if (!busySince) busySince = clock.value;
  else if (clock.value - busySince > UNREAD_MS) {
    if (!isChangingHistory.value) showMessage(t`Nothing was read yet. Throw again, or give it by hand.`, "info");
    busy.value = "";
  }
}
