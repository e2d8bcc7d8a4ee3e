// What was thrown or drawn and then taken back lies there still: keep it, or throw again? Asked once.
import { html } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { keepThrow } from "./requests.js";
import { Icon } from "../core/icons.js";
import { t, tn } from "../core/text/i18n.js";
import { busy, snapshot } from "../core/state.js";
import { faceWord, amountWord } from "../core/labels.js";

/** @typedef {import("../types").Prompt} Prompt */
/** @typedef {import("../types").RetractedDice} Aside */

/** What was given once and can answer this now. @param {string} prompt */
export const keptThrowsFor = (prompt) => (snapshot.value?.aside || []).find((one) => one.prompts.includes(prompt));

/** @type {Record<string, () => string>} */
const AGAIN = { roll: () => t`Roll again`, draw: () => t`Draw again`, show: () => t`Lay another` };

/** @param {Aside} aside */
function further({ more }) {
  return more ? tn(more, "One more after it can be kept as well.", "{n} more after it can be kept as well.") : "";
}

/** @param {{prompt: Prompt, aside: Aside}} props */
export function KeepThrowCard({ prompt, aside }) {
  const kind = aside.object;
  return html`
    <div class="keep" data-testid="keep-card">
      <p class="keep-ask">${t`This was taken back. What lay there can stay as it was.`}</p>
      <div class="keep-faces" role="list">
        ${aside.values.map(
          (value, k) =>
            html`
              <span class="keep-face" role="listitem" key=${k}>
                <${Face} kind=${kind} value=${value} />
                <span>${faceWord(value)}</span>
              </span>
            `,
        )}
      </div>
      <div class="keep-ways">
        <button
          class="btn main"
          data-testid="keep"
          disabled=${busy.value === prompt.id}
          onClick=${() => keepThrow(prompt.id, aside.id)}
        >
          <${Icon} name="check" />
          <span>${t`Keep ${amountWord(kind, aside.values.length)}`}<small>${further(aside)}</small></span>
        </button>
        <button
          class="btn"
          data-testid="roll-again"
          disabled=${busy.value === prompt.id}
          onClick=${() => keepThrow(prompt.id, "")}
        >
          <${Icon} name="dice" />
          <span>${(AGAIN[prompt.kind] || AGAIN.roll)()}<small>${t`what lies there now counts`}</small></span>
        </button>
      </div>
    </div>
  `;
}
