// The one gold button: it says what happens when it is tapped, or held.
import { html, useEffect, useRef, useState } from "./lib.js";
import { Icon } from "./icons.js";
import { rich } from "./rich.js";

/** `still`: nothing to tap now, only words. `alone`: its test id where it is the whole card. `hold`: a tap is not enough. @typedef {{text: string, small?: string, icon?: string, testid?: string, alone?: string, still?: boolean, hold?: boolean, act?: () => void}} Gold */

/** What ends a phase is held this long. The stripe that fills (css) takes the same time. */
const HOLD_MS = 600;

/** More letters than these stand smaller. */
const LONG = 34;

/** @param {Gold} gold */
const sizeOf = (gold) => (gold.text.length > LONG ? "long" : "");

/** @param {Gold} gold */
const wordsOf = (gold) => html`<span>${rich(gold.text)}${gold.small && html`<small>${rich(gold.small)}</small>`}</span>`;

/** A finger or a key that stays for a while; one that leaves earlier has done nothing. @param {{gold: Gold}} props */
function Held({ gold }) {
  const [held, setHeld] = useState(false);
  const timer = useRef(0);
  const stop = () => { clearTimeout(timer.current); timer.current = 0; setHeld(false); };
  const begin = () => {
    if (timer.current) return; // a key that stays down repeats itself
    setHeld(true);
    timer.current = setTimeout(() => { stop(); gold.act?.(); }, HOLD_MS);
  };
  useEffect(() => stop, []);
  const isKey = (/** @type {KeyboardEvent} */ event) => event.key === "Enter" || event.key === " ";
  return html`<button class=${`btn main hold ${sizeOf(gold)} ${held ? "held" : ""}`} data-testid=${gold.testid || "gold"} onPointerDown=${begin} onPointerUp=${stop} onPointerLeave=${stop} onPointerCancel=${stop} onBlur=${stop}
    onContextMenu=${(/** @type {Event} */ event) => event.preventDefault()} onKeyDown=${(/** @type {KeyboardEvent} */ event) => isKey(event) && begin()} onKeyUp=${stop}>${gold.icon && html`<${Icon} name=${gold.icon} />`}${wordsOf(gold)}</button>`;
}

/** `card`: the id of the prompt that has no card but this button. @param {{gold: Gold, card?: string}} props */
export function GoldButton({ gold, card = "" }) {
  if (card) return html`<div class="gold-card" data-testid="prompt-card" data-prompt=${card}><${GoldButton} gold=${{ ...gold, testid: gold.alone || gold.testid }} /></div>`;
  if (gold.still) return html`<div class=${`btn main still ${sizeOf(gold)}`} data-testid="gold">${wordsOf(gold)}</div>`;
  if (gold.hold) return html`<${Held} gold=${gold} />`;
  return html`<button class=${`btn main ${sizeOf(gold)}`} data-testid=${gold.testid || "gold"} onClick=${gold.act}>${gold.icon && html`<${Icon} name=${gold.icon} />`}${wordsOf(gold)}</button>`;
}
