// The prompt card: who is asked what, and the answer as it comes together.
import { html } from "./lib.js";
import { use } from "./aside.js";
import { Icon } from "./icons.js";
import { PROMPTS } from "./prompts.js";
import { Badge } from "./seats.js";
import { rich } from "./rich.js";
import { besides, cards, current, main, picked, said, saidHere, snapshot, uncovered } from "./state.js";
import { TakeBack } from "./take-back.js";
import { tally, wanted } from "./words.js";
import { placeOf } from "./zones.js";

/** A step of the rulebook, as it is printed there; the names of our own catalogue say nothing to players. @param {string} rule */
const paragraph = (rule) => (rule && !rule.includes("-") ? ` · ${rule}` : "");

/** @typedef {import("./types").Asked} Asked */
/** @typedef {import("./types").Prompt} Prompt */

/** Where things go, by zone. @type {Record<string, string>} */
const PLACES = { tray: "into the tray", bag: "from the bag", pile: "from the pile" };

/** Several prompts for this device: one chip each. */
function Picks() {
  if (cards.value.length < 2 || main.value) return null;
  return html`<div class="picks" role="group" aria-label="Whose answer">${cards.value.map(({ prompt, name }) => html`
    <button class="pick" aria-pressed=${current.value?.prompt.id === prompt.id} data-testid=${`pick-${prompt.seat}`} onClick=${() => { picked.value = prompt.id; }}>
      <${Badge} seat=${prompt.seat} asked />${cards.value.filter((other) => other.name === name).length > 1 ? rich(prompt.title) : name}</button>`)}</div>`;
}

/** What may be done instead of the main thing, or the way back to it. */
export function Instead() {
  if (!main.value) return null;
  if (current.value && current.value !== main.value) {
    return html`<div class="tools"><button class="tool" data-testid="back" onClick=${() => { picked.value = ""; }}><${Icon} name="undo" />Back: ${rich(main.value.prompt.title)}</button></div>`;
  }
  if (!besides.value.length) return null;
  return html`<div class="instead" role="group" aria-label="Or instead">${besides.value.map(({ prompt }) => html`
    <button class="tool quiet" key=${prompt.id} data-testid=${`instead-${prompt.seat}`} onClick=${() => { picked.value = prompt.id; }}><${Badge} seat=${prompt.seat} />${rich(prompt.title)}</button>`)}</div>`;
}

/** Others who are asked at the same time. */
function Others() {
  const rest = (snapshot.value?.asked || []).filter((asked) => !asked.mine && !asked.prompt.at && asked !== main.value);
  if (!rest.length) return null;
  return html`<p class="others">${main.value ? "also free to act" : "also asked"}: ${rest.map(({ prompt, name }) => html`<span class="who"><${Badge} seat=${prompt.seat} />${name}</span>`)}</p>${rest.map(({ prompt }) => html`<${TakeBack} key=${prompt.id} seat=${prompt.seat} />`)}`;
}

/** What was given once and can answer this now. @param {string} prompt */
const asidesFor = (prompt) => (snapshot.value?.aside || []).filter((one) => one.prompts.includes(prompt));

/** @param {{prompt: string}} props */
function Asides({ prompt }) {
  const aside = asidesFor(prompt);
  if (!aside.length) return null;
  return html`<div class="asides">${aside.map((one) => html`<button class="tool" key=${one.id} data-testid="keep" onClick=${() => use(prompt, one)}>Keep ${tally(one.values)}<small>${one.text}</small></button>`)}</div>`;
}

/** One way on alone: the gold button is the whole card. @param {Prompt} prompt */
export const isBare = (prompt) => prompt.kind === "choose" && prompt.options.length === 1 && prompt.least === 1 && !prompt.secret && cards.value.length === 1 && !prompt.at && !said.value && !asidesFor(prompt.id).length;

/** @type {Record<string, string>} */
const DOES = { count: "says a number", write: "writes it" };

/** The Now line says the title already; the card then says what to do. @param {Prompt} prompt @param {string} name */
function headline(prompt, name) {
  if (snapshot.value?.now !== prompt.title) return prompt.title;
  if (prompt.of.length) return `${name}: ${wanted(prompt)} ${placeOf(prompt.zone, PLACES, "on the table")}`;
  return `${name} ${DOES[prompt.kind] || "chooses"}`;
}

/** A secret on a screen that all can see stays covered until somebody uncovers it. @param {Prompt} prompt */
export const isCovered = (prompt) => prompt.secret && snapshot.value?.seat === "table" && uncovered.value !== prompt.id;

/** @param {Prompt} prompt @param {string} name @returns {import("./gold.js").Gold} */
export const uncoverGold = (prompt, name) => ({ text: `For ${name} alone: uncover`, small: "the others look away", icon: "eye", testid: "uncover", act: () => { uncovered.value = prompt.id; } });

/** @param {{asked: Asked}} props */
export function PromptCard({ asked }) {
  const { prompt, name } = asked;
  const { Card } = PROMPTS[prompt.kind];
  return html`<section class=${`panel prompt-card ${prompt.kind}`} data-testid="prompt-card" data-prompt=${prompt.id}>
    <${Picks} />
    <header><${Badge} seat=${prompt.seat} asked /><div><h2>${rich(headline(prompt, name))}</h2>${(paragraph(prompt.rule) || !headline(prompt, name).startsWith(name)) && html`<p class="muted">${name}${paragraph(prompt.rule)}</p>`}</div></header>
    ${saidHere.value && html`<p class=${`said ${saidHere.value.tone}`} role="alert" data-testid="refusal">${saidHere.value.text}</p>`}
    ${isCovered(prompt) ? html`<div class="cover"><${Icon} name="eye" /><p>Only ${name} should see this.</p></div>` : html`<${Card} prompt=${prompt} key=${prompt.id} />`}
    <${Asides} prompt=${prompt.id} /><${Instead} /><${Others} /></section>`;
}
