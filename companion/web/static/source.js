// What a seat answers with: a reader, its own hand, or the app; three shapes, on the card and in the menu.
import { html } from "./lib.js";
import { chooseSource } from "./deeds.js";
import { Icon } from "./icons.js";
import { t } from "./say.js";
import { Badge } from "./seats.js";
import { draft, redraft, snapshot } from "./state.js";

/** @typedef {"scan" | "hand" | "virtual"} Source */

/** @type {[Source, string, () => string][]} */
const SOURCES = [["scan", "camera", () => t`Scan`], ["hand", "hand", () => t`By hand`], ["virtual", "spark", () => t`Virtual`]];

/** Nothing that could read is there now: then everything is given by hand. */
const isBlind = () => !snapshot.value?.demo && !(snapshot.value?.senses || []).some((sense) => sense.state === "ready");

/** Whether the app may answer: what is laid out of a hand nobody leaves to chance. @param {import("./types").Prompt} prompt */
export const byChance = (prompt) => prompt.kind === "roll" || prompt.kind === "draw";

/** The camera that would read it is away, and no reader of tags stands in for it. @param {import("./types").Prompt} prompt */
export function isUnread(prompt) {
  const senses = snapshot.value?.senses || [];
  const cameras = senses.filter(({ reader }) => reader.startsWith("vision"));
  const isTagged = prompt.of.includes("tag") && senses.some(({ reader, state }) => !reader.startsWith("vision") && state === "ready");
  return cameras.length > 0 && cameras.every(({ state }) => state !== "ready") && !isTagged;
}

/** What this prompt is answered with now. @param {import("./types").Prompt} prompt @returns {Source} */
export function sourceOf(prompt) {
  const chosen = snapshot.value?.asked.find((asked) => asked.prompt.id === prompt.id)?.source || "scan";
  if (chosen === "virtual" && !byChance(prompt)) return "hand";
  return chosen === "scan" && isBlind() ? "hand" : chosen;
}

/** The card turns at once; what was half given by hand waits there until it is given by hand again. @param {string[]} seats @param {Source} source @param {string} prompt */
function choose(seats, source, prompt) {
  const given = snapshot.value?.asked.find((asked) => asked.prompt.id === (prompt || draft.value.prompt));
  if (given && seats.includes(given.prompt.seat)) redraft(given.prompt.id, { hand: source === "hand" });
  for (const seat of seats) chooseSource(seat, source);
}

/** `prompt`: on whose card it stands; `seats`: those that it is for, where it is for several. @param {{seat: string, now: Source | null, name: string, seats?: string[], prompt?: import("./types").Prompt, chance?: boolean, words?: boolean}} props */
export function SourceSwitch({ seat, now, name, seats = [seat], prompt, chance = true, words = false }) {
  return html`<div class=${`sources ${words ? "worded" : ""}`} role="group" aria-label=${t`What ${name} answers with`} data-testid=${`sources-${seat}`}>${SOURCES.filter(([source]) => chance || source !== "virtual").map(([source, icon, word]) => html`
    <button key=${source} class="source" aria-pressed=${source === now} aria-label=${word()} data-testid=${source === "hand" ? "by-hand" : `source-${source}`} onClick=${() => choose(seats, source, prompt?.id || "")}><${Icon} name=${icon} /><span>${word()}</span></button>`)}</div>`;
}

/** Every seat that this device answers for, in the menu. */
export function SourcesPanel() {
  const snap = snapshot.value;
  const here = (snap?.sittings || []).filter((one) => (snap?.seat === "table" ? !one.claimed : one.seat === snap?.seat));
  if (!here.length) return null;
  const all = here.every(({ source }) => source === here[0].source) ? here[0].source : null;
  return html`<section class="panel seat-sources" data-testid="seat-sources"><h2>${t`Dice, tokens and cards`}<small>${t`each seat as it likes`}</small></h2>
    <ul>${here.length > 1 && html`<li><b>${t`Everybody here`}</b><${SourceSwitch} seats=${here.map(({ seat }) => seat)} seat="all" name=${t`Everybody here`} now=${all} words /></li>`}${here.map(({ seat, name, source }) => html`<li key=${seat}><${Badge} seat=${seat} /><b>${name}</b><${SourceSwitch} seat=${seat} name=${name} now=${source} words /></li>`)}</ul>
    <p class="muted">${t`Scan: the camera and the readers tell. By hand: you tap what lies there. Virtual: the app rolls and draws, and the log says so for ever.`}</p></section>`;
}
