// Playing by keyboard alone: one key for each thing in the bar, numbers for what is asked, arrows within a group.
import { html } from "../lib.js";
import { announceState } from "../speech/screen-reader.js";
import { t } from "../text/i18n.js";
import { settings } from "../settings.js";
import { drawer, message } from "../state.js";

/**
 * The number keys mean these, in the order in which they stand there; the first place that has any counts, and in it
 * the first kind.
 */
const PLACES = [".drawer", ".overlay", ".doubt", ".prompt-card", ".puzzle-panel"];
const ANSWERS = [
  ".option:not(:disabled,[aria-disabled=true]),.guess,.number,.tile-add:not(:disabled)",
  ".pick:not([aria-pressed=true])",
  ".seen",
];
/** Arrows go from one to the next in these. */
const GROUPS =
  ".options,.fan,.fan-likely,.fan-rest,.tiles,.numbers,.stepper,.keypad,.picks,.seens,.tools,.foot,.sound-choices,.like-grid,.heaps,.log,.foes,.more-menu";
const TAPPED = "button:not(:disabled),a[href],input,summary,[tabindex='0']";
/** What a letter presses. @type {Record<string, string>} */
const LETTERS = { u: "undo", l: "log", r: "free-roll", m: "menu", o: "more", b: "rules", y: "redo", h: "by-hand" };
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

const shown = (/** @type {Element} */ element) => element.getClientRects().length > 0;
const button = (/** @type {string} */ id) =>
  /** @type {HTMLElement | null} */ (
    document.querySelector(`:is(.foot,.prompt-card) [data-testid=${id}]:not(:disabled)`)
  );

/** Is somebody writing, or does this key already mean something where the focus is? @param {Element | null} at */
const isWriting = (at) =>
  Boolean(
    at?.closest(
      "input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=range]),textarea,select,[contenteditable=true]",
    ),
  );

/** The n-th thing that can be answered now. @param {number} number */
function answerOf(number) {
  for (const place of PLACES) {
    const rooms = [...document.querySelectorAll(`.app ${place}`)].filter(shown);
    for (const kind of ANSWERS) {
      const found = rooms.flatMap((one) => [...one.querySelectorAll(kind)]).filter(shown);
      if (found.length) return /** @type {HTMLElement | undefined} */ (found[number - 1]);
    }
  }
  return undefined;
}

/** The gold button, from wherever the focus is: a tap, or held as long as the key is. @param {KeyboardEvent} event */
function gold(event) {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(".foot button.main"));
  if (!found) return;
  event.preventDefault();
  found.focus({ preventScroll: true });
  if (found.classList.contains("hold")) found.dispatchEvent(new KeyboardEvent("keydown", { key: event.key }));
  else if (!event.repeat) found.click();
}

/** Where the middle of something is, in px. @param {Element} element @returns {[number, number]} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * The nearest one above or below; where there is none the one before or after.
 * @param {HTMLElement[]} all
 * @param {Element} at
 * @param {number} by
 */
function upOrDown(all, at, by) {
  const [x, y] = middle(at);
  const far = (/** @type {Element} */ one) => {
    const [ox, oy] = middle(one);
    return (oy - y) * by < 8 ? Infinity : Math.abs(oy - y) + 2 * Math.abs(ox - x);
  };
  const nearest = all.reduce((best, one) => (far(one) < far(best) ? one : best), all[0]);
  return far(nearest) < Infinity ? nearest : undefined;
}

/** @param {Element} at @param {keyof typeof STEPS} key */
function step(at, key) {
  const by = STEPS[key];
  const group = at.closest(GROUPS);
  if (!group || at.closest("svg,[role=application],[role=slider]")) return false;
  const all = /** @type {HTMLElement[]} */ ([...group.querySelectorAll(TAPPED)].filter(shown));
  const beside = all[(all.indexOf(/** @type {HTMLElement} */ (at)) + by + all.length) % all.length];
  const next = /Up|Down/.test(key) ? upOrDown(all, at, by) || beside : beside;
  next?.focus();
  return Boolean(next);
}

/**
 * One key that writes something means something here, unless somebody has put that off: a voice or a tremor types more
 * than was meant.
 * @param {KeyboardEvent} event
 */
function onWritten({ key, repeat }) {
  const letter = key.toLowerCase();
  if (key === "?") drawer.value = drawer.peek() === "keys" ? "" : "keys";
  else if (repeat) return;
  else if (/^[1-9]$/.test(key)) answerOf(Number(key))?.click();
  else if (LETTERS[letter]) button(LETTERS[letter])?.click();
  else if (letter === "v") drawer.value = drawer.peek() === "sound" ? "" : "sound";
  else if (letter === "s") announceState();
}

/** Out of what is open, from a field as well; what is searched for is emptied first. @param {Element | null} at */
function leave(at) {
  if (at instanceof HTMLInputElement && at.type === "search" && at.value) {
    at.value = "";
    at.dispatchEvent(new InputEvent("input", { bubbles: true }));
  } else if (drawer.peek()) {
    message.value = null;
    drawer.value = "";
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const at = document.activeElement;
  const { key } = event;
  if (
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    event.isComposing ||
    event.defaultPrevented ||
    (isWriting(at) && key !== "Escape")
  )
    return;
  const { keys } = settings.peek();
  const nowhere = !at || at === document.body || !at.matches("button,a,summary,input,[role=button],[tabindex='0']");
  if (keys) document.documentElement.dataset.keys = "true";
  else delete document.documentElement.dataset.keys;
  if ((key === "Enter" || key === " ") && at?.matches(".foot button.main:not(.hold)") && event.repeat)
    event.preventDefault(); // a key that stays down answers once
  else if ((key === "Enter" || key === " ") && nowhere && !drawer.peek()) gold(event);
  else if (key === "Escape") leave(at);
  else if (key.length === 1 && key !== " ") {
    if (keys) onWritten(event);
  } else if (key in STEPS && at && step(at, /** @type {keyof typeof STEPS} */ (key))) event.preventDefault();
}

/** The hints that a keyboard brought go with the next finger. */
export function listenToKeys() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", () => {
    delete document.documentElement.dataset.keys;
  });
}

/**
 * Tab stays within; it begins where the drawer was opened from when it is shut.
 * @param {HTMLElement} box
 * @param {KeyboardEvent} event
 */
export function trapFocus(box, event) {
  if (event.key !== "Tab") return;
  const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(TAPPED)].filter(shown));
  const [first, last] = [all[0], all[all.length - 1]];
  if (event.shiftKey ? document.activeElement === first : document.activeElement === last) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}

/** What each key does. @returns {[string, string][]} */
const meanings = () => [
  ["1 – 9", t`Answer: the first, the second, …`],
  ["Enter", t`The gold button; hold it where a phase ends`],
  ["H", t`Give it by hand`],
  ["U", t`Undo`],
  ["Y", t`Bring it back`],
  ["L", t`Log`],
  ["R", t`Free roll`],
  ["O", t`More`],
  ["B", t`The rules`],
  ["M", t`Menu`],
  ["V", t`Sound, voice and moments`],
  ["S", t`Say how the table stands`],
  ["Tab", t`To the next button`],
  ["← → ↑ ↓", t`Within a group`],
  ["Esc", t`Close what is open`],
  ["?", t`These keys`],
];

export const KeysDrawer = () =>
  html`
    <dl class="keys-list">
      ${meanings().map(([key, does]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}
    </dl>
  `;
