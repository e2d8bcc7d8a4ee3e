// What is asked now, and whether what lies in the tray matters beside it.
import { html } from "../core/lib.js";
import { spot } from "../blocks/index.js";
import { bothAsks, bothHere, BothCard, TagOffer } from "../prompts/doubt/conflict.js";
import { isBare, PromptCard } from "../prompts/card.js";
import { doubtHere, DoubtCard } from "../prompts/doubt/doubt.js";
import { Then } from "../history/past-view.js";
import { ringing, RingCard } from "../prompts/wait-ring.js";
import { currentPrompt, dismissedReading, past, snapshot } from "../core/state.js";
import { Waiting } from "./waiting.js";

/** @typedef {import("../types").Snapshot} Snapshot */

/** The tray with what people have said of it: a doubt that was settled is none any more. @param {Snapshot} snap */
export function told(snap) {
  const { tray } = snap;
  const answer = snap.log.filter((line) => line.amend !== null && line.kind === "answer").at(-1);
  if (!tray || !tray.taken || !answer || answer.values.length !== tray.objects.length) return tray;
  const objects = tray.objects.map((seen, k) => (seen.value === null ? { ...seen, value: answer.values[k], conf: 1, cocked: false, partial: false } : seen));
  return { ...tray, objects, unread: 0 };
}

/** What lies in the tray is shown until something else is to be laid there. @param {Snapshot} snap */
export function trayMatters(snap) {
  if (!snap.tray || snap.doubt || bothAsks() || snap.tray.reading === dismissedReading.value) return false;
  return !(snap.tray.taken && isOpen());
}

/** Something is asked that one button cannot answer, and things lie in the way or a long test goes on. */
export function isOpen() {
  const prompt = currentPrompt.value?.prompt;
  if (!prompt || isBare(prompt) || ringing.value) return false;
  return prompt.of.length > 0 || Boolean(snapshot.value?.view.some((block) => spot(block) === "rail"));
}

export function Asking() {
  const both = bothHere();
  if (both && bothAsks()) return html`<${BothCard} key=${both.id} both=${both} />`;
  return html`${both && html`<${TagOffer} key=${both.id} both=${both} />`}<${AskedNow} />`;
}

function AskedNow() {
  if (past.value) return html`<${Then} />`;
  const doubt = doubtHere();
  if (doubt) return html`<${DoubtCard} key=${doubt.id} doubt=${doubt} />`;
  if (ringing.value) return html`<${RingCard} />`;
  if (currentPrompt.value && isBare(currentPrompt.value.prompt)) return null;
  if (currentPrompt.value) return html`<${PromptCard} asked=${currentPrompt.value} />`;
  return html`<${Waiting} />`;
}
