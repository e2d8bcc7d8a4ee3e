// What this device likes: theme, size of the text, sound, motion, and the edge it faces. Kept on the device alone.
import { effect, signal } from "./lib.js";

const KEY = "lamplight";

/** @typedef {{theme: "dark"|"light", size: number, sound: boolean, calm: boolean, turn: number}} Settings */

/** @type {Settings} */
const FIRST = { theme: "dark", size: 100, sound: true, calm: false, turn: 0 };

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

/** @param {Partial<Settings>} change */
export function set(change) {
  settings.value = { ...settings.value, ...change };
  keep();
}

/** Turn the page by a quarter, towards the next edge of the table. */
export const turn = () => set({ turn: (settings.value.turn + 90) % 360 });

effect(() => {
  const { theme, size, calm, turn: edge } = settings.value;
  Object.assign(document.documentElement.dataset, { theme, size, calm, turn: edge });
});
