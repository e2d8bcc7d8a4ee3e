// The dice of an evening that is over: the picture of its ledger, in the whole room.
import { effect, html, signal } from "../core/lib.js";
import { get, withHalf } from "../core/api.js";
import { t } from "../core/text/i18n.js";
import { snapshot } from "../core/state.js";

/** So long the end of the story is read, by those who saw it come. */
const READ_MS = 40000;

/** Where the picture lies, "" = it is not shown. */
export const pictureAddress = signal("");

/** What is fetched, or waits to be. */
let timer = 0;

/** @param {import("../types").Snapshot} snap */
const show = (snap) =>
  get(`/api/tables/${encodeURIComponent(snap.table)}/fairness`).then(
    (told) => {
      if (snapshot.peek()?.over && told.rolls)
        pictureAddress.value = withHalf(`/t/${encodeURIComponent(snap.table)}/fairness.svg?${snap.rev}`);
    },
    () => undefined,
  ); // unheard: the end of the story stays

/** Once the evening is over, and anything was thrown in it. */
export function showFairnessPoster() {
  /** Whether it was over, as far as this screen saw; null: nothing was seen yet. @type {boolean | null} */
  let was = null;
  effect(() => {
    const snap = snapshot.value;
    if (!snap || was === Boolean(snap.over)) return;
    clearTimeout(timer);
    pictureAddress.value = "";
    if (snap.over) timer = setTimeout(() => show(snap), was === null ? 0 : READ_MS);
    was = Boolean(snap.over);
  });
}

/** What it tells stands as words on the page of fairness. */
export const Dice = () =>
  html`
    <main class="wall-dice">
      <img
        src=${pictureAddress.value}
        alt=${t`The dice of the evening: what came, what was expected, whose luck was how.`}
        data-testid="wall-dice"
      />
    </main>
  `;
