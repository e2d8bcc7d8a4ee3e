// What a seat answers with: a reader, its own hand, or the app; three shapes, on the card and in the menu. Each kind of
// things may have its own.
import { html } from "../../core/lib.js";
import { chooseSource } from "../../table/actions.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";
import { busy, draft, changeDraft, snapshot } from "../../core/state.js";
import { objectKind, pluralWord } from "../../core/labels.js";
import { objectsOf } from "../../core/prompt-fields.js";

/** @typedef {"scan" | "hand" | "virtual"} Source */

/** @type {[Source, string, () => string][]} */
const SOURCES = [
  ["scan", "camera", () => t`Scan`],
  ["hand", "hand", () => t`By hand`],
  ["virtual", "spark", () => t`Virtual`],
];

/** Nothing that could read is there now: then everything is given by hand. */
const isBlind = () => !snapshot.value?.demo && !(snapshot.value?.senses || []).some((sense) => sense.state === "ready");

/**
 * Whether the app may answer: what is laid out of a hand nobody leaves to chance.
 * @param {import("../../types.js").Prompt} prompt
 */
export const allowsVirtual = (prompt) => prompt.kind === "roll" || prompt.kind === "draw";

/**
 * The camera that would read it is away, and no reader of tags stands in for it.
 * @param {import("../../types.js").Prompt} prompt
 */
export function isUnread(prompt) {
  const senses = snapshot.value?.senses || [];
  const cameras = senses.filter(({ reader }) => reader.startsWith("vision"));
  const isTagged =
    objectsOf(prompt).includes("tag") &&
    senses.some(({ reader, state }) => !reader.startsWith("vision") && state === "ready");
  return cameras.length > 0 && cameras.every(({ state }) => state !== "ready") && !isTagged;
}

/** @param {string} prompt */
const askedOf = (prompt) => snapshot.value?.asked.find((asked) => asked.prompt.id === prompt);

/** What this prompt is answered with now. @param {import("../../types.js").Prompt} prompt @returns {Source} */
export function sourceOf(prompt) {
  const chosen = askedOf(prompt.id)?.source || "scan";
  if (chosen === "virtual" && !allowsVirtual(prompt)) return "hand";
  return chosen === "scan" && isBlind() ? "hand" : chosen;
}

/**
 * The card turns at once, and a throw of it that is waited for is not meant any more; what was half given by hand waits
 * there until it is given by hand again.
 * @param {string[]} seats
 * @param {Source} source
 * @param {string} prompt
 * @param {string} kind
 */
function choose(seats, source, prompt, kind) {
  const isFor = (/** @type {string} */ id) => {
    const given = askedOf(id)?.prompt;
    return given && seats.includes(given.seat) && (!kind || kind === objectKind(given));
  };
  const shown = prompt || draft.value.prompt;
  if (isFor(shown)) changeDraft(shown, { hand: source === "hand" });
  if (isFor(busy.value)) busy.value = "";
  chooseSource(seats, source, kind);
}

/**
 * `prompt`: on whose card it stands; `seats`: those that it is for, where it is for several; `kind`: of the things that
 * it is for, "" = all.
 * @param {{seat: string, now: Source | null, name: string, seats?: string[], prompt?: import("../../types.js").Prompt,
 * kind?: string, chance?: boolean, words?: boolean}} props
 */
export function SourceSwitch({
  seat,
  now,
  name,
  seats = [seat],
  prompt,
  kind = askedOf(prompt?.id || "")?.chooses || "",
  chance = true,
  words = false,
}) {
  return html`
    <div
      class=${`sources ${words ? "worded" : ""}`}
      role="group"
      aria-label=${kind ? t`${name}: where ${pluralWord(kind)} come from` : t`What ${name} answers with`}
      data-testid=${`sources-${seat}`}
    >
      ${kind && html`<b class="source-of">${pluralWord(kind)}</b>`}
      ${SOURCES.filter(([source]) => chance || source !== "virtual").map(
        ([source, icon, word]) => html`
          <button
            key=${source}
            class="source"
            aria-pressed=${source === now}
            aria-label=${word()}
            data-testid=${source === "hand" ? "by-hand" : `source-${source}`}
            onClick=${() => choose(seats, source, prompt?.id || "", kind)}
          >
            <${Icon} name=${icon} />
            <span>${word()}</span>
          </button>
        `,
      )}
    </div>
  `;
}
