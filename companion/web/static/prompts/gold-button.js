// The one gold button: it says what happens when it is tapped, or held.
import { html } from "../core/lib.js";
import { useHold } from "../core/input/hold-button.js";
import { Icon } from "../core/icons.js";
import { richText } from "../core/text/rich-text.js";
import { Ring } from "./wait-ring.js";

/**
 * `still`: nothing to tap now, only words. `alone`: its test id where it is the whole card. `hold`: a tap is not
 * enough. `ring`: it goes on by itself in a moment.
 * @typedef {{text: string, small?: string, icon?: string, ring?: boolean, testid?: string, alone?: string, still?:
 * boolean, hold?: boolean, act?: () => void}} Gold
 */

/** More letters than these stand smaller. */
const LONG = 34;

/** @param {Gold} gold */
const sizeOf = (gold) => (gold.text.length > LONG ? "long" : "");

/** @param {Gold} gold */
const wordsOf = (gold) =>
  html`<span>${richText(gold.text)}${gold.small && html`<small>${richText(gold.small)}</small>`}</span>`;

/** A finger or a key that stays for a while; one that leaves earlier has done nothing. @param {{gold: Gold}} props */
function Held({ gold }) {
  const { held, hands } = useHold(() => gold.act?.());
  return html`
    <button
      class=${`btn main hold ${sizeOf(gold)} ${held ? "held" : ""}`}
      data-testid=${gold.testid || "gold"}
      ...${hands}
    >
      ${gold.icon && html`<${Icon} name=${gold.icon} />`}
      ${wordsOf(gold)}
    </button>
  `;
}

/** `card`: the id of the prompt that has no card but this button. @param {{gold: Gold, card?: string}} props */
export function GoldButton({ gold, card = "" }) {
  if (card)
    return html`
      <div class="gold-card" data-testid="prompt-card" data-prompt=${card}>
        <${GoldButton} gold=${{ ...gold, testid: gold.alone || gold.testid }} />
      </div>
    `;
  if (gold.still) return html`<div class=${`btn main still ${sizeOf(gold)}`} data-testid="gold">${wordsOf(gold)}</div>`;
  if (gold.hold) return html`<${Held} gold=${gold} />`;
  return html`
    <button class=${`btn main ${sizeOf(gold)}`} data-testid=${gold.testid || "gold"} onClick=${gold.act}>
      ${gold.ring && html`<${Ring} />`}
      ${gold.icon && html`<${Icon} name=${gold.icon} />`}
      ${wordsOf(gold)}
    </button>
  `;
}
