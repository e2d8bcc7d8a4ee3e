// The prompt card: who is asked what, and the answer as it comes together.
import { html } from "../core/lib.js";
import { OddsChips } from "./odds-chips.js";
import { KeepThrowCard, keptThrowsFor } from "../history/keep-throw.js";
import { Icon } from "../core/icons.js";
import { PROMPTS } from "./index.js";
import { Badge } from "../table/seats/seats.js";
import { richText } from "../core/text/rich-text.js";
import { isVirtualPrompt } from "./sources/reading-slots.js";
import { RuleButton, MessageLine } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import {
  otherPrompts,
  promptCards,
  currentPrompt,
  mainPrompt,
  pickedPrompt,
  message,
  visibleMessage,
  snapshot,
  uncoveredPrompt,
} from "../core/state.js";
import { ReclaimSeat } from "../devices/reclaim-seat.js";
import { requestedWord } from "../core/labels.js";
import { placeOf } from "../table/tray/tray-zones.js";
import { blockOf, leastOf, objectsOf, zoneOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").PromptView} Asked */
/** @typedef {import("../types").Prompt} Prompt */

/** Where things go, by zone: who lays what. @type {Record<string, (name: string, what: string) => string>} */
const PLACES = {
  tray: (name, what) => t`${name}: ${what} into the tray`,
  bag: (name, what) => t`${name}: ${what} from the bag`,
  pile: (name, what) => t`${name}: ${what} from the pile`,
  own: (name, what) => t`${name}: ${what} into the zone below`,
};

/** Several prompts for this device: one chip each. */
function Picks() {
  if (promptCards.value.length < 2 || mainPrompt.value) return null;
  return html`
    <div class="picks" role="group" aria-label=${t`Whose answer`}>
      ${promptCards.value.map(
        ({ prompt, name }) => html`
          <button
            class="pick"
            aria-pressed=${currentPrompt.value?.prompt.id === prompt.id}
            data-testid=${`pick-${prompt.seat}`}
            onClick=${() => {
              pickedPrompt.value = prompt.id;
            }}
          >
            <${Badge} seat=${prompt.seat} asked />
            ${promptCards.value.filter((other) => other.name === name).length > 1 ? richText(prompt.title) : name}
          </button>
        `,
      )}
    </div>
  `;
}

/** What may be done instead of the main thing, or the way back to it. */
export function OtherPrompts() {
  if (!mainPrompt.value) return null;
  if (currentPrompt.value && currentPrompt.value !== mainPrompt.value) {
    return html`
      <div class="tools">
        <button
          class="tool"
          data-testid="back"
          onClick=${() => {
            pickedPrompt.value = "";
          }}
        >
          <${Icon} name="undo" />
          ${richText(t`Back: ${mainPrompt.value.prompt.title}`)}
        </button>
      </div>
    `;
  }
  if (!otherPrompts.value.length) return null;
  return html`
    <div class="instead" role="group" aria-label=${t`Or instead`}>
      ${otherPrompts.value.map(
        ({ prompt }) => html`
          <button
            class="tool quiet"
            key=${prompt.id}
            data-testid=${`instead-${prompt.seat}`}
            onClick=${() => {
              pickedPrompt.value = prompt.id;
            }}
          >
            <${Badge} seat=${prompt.seat} />
            ${richText(prompt.title)}
          </button>
        `,
      )}
    </div>
  `;
}

/** Others who are asked at the same time. */
function Others() {
  const rest = (snapshot.value?.asked || []).filter(
    (asked) => !asked.mine && !blockOf(asked.prompt) && asked !== mainPrompt.value,
  );
  if (!rest.length) return null;
  return html`
    <p class="others">
      ${mainPrompt.value ? t`also free to act:` : t`also asked:`}
      ${" "}
      ${rest.map(({ prompt, name }) => html`<span class="who"><${Badge} seat=${prompt.seat} />${name}</span>`)}
    </p>
    ${rest.map(({ prompt }) => html`<${ReclaimSeat} key=${prompt.id} seat=${prompt.seat} />`)}
  `;
}

/** One way on alone: the gold button is the whole card. @param {Prompt} prompt */
export const isBare = (prompt) =>
  prompt.kind === "choose" &&
  prompt.options.length === 1 &&
  leastOf(prompt) === 1 &&
  !prompt.secret &&
  promptCards.value.length === 1 &&
  !blockOf(prompt) &&
  !message.value &&
  !keptThrowsFor(prompt.id);

/** @type {Record<string, (name: string) => string>} */
const DOES = { count: (name) => t`${name} says a number`, write: (name) => t`${name} writes it` };

/**
 * What the card is headed with: the title, or what to do where the Now line says the title already; that names who does
 * it.
 * @param {Asked} asked
 */
function headline({ prompt, name, above }) {
  if (!above) return prompt.title;
  if (objectsOf(prompt).length && isVirtualPrompt(prompt)) return t`${name}: ${requestedWord(prompt)} from the app`;
  if (objectsOf(prompt).length)
    return (PLACES[placeOf(zoneOf(prompt))] || ((who, what) => t`${who}: ${what} on the table`))(
      name,
      requestedWord(prompt),
    );
  if (prompt.seat === "table") return t`Agree on it together`;
  return (DOES[prompt.kind] || ((who) => t`${who} chooses`))(name);
}

/** A secret on a screen that all can see stays covered until somebody uncovers it. @param {Prompt} prompt */
export const isCovered = (prompt) =>
  prompt.secret && snapshot.value?.seat === "table" && uncoveredPrompt.value !== prompt.id;

/** Whom a secret is for. @param {Prompt} prompt @param {string} name */
const whom = (prompt, name) => (prompt.seat === "dealer" ? t`the Dealer` : name);

/** @param {Prompt} prompt @param {string} name @returns {import("./gold-button.js").Gold} */
export const uncoverGold = (prompt, name) => ({
  text: t`For ${whom(prompt, name)} alone: uncover`,
  small: t`the others look away`,
  icon: "eye",
  testid: "uncover",
  act: () => {
    uncoveredPrompt.value = prompt.id;
  },
});

/** @param {{asked: Asked}} props */
export function PromptCard({ asked }) {
  const { prompt, name } = asked;
  const { Card } = PROMPTS[prompt.kind];
  const aside = asked.mine && !isCovered(prompt) ? keptThrowsFor(prompt.id) : undefined;
  const things = objectsOf(prompt).length > 0 && asked.mine && !isCovered(prompt);
  return html`
    <section class=${`panel prompt-card ${prompt.kind}`} data-testid="prompt-card" data-prompt=${prompt.id}>
      <${Picks} />
      <header>
        <${Badge} seat=${prompt.seat} asked />
        <div>
          <h2>${richText(headline(asked))}</h2>
          ${!headline(asked).startsWith(name) && html`<p class="muted">${name}</p>`}
        </div>
        <${RuleButton} rule=${prompt.rule} />
      </header>
      ${things && html`<${OddsChips} />`}
      ${visibleMessage.value && html`<${MessageLine} said=${visibleMessage.value} testid="refusal" />`}
      ${
        isCovered(prompt)
          ? html`
            <div class="cover"><${Icon} name="eye" /><p>${t`Only ${whom(prompt, name)} should see this.`}</p></div>
          `
          : aside
            ? html`<${KeepThrowCard} prompt=${prompt} aside=${aside} />`
            : html`<${Card} prompt=${prompt} key=${prompt.id} />`
      }
      <${OtherPrompts} />
      <${Others} />
    </section>
  `;
}
