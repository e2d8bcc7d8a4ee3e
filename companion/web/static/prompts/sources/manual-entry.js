// Giving faces by hand: people count faces, they do not describe one die after another.
import { html } from "../../core/lib.js";
import { sendAnswer } from "../../table/actions.js";
import { Face } from "../../art/faces.js";
import { Icon } from "../../core/icons.js";
import { Keypad } from "./card-keypad.js";
import { remainingCount, keptValues, offeredFaces, remainingOf } from "../../kits/kits.js";
import { richText } from "../../core/text/rich-text.js";
import { t } from "../../core/text/i18n.js";
import { draftOf, changeDraft } from "../../core/state.js";
import { faceWord, objectKind } from "../../core/labels.js";

/** @typedef {import("../../types.js").Prompt} Prompt */

/** @param {Prompt} prompt @param {string} face */
function add(prompt, face) {
  if (remainingCount(prompt) === 1) return sendAnswer(prompt.id, [...keptValues(prompt), face]);
  changeDraft(prompt.id, { hand: true, values: [...draftOf(prompt.id).values, face] });
}

/** @param {Prompt} prompt @param {string} face */
function takeBack(prompt, face) {
  const values = [...draftOf(prompt.id).values];
  values.splice(values.lastIndexOf(face), 1);
  changeDraft(prompt.id, { hand: true, values });
}

/** @param {{prompt: Prompt, offer: import("../../kits/kits.js").Offer, values: string[]}} props */
function Tile({ prompt, offer, values }) {
  const count = values.filter((value) => value === offer.id).length;
  const more = remainingOf(prompt, offer, values);
  const name = offer.text || faceWord(offer.id);
  const bag = prompt.kind === "draw" && offer.left > 1 ? t`${offer.left} in there` : "";
  return html`
    <div class=${`tile ${count ? "has" : ""}`}>
      <button
        class="tile-add"
        data-testid=${`face-${offer.id}`}
        disabled=${more <= 0}
        title=${offer.refused || undefined}
        onClick=${() => add(prompt, offer.id)}
        aria-label=${[count ? t`${name}, ${count} given` : name, offer.refused && t`not possible: ${offer.refused}`]
          .filter(Boolean)
          .join(", ")}
      >
        <${Face} kind=${objectKind(prompt)} value=${offer.id} />
        <span>${richText(name)}${bag && html`<small>${bag}</small>`}</span>
      </button>
      ${
        count > 0 &&
        html`
          <b class="tile-count">${count}</b>
          <button class="tile-less" aria-label=${t`One ${name} less`} onClick=${() => takeBack(prompt, offer.id)}>
            <${Icon} name="minus" />
          </button>
        `
      }
    </div>
  `;
}

/** Up to so many kinds of faces each have a row, and up to so many of one a button for their number. */
const FEW_KINDS = 4;
const MOST_NUMBERS = 6;

/**
 * Dice of few kinds of faces are counted: a tap for each kind, whatever there are.
 * @param {Prompt} prompt
 * @param {import("../../kits/kits.js").Offer[]} all
 */
const isPool = (prompt, all) => prompt.kind === "roll" && all.length <= FEW_KINDS && remainingCount(prompt) > 1;

/** @param {Prompt} prompt @param {string} face @param {number} count */
const count = (prompt, face, count) =>
  changeDraft(prompt.id, {
    hand: true,
    values: [...draftOf(prompt.id).values.filter((value) => value !== face), ...Array(count).fill(face)],
  });

/**
 * A kind of face: one more with its tile, or so many at once.
 * @param {{prompt: Prompt, offer: import("../../kits/kits.js").Offer, values: string[]}} props
 */
function Row({ prompt, offer, values }) {
  const given = values.filter((value) => value === offer.id).length;
  const most = Math.min(given + remainingOf(prompt, offer, values), MOST_NUMBERS);
  const name = offer.text || faceWord(offer.id);
  return html`
    <div class="pool-row">
      <${Tile} prompt=${prompt} offer=${offer} values=${values} />
      <div class="pool-counts" role="group" aria-label=${t`How many of ${name}`}>
        ${Array.from({ length: most }, (_, k) => k + 1).map(
          (n) =>
            html`
              <button
                key=${n}
                class="pool-count"
                aria-pressed=${n === given}
                data-testid=${`count-${offer.id}-${n}`}
                onClick=${() => count(prompt, offer.id, n === given ? 0 : n)}
              >
                ${n}
              </button>
            `,
        )}
      </div>
    </div>
  `;
}

/** @param {{prompt: Prompt}} props */
export function HandEntry({ prompt }) {
  const { values } = draftOf(prompt.id);
  const all = offeredFaces(prompt);
  if (objectKind(prompt) === "card") return html`<${CardEntry} prompt=${prompt} all=${all} values=${values} />`;
  if (isPool(prompt, all))
    return html`
      <div class="pool" role="group" aria-label=${t`Give the faces by hand`}>
        ${all.map((offer) => html`<${Row} key=${offer.id} prompt=${prompt} offer=${offer} values=${values} />`)}
      </div>
    `;
  const size = all.length <= 4 ? "few" : all.length <= 8 ? "some" : "many";
  return html`
    <div class=${`tiles ${size}`} role="group" aria-label=${t`Give the faces by hand`}>
      ${all.map((offer) => html`<${Tile} key=${offer.id} prompt=${prompt} offer=${offer} values=${values} />`)}
    </div>
  `;
}

/**
 * A card by suit and value; one that was given is taken back by the same key.
 * @param {{prompt: Prompt, all: import("../../kits/kits.js").Offer[], values: string[]}} props
 */
function CardEntry({ prompt, all, values }) {
  const reasons = new Map(
    all.map((offer) => [
      offer.id,
      remainingOf(prompt, offer, values) > 0 ? "" : offer.refused || t`All that was asked for is given.`,
    ]),
  );
  const pick = (/** @type {string} */ card) => (values.includes(card) ? takeBack(prompt, card) : add(prompt, card));
  return html`<${Keypad} reasons=${reasons} values=${values} label=${t`Give the card by hand`} onPick=${pick} />`;
}
