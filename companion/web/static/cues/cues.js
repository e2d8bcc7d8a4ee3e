// Moments that everybody should see: each is staged once, for a second or two, and never in the way.
import { signal } from "../core/lib.js";
import { settings } from "../core/settings.js";
import { playSound } from "../sound/audio.js";

/** @typedef {import("../types").Cue} Cue */
/** @typedef {import("../types").StagedCue} StagedCue */

/** ms that one stands there; of several each has less. */
const LASTS = { full: 1600, several: 1150, short: 800 };

/** What its word and its sound are: an encounter without a token is what a card says. @param {import("../types").Cue} cue */
export const momentOf = ({ kind, object }) => (kind === "encounter" && !object ? "card" : kind);

/** What stands there now. @type {import("../vendor/signals.js").Signal<StagedCue | null>} */
export const currentCue = signal(/** @type {StagedCue | null} */ (null));

/** @type {StagedCue[]} */
let waiting = [];
let timer = 0;
let lasts = LASTS.full;

function next() {
  clearTimeout(timer);
  const one = waiting.shift() || null;
  currentCue.value = one;
  if (!one) return;
  playSound(momentOf(one.cue));
  timer = setTimeout(next, lasts);
}

/** @param {StagedCue[]} cues in their order */
export function showCues(cues) {
  if (!cues.length) return;
  const { drama } = settings.peek();
  if (drama === "off") return void playSound(momentOf(cues[cues.length - 1].cue)); // its sentence stands on the page
  lasts = drama === "short" ? LASTS.short : waiting.length + cues.length > 1 ? LASTS.several : LASTS.full;
  waiting = cues;
  next();
}

/** Enough: whatever is still to come is left out. */
export function skipCues() {
  if (!currentCue.peek()) return;
  waiting = [];
  next();
}

/** Any tap and any key steps over it, and means what it always means: nothing is kept from the page below. */
export function steppedOver() {
  addEventListener("pointerdown", skipCues, { capture: true });
  addEventListener("keydown", skipCues, { capture: true });
}
