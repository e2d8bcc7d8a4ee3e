// The one gold button: it says what happens when it is tapped.
import { html } from "./lib.js";
import { Icon } from "./icons.js";

/** `still`: nothing to tap now, only words. `alone`: its test id where it is the whole card. @typedef {{text: string, small?: string, icon?: string, testid?: string, alone?: string, still?: boolean, act?: () => void}} Gold */

/** `card`: the id of the prompt that has no card but this button. @param {{gold: Gold, card?: string}} props */
export function GoldButton({ gold, card = "" }) {
  if (card) return html`<div class="gold-card" data-testid="prompt-card" data-prompt=${card}><${GoldButton} gold=${{ ...gold, testid: gold.alone || gold.testid }} /></div>`;
  const words = html`<span>${gold.text}${gold.small && html`<small>${gold.small}</small>`}</span>`;
  if (gold.still) return html`<div class="btn main still" data-testid="gold">${words}</div>`;
  return html`<button class="btn main" data-testid=${gold.testid || "gold"} onClick=${gold.act}>${gold.icon && html`<${Icon} name=${gold.icon} />`}${words}</button>`;
}
