// What this device likes: theme, size of the text, sound, moments, reading aloud, motion, and the edge it faces. Kept
// on the device alone.
import { effect, signal } from "./lib.js";

const KEY = "lamplight";

/**
 * @typedef {{theme: "dark"|"light", size: number, effects: number, ambience: number, drama: "full"|"short"|"off",
 * aloud: "off"|"short"|"full", calm: boolean, contrast: boolean, keys: boolean, wait: number, turn: number, follows:
 * boolean, pinned: boolean, edges: Record<string, number>}} Settings
 */

/** @type {Settings} */
const FIRST = {
  theme: "dark",
  size: 100,
  effects: 0,
  ambience: 0,
  drama: "full",
  aloud: "off",
  calm: false,
  contrast: false,
  keys: true,
  wait: 3,
  turn: 0,
  follows: false,
  pinned: false,
  edges: {},
};

/** @returns {Settings} */
function kept() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
  } catch {
    return FIRST; // private windows refuse storage, and somebody may have written nonsense there
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.peek()));
  } catch {
    // private windows refuse storage; the settings then last as long as the page
  }
}

export const settings = signal(kept());

const rem = signal(16);

/** How high small words are in a drawing, px: as on the page around it, which is larger on a wall. */
export const smallTextSize = () => rem.value;

/** Not while something is drawn: to ask then has the browser work out every style twice. */
const measure = () => {
  rem.value = parseFloat(getComputedStyle(document.documentElement).fontSize);
};

/** @param {Partial<Settings>} change */
export function changeSettings(change) {
  settings.value = { ...settings.value, ...change };
  keep();
}

effect(() => {
  const { theme, size, calm, contrast, drama, turn: edge } = settings.value;
  Object.assign(document.documentElement.dataset, { theme, size, calm, contrast, drama, turn: edge });
  measure();
});
addEventListener("resize", measure);
