// The signs that stand in texts: our own drawings, in a square of 24 around 0,0, each with its word.
import { html } from "../core/lib.js";
import { t } from "../core/text/i18n.js";

/**
 * Drawn with a pen, or filled where the third part says so.
 * @type {Record<string, [() => string, string, boolean?]>}
 */
const SYMBOLS = {
  strength: [() => t`strength`, "M-6 0H6M-9-5V5M-6-7.5V7.5M9-5V5M6-7.5V7.5"],
  agility: [() => t`agility`, "M2.5-11.5-8 2.5H-.8L-2.5 11.5 8-2.5H.8z", true],
  observation: [
    () => t`observation`,
    "M-11 0C-7.5-5-4-7 0-7S7.5-5 11 0C7.5 5 4 7 0 7S-7.5 5-11 0zM3.2 0A3.2 3.2 0 1 1-3.2 0 3.2 3.2 0 0 1 3.2 0",
  ],
  lore: [() => t`lore`, "M0-6.5C-3-9-7-9.5-10.5-9V7C-7 6.5-3 7 0 9.5 3 7 7 6.5 10.5 7V-9C7-9.5 3-9 0-6.5zM0-6.5V9"],
  influence: [() => t`influence`, "M-10-8H10V4.5H1L-5 10V4.5H-10zM-5-3.5H5M-5 .5H2"],
  will: [() => t`will`, "M0-5.5V10M0-5.5a2.6 2.6 0 1 0-.01 0M-9 2.5C-9 7.5-4.5 10 0 10S9 7.5 9 2.5M-4.5-1.5H4.5"],
  success: [
    () => t`success`,
    "M0-11.5 2.6-4.2 9.4-7.6 5.2-1.2 11.2 3 3.8 3.2 3.4 10.8-.4 4.6-6.6 9-4.4 2-11.4.6-4.8-2.6-7.6-9.4-1.8-5z",
    true,
  ],
  investigation: [() => t`investigation`, "M-8.6-2a6.6 6.6 0 1 0 13.2 0 6.6 6.6 0 1 0-13.2 0M3 3l7 7"],
  clue: [
    () => t`clue`,
    "M-2.5-11C2-11 4-7 2.8-3 2-.5-4.8-.5-5.6-3-6.8-7-7-11-2.5-11zM-5.2 2H2.2C2.7 6.5 1.5 11-1.5 11S-5.7 6.5-5.2 2z",
    true,
  ],
  awareness: [
    () => t`awareness`,
    "M-10 3C-7-3-3.5-6 0-6S7-3 10 3M0 9A4 4 0 1 0 0 1 4 4 0 0 0 0 9M-6-10-4.5-7M6-10 4.5-7M0-11.5V-8.5",
  ],
  horror: [() => t`horror`, "M1 1A2 2 0 1 0-2-1 5 5 0 0 0 5 3 6.5 6.5 0 0 0-3-7 9 9 0 0 0-7 6 9.5 9.5 0 0 0 8 8"],
  brawn: [() => t`brawn`, "M-8 9V1C-8-5-5-7-2-8H5V-3L0-2C-1 0 0 1 2 1H8V9z"],
  action: [() => t`action`, "M-9-9 11 0-9 9-4.5 0z", true],
};

/** Signs that stand for themselves: their word is read out, and not drawn. */
const SILENT = ["action", "awareness", "horror", "brawn"];

export const isSymbol = (/** @type {string} */ name) => name in SYMBOLS;

/** The word for a sign. @param {string} name */
export const symbolWord = (name) => SYMBOLS[name][0]();

/** @param {{name: string, said?: boolean}} props said: its word stands in the text already */
export function Symbol({ name, said = false }) {
  const [word, path, filled] = SYMBOLS[name];
  return html`
    <span class="sym">
      <svg viewBox="-12 -12 24 24" aria-hidden="true">
        ${
          filled
            ? html`<path d=${path} fill="currentColor" />`
            : html`
              <path
                d=${path}
                fill="none"
                stroke="currentColor"
                stroke-width="2.6"
                stroke-linecap="round"
                stroke-linejoin="round"
              />
            `
        }
      </svg>
      ${!said && html`<span class=${SILENT.includes(name) ? "sr" : ""}>${word()}</span>`}
    </span>
  `;
}
