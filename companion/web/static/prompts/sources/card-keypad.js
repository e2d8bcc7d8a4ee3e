// A playing card by its suit and its value: one tap on a wide page, two on a narrow one. What cannot be is grey, and
// says why.
import { html, useState } from "../../core/lib.js";
import { Glyph } from "../../art/glyphs.js";
import { t } from "../../core/text/i18n.js";
import { RANK_ORDER, SUIT_ORDER, faceWord, suitWord } from "../../core/labels.js";

/**
 * Where a card can come: why not, "" = it can. What is not here cannot be at all.
 * @typedef {Map<string, string>} Reasons
 */

/** @param {{name: string}} props */
const Suit = ({ name }) => html`<svg viewBox="-12 -12 24 24" aria-hidden="true"><${Glyph} name=${name} /></svg>`;

/** Why a card cannot be, "" = it can. @param {Reasons} reasons @param {string} card */
const refusal = (reasons, card) =>
  reasons.has(card) ? reasons.get(card) || "" : t`The ${faceWord(card)}: it is not among the cards that can come.`;

/**
 * The suit to begin with: that of the likeliest card, else the first in which something can be.
 * @param {Reasons} reasons
 * @param {string} likely
 */
function firstSuit(reasons, likely) {
  if (likely) return likely.slice(-1);
  return SUIT_ORDER.find((suit) => RANK_ORDER.some((rank) => !refusal(reasons, rank + suit))) || SUIT_ORDER[0];
}

/** @param {{card: string, given: boolean, why: string, onTap: () => void}} props */
function Key({ card, given, why, onTap }) {
  const grey = Boolean(why) && !given;
  return html`
    <button
      type="button"
      class=${`key suit-${card.slice(-1)} ${given ? "on" : ""}`}
      data-testid=${`face-${card}`}
      aria-disabled=${grey}
      aria-pressed=${given}
      aria-label=${grey ? t`${faceWord(card)}, not possible: ${why}` : faceWord(card)}
      onClick=${onTap}
    >
      ${card.slice(0, -1)}
    </button>
  `;
}

/**
 * @param {{reasons: Reasons, values?: readonly string[], likely?: string, label: string, onPick: (card: string) =>
 * void}} props
 */
export function Keypad({ reasons, values = [], likely = "", label, onPick }) {
  const [suit, setSuit] = useState(() => firstSuit(reasons, likely));
  const [why, setWhy] = useState("");
  const tap = (/** @type {string} */ card) => {
    const no = values.includes(card) ? "" : refusal(reasons, card);
    setWhy(no);
    if (!no) onPick(card);
  };
  const turn = (/** @type {string} */ one) => {
    setWhy("");
    setSuit(one);
  };
  return html`
    <div class="keypad-room">
      <div class="keypad" role="group" aria-label=${label}>
        <div class="suits">
          ${SUIT_ORDER.map(
            (one) => html`
              <button
                type="button"
                class=${`suit suit-${one}`}
                aria-pressed=${one === suit}
                aria-label=${suitWord(one)}
                data-testid=${`suit-${one}`}
                onClick=${() => turn(one)}
              >
                <${Suit} name=${one} />
              </button>
            `,
          )}
        </div>
        ${SUIT_ORDER.map(
          (one) => html`
            <div class=${`keys ${one === suit ? "chosen" : ""}`}>
              <span class=${`keys-suit suit-${one}`}><${Suit} name=${one} /></span>
              ${RANK_ORDER.map(
                (rank) =>
                  html`
                    <${Key}
                      key=${rank + one}
                      card=${rank + one}
                      given=${values.includes(rank + one)}
                      why=${refusal(reasons, rank + one)}
                      onTap=${() => tap(rank + one)}
                    />
                  `,
              )}
            </div>
          `,
        )}
        ${why && html`<p class="said" role="status" data-testid="key-refusal">${why}</p>`}
      </div>
    </div>
  `;
}
