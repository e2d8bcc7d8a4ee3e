// A reading that a person must settle: whose it may be, what was said of it so far, and its likeliest answer as the gold button.
import { dismissReading, settleDoubt } from "../../table/actions.js";
import { remainingCount, keptValues } from "../../kits/kits.js";
import { storedSignal } from "../../core/drafts.js";
import { t } from "../../core/text/i18n.js";
import { changeDraft, snapshot } from "../../core/state.js";
import { faceWord, objectKind, percent } from "../../core/labels.js";
import { leastOf } from "../../core/prompt-fields.js";

/** @typedef {import("../../types.js").DoubtView} Doubted */
/** @typedef {import("../../types.js").Prompt} Prompt */
/** One thing on the card. @typedef {{kind: string, value: string, open: boolean, likely: [string, number][]}} Die */

/** What was read with less is no proposal. */
const WORTH_SAYING = 0.15;

/**
 * Nothing that lies there is what is asked for: there is no thing to mend, only the whole to give.
 * @param {Doubted} doubt
 */
export const isNothing = (doubt) => !doubt.values.length && !doubt.whose;

/** It was no throw, and this is. @param {Doubted} doubt @param {Prompt} prompt */
export function byHand(doubt, prompt) {
  changeDraft(prompt.id, { hand: true });
  return dismissReading(doubt.id);
}

/** The things of a doubt with what is known of each. @param {Doubted} doubt @param {string} kind @returns {Die[]} */
function dice(doubt, kind) {
  return doubt.values.map((value, place) => {
    const seen = doubt.objects[place];
    /** @type {[string, number][]} */
    const likely =
      seen && seen.value ? [[seen.value, seen.conf], ...seen.alternatives] : [...(seen?.alternatives || [])];
    return {
      kind: seen && !["unknown", "tag"].includes(seen.kind) ? seen.kind : kind,
      value,
      open: doubt.open.includes(place),
      likely,
    };
  });
}

/** The prompts that may be meant, as far as this device sees them. @param {Doubted} doubt */
export function meant(doubt) {
  return (snapshot.value?.asked || []).filter(({ prompt }) => doubt.prompts.includes(prompt.id));
}

/** The doubt that this device may settle, or null. */
export function openDoubt() {
  const doubt = snapshot.value?.doubt;
  return doubt && meant(doubt).some((asked) => asked.mine) ? doubt : null;
}

/** What was said of a doubt so far; it outlives the page's own reload. */
const half = storedSignal("doubt", { of: "", pool: /** @type {Die[]} */ ([]) });

/** What is known of the dice now. @param {Doubted} doubt @param {Prompt} prompt @returns {Die[]} */
export const poolOf = (doubt, prompt) =>
  half.value.of === `${doubt.id} ${prompt.id}` ? half.value.pool : dice(doubt, objectKind(prompt));

/** @param {Doubted} doubt @param {Prompt} prompt @param {Die[]} pool */
export const repool = (doubt, prompt, pool) => {
  half.value = { of: `${doubt.id} ${prompt.id}`, pool };
};

/** One that lies there and was not seen. @param {Doubted} doubt @param {Prompt} prompt */
export const addOne = (doubt, prompt) =>
  repool(doubt, prompt, [...poolOf(doubt, prompt), { kind: objectKind(prompt), value: "", open: true, likely: [] }]);

/** With the dice that stay lying, where only the others were thrown. @param {Prompt} prompt @param {string[]} values */
export const whole = (prompt, values) =>
  values.length === remainingCount(prompt) ? [...keptValues(prompt), ...values] : values;

/**
 * Too few were seen: one more, and what it shows is asked.
 * @param {Doubted} doubt
 * @param {Prompt} prompt
 * @returns {import("../gold-button.js").Gold}
 */
function addGold(doubt, prompt) {
  const pool = poolOf(doubt, prompt);
  const asks = pool.some((die) => die.open);
  if (asks) return { text: t`Tap what it shows`, small: doubt.why, still: true };
  return {
    text: t`Add what is missing`,
    small: doubt.why,
    icon: "plus",
    testid: "add-missing",
    act: () => addOne(doubt, prompt),
  };
}

/** The likeliest answer as the gold button. @param {Doubted} doubt @returns {import("../gold-button.js").Gold} */
export function doubtGold(doubt) {
  const [best] = doubt.guesses;
  const [prompt, ...more] = meant(doubt);
  if (isNothing(doubt) && prompt && !more.length)
    return {
      text: t`Give it by hand`,
      small: t`or lay it again: it is read by itself`,
      icon: "hand",
      testid: "give-by-hand",
      act: () => byHand(doubt, prompt.prompt),
    };
  if (!best || (best.conf > 0 && best.conf < WORTH_SAYING) || !prompt || more.length)
    return { text: t`One tap settles it`, small: doubt.why, still: true };
  const { length } = whole(prompt.prompt, [...best.values]);
  if (length < leastOf(prompt.prompt)) return addGold(doubt, prompt.prompt);
  if (length > prompt.prompt.most) return { text: t`Tap one that does not count`, small: doubt.why, still: true };
  const small = best.conf > 0 ? t`the likeliest, ${percent(best.conf)} sure` : t`the likeliest`;
  return {
    text: t`Take ${best.values.map(faceWord).join(" · ")}`,
    small,
    icon: "check",
    testid: "take-guess",
    act: () => settleDoubt(doubt.id, prompt.prompt.id, whole(prompt.prompt, [...best.values])),
  };
}
