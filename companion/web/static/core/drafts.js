// What somebody has half said outlives a lost table and the page's own reload: it is kept for this tab.
import { effect, signal } from "./lib.js";

/** @param {string} key @returns {string | null} */
function read(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // private windows refuse storage
  }
}

/** @param {string} key @param {string} text */
function write(key, text) {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // private windows refuse storage; what was said then lasts as long as the page
  }
}

/**
 * A signal whose value is found again when the page is loaded anew.
 * @template T
 * @param {string} name its own in this page
 * @param {T} first what it is where nothing was kept
 * @returns {import("../vendor/signals.js").Signal<T>}
 */
export function storedSignal(name, first) {
  const key = `lamplight ${location.pathname} ${name}`;
  let kept = read(key);
  const found = signal(parsed(kept, first));
  effect(() => {
    const text = JSON.stringify(found.value);
    if (text !== kept) write(key, text); // the browser waits for its disk
    kept = text;
  });
  return found;
}

/** @template T @param {string | null} text @param {T} otherwise @returns {T} */
function parsed(text, otherwise) {
  try {
    const found = text === null ? null : JSON.parse(text);
    if (found === null || typeof found !== typeof otherwise) return otherwise;
    return typeof found === "object" ? { ...otherwise, ...found } : found; // an older page may have kept less
  } catch {
    return otherwise; // somebody may have written nonsense there
  }
}
