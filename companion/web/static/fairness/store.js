// What the page of fairness shows: a ledger, and which part of it the address names.
import { batch, effect, signal } from "../core/lib.js";
import { get } from "../core/api.js";

/** @typedef {import("../types").FairnessPage} FairnessPage */
/** Which part is shown, each "" = all of it. @typedef {{who: string, evening: string, die: string}} Wish */

/** @type {import("../vendor/signals.js").Signal<FairnessPage | null>} */
export const page = signal(/** @type {FairnessPage | null} */ (null));
export const trouble = signal("");

/** @returns {Wish} */
function wished() {
  const told = new URLSearchParams(location.hash.slice(1));
  return { who: told.get("who") || "", evening: told.get("evening") || "", die: told.get("die") || "" };
}

export const pageFilter = signal(wished());
addEventListener("hashchange", () => {
  pageFilter.value = wished();
});

/** Names in an address; what is not chosen is left out. @param {Partial<Wish>} wanted */
const named = (wanted) => new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString();

/** One person or one evening at a time: of both together there is too little to say. @param {Partial<Wish>} change */
export function changeFilter(change) {
  const alone = change.who ? { evening: "" } : change.evening ? { who: "" } : {};
  location.hash = named({ ...pageFilter.value, ...alone, ...change });
}

/** A request that was overtaken tells nothing. */
let turn = 0;

/** @param {string} door @param {Wish} wanted */
async function fetchLedger(door, { who, evening }) {
  turn += 1;
  const mine = turn;
  try {
    const told = await get(`${door}?${named({ who, evening })}`);
    if (mine !== turn) return;
    if (page.value && told.assets !== page.value.assets) {
      location.reload();
      return;
    } // the page's own files are newer
    batch(() => {
      page.value = told;
      trouble.value = "";
    });
  } catch (error) {
    if (mine === turn) trouble.value = /** @type {Error} */ (error).message;
  }
}

/** @param {string} table "" = of the house */
export function loadFairness(table) {
  const door = table ? `/api/tables/${encodeURIComponent(table)}/fairness` : "/api/fairness";
  effect(() => {
    fetchLedger(door, pageFilter.value);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") fetchLedger(door, pageFilter.peek());
  }); // play went on meanwhile
}
