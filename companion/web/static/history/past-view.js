// Looking back: any earlier moment of the evening as this device may see it. The present goes on meanwhile.
import { html, signal, useEffect, useLayoutEffect } from "../core/lib.js";
import { undoTo } from "../table/actions.js";
import { fetchPast, fetchSteps } from "./requests.js";
import { HeldTool } from "./hold-button.js";
import { Icon } from "../core/icons.js";
import { latestOnly } from "../core/latest-only.js";
import { richText } from "../core/text/rich-text.js";
import { t, tn } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";
import { drawer, past, present, newestSeen, snapshot } from "../core/state.js";
import { joinNames, tally } from "../core/labels.js";
import { blockOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").EveningSteps} Evening */

/** The steps there are to look at. @type {import("../vendor/signals.js").Signal<Evening | null>} */
const evening = signal(/** @type {Evening | null} */ (null));
/** The step that is wished for while its picture is on its way, -1 = none. */
const wished = signal(-1);
let isFetching = false;
const newestSteps = latestOnly();

/** Fetch the newest wish alone: a finger on the slider wishes for many. */
async function fetchWish() {
  if (isFetching) return;
  isFetching = true;
  while (wished.value >= 0 && evening.value) {
    const step = wished.value;
    const found = await fetchPast(evening.value.at[step]);
    if (wished.value === step) {
      wished.value = -1;
      if (found) past.value = found;
    } else if (found && wished.value >= 0) past.value = found;
  }
  isFetching = false;
}

/** Show the table after an entry; without one as it was a step ago. @param {number} [seq] */
export const showPast = (seq) =>
  newestSteps(fetchSteps(), (found) => {
    if (!found) return;
    evening.value = found;
    drawer.value = "";
    const place = seq === undefined ? found.at.length - 2 : lastUpTo(found.at, seq);
    go(Math.max(place, 0));
  });

/** The place of the last number that is not above. @param {readonly number[]} numbers @param {number} most */
const lastUpTo = (numbers, most) => numbers.filter((one) => one <= most).length - 1;

/** The present again. */
export function showPresent() {
  wished.value = -1;
  past.value = null;
}

/** @param {number} step */
function go(step) {
  const last = (evening.value?.at.length || 1) - 1;
  wished.value = Math.min(Math.max(step, 0), last);
  fetchWish();
}

/** The step that is looked at. */
function stepShown() {
  const seq = past.value?.past?.at;
  return seq === undefined || !evening.value ? 0 : Math.max(lastUpTo(evening.value.at, seq), 0);
}

/** The same, or the one that is on its way: where the finger is. */
const stepNow = () => (wished.value >= 0 ? wished.value : stepShown());

/** The nearest of these steps before or after. @param {readonly number[]} places @param {1 | -1} by */
function nearest(places, by) {
  const here = stepNow();
  return by > 0 ? places.find((place) => place > here) : [...places].reverse().find((place) => place < here);
}

const chapters = () => (evening.value?.chapters || []).map(({ step }) => step);

/** The name of the chapter at a step. @param {number} step */
const chapterAt = (step) => (evening.value?.chapters || []).filter((one) => one.step <= step).slice(-1)[0]?.where || "";

/** Steps that were taken since. @param {number} count */
function ago(count) {
  return count ? tn(count, "One step ago", "{n} steps ago") : t`This is now`;
}

/** What nobody must mistake: this is not now. */
export function PastBanner() {
  const look = past.value?.past;
  const now = present.value;
  if (!look || !now) return null;
  const count = (evening.value?.at.length || 1) - 1 - stepShown();
  const gone = evening.value && !evening.value.at.includes(look.at);
  const words = gone ? t`This moment was taken back since` : ago(count);
  const where = look.where;
  return html`
    <section class="past-banner" role="status" data-testid="past">
      <${Icon} name="clock" />
      <p>
        <b>${where ? t`${where}: ${words}.` : t`${words}.`}</b>
        ${" "}
        <span>${richText(t`The present: ${now.over || now.now}`)}</span>
      </p>
    </section>
  `;
}

/** What a line says was answered. @param {import("../types").LogLineView} line */
const answered = (line) =>
  line.object ? tally([...line.values]) : line.chosen.length ? joinNames([...line.chosen]) : line.text;

/** In place of a card: what was asked then, and what was answered. */
export function PastAnswer() {
  const snap = snapshot.value;
  const names = new Map(
    (snap?.asked || []).filter(({ prompt }) => blockOf(prompt) !== "menu").map((one) => [one.prompt.title, one]),
  );
  const next = snap?.past?.next || [];
  if (!names.size && !next.length) return null;
  return html`
    <section class="panel prompt-card then" data-testid="then">
      ${[...names.values()].map(
        ({ prompt }) =>
          html`
            <header key=${prompt.id}>
              <${Badge} seat=${prompt.seat} asked />
              <div><h2>${richText(prompt.title)}</h2><p class="muted">${t`was asked then`}</p></div>
            </header>
          `,
      )}
      ${next.map(
        (line) =>
          html`
            <p class="then-next" key=${line.seq}><${Icon} name="next" /><span>${richText(answered(line))}</span></p>
          `,
      )}
    </section>
  `;
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(stepNow() - 1),
  ArrowRight: () => go(stepNow() + 1),
  ArrowDown: () => toPlace(evening.value?.rolls || [], -1),
  ArrowUp: () => toPlace(evening.value?.rolls || [], 1),
  PageUp: () => toPlace(chapters(), -1),
  PageDown: () => toPlace(chapters(), 1),
  Home: () => go(0),
  End: () => go(Number.MAX_SAFE_INTEGER),
  Escape: showPresent,
};

/** @param {readonly number[]} places @param {1 | -1} by */
function toPlace(places, by) {
  const place = nearest(places, by);
  if (place !== undefined) go(place);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (drawer.peek() || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  KEYS[event.key]();
}

/** @param {{icon: string, label: string, testid: string, off: boolean, act: () => void}} props */
const Jump = ({ icon, label, testid, off, act }) =>
  html`
    <button class="btn small jump" data-testid=${testid} disabled=${off} aria-label=${label} onClick=${act}>
      <${Icon} name=${icon} />
    </button>
  `;

/** Where the chapters begin, under the slider. */
function Marks() {
  const last = (evening.value?.at.length || 1) - 1;
  return html`
    <svg class="past-marks" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      ${(evening.value?.chapters || []).map(
        ({ step }) => html`<rect key=${step} x=${(step / Math.max(last, 1)) * 100 - 0.15} width=".3" height="6" />`,
      )}
    </svg>
  `;
}

/** In place of the bar: the slider over the evening, steps and jumps, and the way back. */
export function PastBar() {
  const rev = present.value?.rev;
  useEffect(() => {
    newestSteps(fetchSteps(), (found) => {
      if (found) evening.value = found;
    });
  }, [rev]); // the present goes on, and the slider with it
  useLayoutEffect(() => {
    // before it is seen: whoever sees it may press a key
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, []);
  const look = snapshot.value?.past;
  const last = (evening.value?.at.length || 1) - 1;
  const here = stepNow();
  const back = look?.back ?? null;
  const known = newestSeen.value;
  return html`
    <footer class="foot past-foot">
      <div class="past-slide">
        <input
          type="range"
          min="0"
          max=${last}
          step="1"
          value=${here}
          aria-label=${t`Moment of the evening`}
          aria-valuetext=${`${chapterAt(here)} · ${ago(last - here)}`}
          data-testid="past-slider"
          onInput=${(/** @type {Event & {currentTarget: HTMLInputElement}} */ event) =>
            go(Number(event.currentTarget.value))}
        />
        <${Marks} />
      </div>
      <div class="past-jumps" role="group" aria-label=${t`Step by step`}>
        <${Jump}
          icon="earlier"
          label=${t`To the chapter before`}
          testid="past-chapter-back"
          off=${nearest(chapters(), -1) === undefined}
          act=${() => toPlace(chapters(), -1)}
        />
        <${Jump} icon="back" label=${t`One step back`} testid="past-back" off=${here <= 0} act=${() => go(here - 1)} />
        <${Jump} icon="next" label=${t`One step on`} testid="past-on" off=${here >= last} act=${() => go(here + 1)} />
        <${Jump}
          icon="later"
          label=${t`To the next chapter`}
          testid="past-chapter-on"
          off=${nearest(chapters(), 1) === undefined}
          act=${() => toPlace(chapters(), 1)}
        />
      </div>
      <button
        class="btn small"
        data-testid="log"
        aria-expanded=${drawer.value === "log"}
        onClick=${() => {
          drawer.value = drawer.value === "log" ? "" : "log";
        }}
      >
        <${Icon} name="log" />
        <span>${t`Log`}</span>
      </button>
      ${
        back !== null &&
        html`
          <${HeldTool}
            icon="undo"
            text=${t`Undo to here`}
            small=${t`hold`}
            testid="undo-to-here"
            act=${() => undoTo(back, known).then(showPresent)}
          />
        `
      }
      <button class="btn main" data-testid="back-to-now" onClick=${showPresent}>
        <${Icon} name="next" />
        <span>${t`Back to now`}</span>
      </button>
    </footer>
  `;
}
