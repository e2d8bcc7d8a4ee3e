// What is asked now, and whether what lies in the tray matters beside it.
import { html } from "../core/lib.js";
import { spotOf } from "../blocks/index.js";
import { isConflictUrgent, openConflict, BothCard, TagOffer } from "../prompts/doubt/conflict.js";
import { isBare, PromptCard } from "../prompts/card.js";
import { openDoubt } from "../prompts/doubt/doubt.js";
import { PastAnswer } from "../history/past-view.js";
import { currentRing, RingCard } from "../prompts/wait-ring.js";
import { currentPrompt, dismissedReading, past, snapshot } from "../core/state.js";
import { Waiting } from "./waiting.js";
import { lazy } from "../core/lazy.js";
import { objectsOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Snapshot} Snapshot */

const DoubtCard = lazy(() => import("../prompts/doubt/doubt-card.js"), "DoubtCard");

/** The tray with what people have said of it: a doubt that was settled is none any more. @param {Snapshot} snap */
export function trayAsSettled(snap) {
  const { tray } = snap;
  const answer = snap.log.filter((line) => line.amend !== null && line.kind === "answer").slice(-1)[0];
  if (!tray || !tray.taken || !answer || answer.values.length !== tray.objects.length) return tray;
  const objects = tray.objects.map((seen, k) =>
    seen.value === null ? { ...seen, value: answer.values[k], conf: 1, cocked: false, partial: false } : seen,
  );
  return { ...tray, objects, unread: 0 };
}

/** What lies in the tray is shown until something else is to be laid there. @param {Snapshot} snap */
export function trayMatters(snap) {
  if (!snap.tray || snap.doubt || isConflictUrgent() || snap.tray.reading === dismissedReading.value) return false;
  return !(snap.tray.taken && isQuestionOpen());
}

/** Something is asked that one button cannot answer, and things lie in the way or a long test goes on. */
export function isQuestionOpen() {
  const prompt = currentPrompt.value?.prompt;
  if (!prompt || isBare(prompt) || currentRing.value) return false;
  return objectsOf(prompt).length > 0 || Boolean(snapshot.value?.view.some((block) => spotOf(block) === "rail"));
}

export function OpenQuestion() {
  const both = openConflict();
  if (both && isConflictUrgent()) return html`<${BothCard} key=${both.id} both=${both} />`;
  return html`${both && html`<${TagOffer} key=${both.id} both=${both} />`}<${AskedNow} />`;
}

function AskedNow() {
  if (past.value) return html`<${PastAnswer} />`;
  const doubt = openDoubt();
  if (doubt) return html`<${DoubtCard} key=${doubt.id} doubt=${doubt} />`;
  if (currentRing.value) return html`<${RingCard} />`;
  if (currentPrompt.value && isBare(currentPrompt.value.prompt)) return null;
  if (currentPrompt.value) return html`<${PromptCard} asked=${currentPrompt.value} />`;
  return html`<${Waiting} />`;
}
