// The card of a prompt that things on the table answer: slots to fill, and the ways to fill them.
import { html, useState } from "./lib.js";
import { answer, layTag, sendPhoto, throwKind, virtual } from "./deeds.js";
import { Face, Outline } from "./faces.js";
import { HandEntry } from "./hand.js";
import { Icon } from "./icons.js";
import { completed, free, kept } from "./kits.js";
import { busy, draftOf, redraft, snapshot } from "./state.js";
import { faceWord, objectKind, several, tally, wanted } from "./words.js";
import { isOfASeat, placeOf, Zones } from "./zones.js";

/** @typedef {import("./types").Prompt} Prompt */
/** @typedef {import("./gold.js").Gold} Gold */
/** How a kind of prompt is worded; `self`: "" where chance may not answer. @typedef {{lay: string, throw: string, self: string}} Wording */

/** Where things are laid, by zone. @type {Record<string, string>} */
const PLACES = { tray: "into the tray, under the lamp", bag: "from the bag", pile: "from the top of the pile" };

/** More slots than this are not drawn one by one. */
const MOST_SLOTS = 12;

/** @param {{prompt: Prompt}} props */
export function Slots({ prompt }) {
  const kind = objectKind(prompt);
  const { values } = draftOf(prompt.id);
  const laid = [...kept(prompt), ...values];
  const places = Math.min(isCounting(prompt) ? laid.length : Math.max(prompt.most, laid.length), MOST_SLOTS);
  const waits = busy.value === prompt.id;
  return html`<div class=${`felt slots n${places} ${waits ? "reading" : ""}`} role="group" aria-label=${`${wanted(prompt)} asked, ${values.length} given`}>
    ${Array.from({ length: places }, (_, k) => html`<${Slot} key=${k} kind=${kind} value=${laid[k] || ""} locked=${k < kept(prompt).length} spare=${k >= prompt.least} />`)}
    <p class="felt-words">${waits ? "reading…" : values.length ? "" : placeOf(prompt.zone, PLACES, "")}</p></div>`;
}

/** @param {{kind: string, value: string, locked: boolean, spare: boolean}} props */
function Slot({ kind, value, locked, spare }) {
  return html`<div class=${`slot ${value ? "full" : ""} ${locked ? "locked" : ""} ${spare ? "spare" : ""}`} data-testid="slot" data-value=${value}>
    ${value ? html`<${Face} kind=${kind} value=${value} />` : html`<${Outline} kind=${kind} />`}
    <span>${value ? faceWord(value) : spare ? "if you like" : ""}${locked && html`<small><${Icon} name="lock" />stays</small>`}</span></div>`;
}

/** @param {{prompt: Prompt, wording: Wording}} props */
function Tools({ prompt, wording }) {
  const [tags, setTags] = useState(false);
  const { hand } = draftOf(prompt.id);
  const demo = snapshot.value?.demo;
  const more = throwsFor(prompt).slice(1);
  return html`<div class="tools">
    ${more.map((kind) => html`<button class="tool" data-testid=${`throw-${kind}`} onClick=${() => throwKind(prompt.id, kind)}><${Icon} name="throw" />Throw ${several(kind)}</button>`)}
    ${demo && demo.tags.length > 0 && html`<button class="tool" data-testid="lay-tag" aria-expanded=${tags} onClick=${() => setTags(!tags)}><${Icon} name="reader" />Lay one on the reader</button>`}
    <button class="tool" data-testid="by-hand" aria-pressed=${hand} onClick=${() => redraft(prompt.id, { hand: !hand, values: [] })}><${Icon} name="hand" />By hand</button>
    ${wording.self && html`<button class="tool" data-testid="virtual" onClick=${() => virtual(prompt.id)}><${Icon} name="spark" />${wording.self}</button>`}
    <${PhotoButton} prompt=${prompt.id} />
    ${tags && demo && html`<div class="tags">${demo.tags.map(([tag, face]) => html`<button class="tagged" data-testid=${`tag-${face}`} onClick=${() => layTag(prompt.id, tag)}>
      <${Face} kind=${objectKind(prompt)} value=${face} /><span>${faceWord(face)}</span></button>`)}</div>`}
  </div>`;
}

