// What a new picture of the table brings to eye and ear. Whatever sounds here is drawn at the same time.
import { setAmbience, playSound } from "../sound/audio.js";
import { skipCues, showCues } from "../cues/cues.js";
import { past } from "./state.js";
import { blockOf } from "./prompt-fields.js";

/** @typedef {import("../types").Snapshot} Snapshot */

/** ms that a verdict waits for the sound of what led to it. */
const AFTER_CUE = 450;
/** What a thing sounds like when it comes to rest; all others are dice. @type {Record<string, string>} */
const LAID = { token: "clack", tag: "clack", card: "card" };

/** The newest entry of the log that was staged; nothing older ever is, so nothing is after a reload or an undo. */
let mark = -1;

/** @param {Snapshot} snap */
const newest = (snap) => Math.max(mark, ...snap.cues.map((one) => one.seq), ...snap.log.map((line) => line.seq));

/** @param {Snapshot} snap */
const verdict = (snap) => snap.view.flatMap((block) => (block.kind === "sum" && block.verdict ? [block] : []))[0];

/** Is this the screen in the middle, or on the wall? A phone is its owner's. @param {Snapshot} snap */
const isForAll = (snap) => !snap.sittings.some(({ seat }) => seat === snap.seat);

/** @param {Snapshot} snap */
const asksMe = (snap) => snap.asked.some(({ mine, prompt }) => mine && blockOf(prompt) !== "menu");

/** What there is to hear beside the cues, the most important last. @param {Snapshot} before @param {Snapshot} snap */
function sounds(before, snap) {
  const [was, is] = [verdict(before), verdict(snap)];
  const found = [];
  if (snap.tray && snap.tray.reading !== before.tray?.reading) found.push(LAID[snap.tray.objects[0]?.kind] || "settle");
  if (!isForAll(snap) && asksMe(snap) && !asksMe(before)) found.push("turn");
  if (snap.notice && snap.notice.id !== before.notice?.id && snap.notice.tone === "refused") found.push("refused");
  if (snap.doubt && snap.doubt.id !== before.doubt?.id) found.push("doubt");
  if (is && is.verdict !== "done" && (!was || was.sentence !== is.sentence || was.total !== is.total))
    found.push(is.verdict);
  return found;
}

/** @param {Snapshot | null} before @param {Snapshot} snap */
export function onSnapshot(before, snap) {
  setAmbience(snap.game, snap.air);
  const fresh = before ? snap.cues.filter((one) => one.seq > mark) : [];
  mark = newest(snap);
  if (!before || past.peek()) return; // who looks back sees and hears nothing of now
  if (snap.rev !== before.rev && !fresh.length) skipCues(); // play has gone on, or back
  const [now, last] = sounds(before, snap).slice(-2);
  if (isForAll(snap)) showCues(fresh);
  if (!fresh.length) playSound(now);
  if (last || fresh.length) setTimeout(() => playSound(last || now), AFTER_CUE);
}
