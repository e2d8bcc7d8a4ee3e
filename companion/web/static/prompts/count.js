import { html } from "../core/lib.js";
import { sendAnswer } from "../table/actions.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";
import { draftOf, changeDraft } from "../core/state.js";
import { signedNumber } from "../core/labels.js";

/** @typedef {import("../types").CountPrompt} Prompt */

/** Up to this many numbers each has its button, and one tap answers. */
const BUTTONS = 13;
const FAR = 5; // the longer step of the stepper

const fewNumbers = (/** @type {Prompt} */ prompt) => prompt.most - prompt.least < BUTTONS;

/** The number the stepper shows. @param {Prompt} prompt */
function shown(prompt) {
  const given = Number(draftOf(prompt.id).values[0] ?? Math.max(prompt.least, 0));
  return Math.min(prompt.most, Math.max(prompt.least, given));
}

/** @param {{prompt: Prompt, by: number}} props */
function Step({ prompt, by }) {
  const next = Math.min(prompt.most, Math.max(prompt.least, shown(prompt) + by));
  return html`
    <button
      class="tool step"
      disabled=${next === shown(prompt)}
      aria-label=${by > 0 ? t`plus ${by}` : t`minus ${-by}`}
      onClick=${() => changeDraft(prompt.id, { values: [String(next)] })}
    >
      <${Icon} name=${by > 0 ? "plus" : "minus"} />
      ${Math.abs(by) > 1 ? Math.abs(by) : ""}
    </button>
  `;
}

/** @param {{prompt: Prompt}} props */
export function Card({ prompt }) {
  if (!fewNumbers(prompt)) {
    return html`
      <div class="stepper">
        <${Step} prompt=${prompt} by=${-FAR} />
        <${Step} prompt=${prompt} by=${-1} />
        <output class="stepper-value" data-testid="count-value">${signedNumber(shown(prompt))}</output>
        <${Step} prompt=${prompt} by=${1} />
        <${Step} prompt=${prompt} by=${FAR} />
      </div>
    `;
  }
  const numbers = Array.from({ length: prompt.most - prompt.least + 1 }, (_, k) => prompt.least + k);
  return html`
    <div class="numbers">
      ${numbers.map(
        (n) =>
          html`
            <button class="number" data-testid=${`count-${n}`} onClick=${() => sendAnswer(prompt.id, [String(n)])}>
              ${signedNumber(n)}
            </button>
          `,
      )}
    </div>
  `;
}

/** @param {Prompt} prompt @returns {import("./gold-button.js").Gold} */
export function gold(prompt) {
  if (fewNumbers(prompt))
    return {
      text: t`Tap the number`,
      small: t`${signedNumber(prompt.least)} to ${signedNumber(prompt.most)}`,
      still: true,
    };
  return {
    text: t`Set ${signedNumber(shown(prompt))}`,
    small: prompt.title,
    icon: "check",
    testid: "confirm",
    act: () => sendAnswer(prompt.id, [String(shown(prompt))]),
  };
}