/** The throw in which some dice stay lying and the others are rolled again. */
export const AGAIN = "reroll";

/** The throw in which several tokens are laid down to be counted. */
const HANDFUL = "handful";

/** The recorded throws that can answer this prompt. @param {Prompt} prompt */
function throwsFor(prompt) {
  const throws = snapshot.value?.demo?.throws || [];
  if (prompt.locked.length && throws.includes(AGAIN)) return [AGAIN];
  if (isCounting(prompt)) return throws.filter((kind) => kind === HANDFUL);
  return throws.filter((kind) => prompt.of.includes(kind));
}

/** Whether handfuls are to be shown, as many as lie there; a draw of two is none, nor is a hand of five cards. @param {Prompt} prompt */
const isCounting = (prompt) => prompt.kind === "show" && prompt.most > 1 && (objectKind(prompt) === "token" || prompt.least < prompt.most);

/** A picture from this device's own camera. @param {{prompt: string}} props */
export function PhotoButton({ prompt }) {
  const send = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files && input.files[0]) sendPhoto(prompt, input.files[0]);
    input.value = ""; // the same picture may be sent again
  };
  return html`<label class="tool"><input class="sr" type="file" accept="image/*" capture="environment" data-testid="photo" onChange=${send} /><${Icon} name="camera" />Photo</label>`;
}

/** @param {{prompt: Prompt, wording: Wording}} props */
export function SensedCard({ prompt, wording }) {
  const { hand } = draftOf(prompt.id);
  const card = objectKind(prompt) === "card";
  return html`${!(hand && card && free(prompt) === 1) && html`<${Slots} prompt=${prompt} />`}
    ${!hand && isOfASeat(prompt.zone) && html`<${Zones} seat=${prompt.seat} />`}
    ${hand && html`<${HandEntry} prompt=${prompt} />`}
    <${Tools} prompt=${prompt} wording=${wording} />`;
}

/** The gold button of such a prompt. @param {Prompt} prompt @param {Wording} wording @returns {Gold} */
export function sensedGold(prompt, wording) {
  const { hand, values } = draftOf(prompt.id);
  if (busy.value === prompt.id) return { text: "Reading the table…", small: "a few moments, until all lies still", still: true };
  if (hand) return handGold(prompt, values);
  const [kind] = throwsFor(prompt);
  if (kind === HANDFUL) return { text: "Lay down a handful", small: "recorded tokens, counted by the camera", icon: "throw", testid: "throw", act: () => throwKind(prompt.id, kind) };
  if (kind) return { text: `${wording.throw} ${wanted(prompt)}`, small: "a recorded throw, read by the camera", icon: "throw", testid: "throw", act: () => throwKind(prompt.id, kind) };
  return { text: `${wording.lay}: ${wanted(prompt)}`, small: "it is read by itself · tap to give it by hand", icon: "hand", testid: "lay", act: () => redraft(prompt.id, { hand: true, values: [] }) };
}

/** @param {Prompt} prompt @param {string[]} values @returns {Gold} */
function handGold(prompt, values) {
  const all = completed(prompt, values);
  if (free(prompt) === 1) return { text: "Tap what it is", small: "one tap enters it", still: true };
  if (all.length < prompt.least) return { text: `${wanted(prompt)} to give`, small: `${values.length} given so far`, still: true };
  const filled = all.length - values.length - kept(prompt).length;
  return { text: `Enter ${tally(all) || "nothing"}`, small: filled ? "what is not named counts as nothing" : "given by hand", icon: "check", testid: "confirm", act: () => answer(prompt.id, all) };
}
