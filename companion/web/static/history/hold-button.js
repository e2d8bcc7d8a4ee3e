// A tool that must be held: it takes back much.
import { html } from "../core/lib.js";
import { useHold } from "../core/input/hold-button.js";
import { Icon } from "../core/icons.js";

/** @param {{text: string, small?: string, icon: string, testid: string, act: () => void}} props */
export function HeldTool({ text, small = "", icon, testid, act }) {
  const { held, hands } = useHold(act);
  return html`
    <button class=${`tool held-tool ${held ? "held" : ""}`} data-testid=${testid} ...${hands}>
      <${Icon} name=${icon} />
      <span>${text}${small && html`<small>${small}</small>`}</span>
    </button>
  `;
}
