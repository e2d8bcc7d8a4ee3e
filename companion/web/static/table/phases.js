// The phases of a round, or the steps of a test, beside the Now line: in sight whatever is asked.
import { html } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { openRule } from "../rules/book.js";
import { ruleName } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import { hasBoard } from "./view-layout.js";

/** A longer row is a list of the game's own; of so many steps only the one now is named. */
const MOST = 6;

/** @typedef {import("../types").Steps} StepsBlock */

/**
 * Are these the phases of a round? They stand in the strip where a map needs the room.
 * @param {import("../types").Block} block
 * @returns {block is StepsBlock | import("../types").Track}
 */
export const isPhases = (block) => block.kind === "steps" || (block.kind === "track" && block.spaces.length <= MOST);

/**
 * What stands beside the Now line: the phases of a round, and beside a map the steps of a test.
 * @param {import("../types").Snapshot} snap
 */
export const courseOf = (snap) =>
  snap.view.find((block) => isPhases(block) && (block.kind === "track" || hasBoard(snap)));

/**
 * The words of each, and how far the round has come.
 * @param {StepsBlock | import("../types").Track} block
 * @returns {[string, string][]}
 */
export function rowOf(block) {
  if (block.kind === "steps") return block.steps.map((step) => [step.text, step.state]);
  return block.spaces.map((space, k) => [space, k === block.at ? "now" : k < block.at ? "done" : "todo"]);
}

/** All of them, with the one now marked. @param {{row: [string, string][]}} props */
export const PhaseRow = ({ row }) =>
  html`
    <ol>
      ${row.map(
        ([word, state], k) =>
          html`
            <li key=${k} class=${state} aria-current=${state === "now" ? "step" : undefined}><span>${word}</span></li>
          `,
      )}
    </ol>
  `;

/**
 * A step as its number, a check once it is done, and its name while it is the one now; a tap tells the rule.
 * @param {{step: import("../types").Step, place: number}} props
 */
function Mark({ step, place }) {
  const name = [place + 1, step.state === "done" ? t`done:` : "", step.text, step.note].filter(Boolean).join(" ");
  const mark = html`
    ${step.state === "done" ? html`<${Icon} name="check" />` : html`<b>${place + 1}</b>`}
    ${step.state === "now" && html`<span>${step.text}</span>`}
  `;
  return html`
    <li class=${step.state} aria-current=${step.state === "now" ? "step" : undefined}>
      ${
        ruleName(step.rule)
          ? html`
            <button
              type="button"
              class="step-rule"
              data-testid=${`step-${step.rule}`}
              aria-label=${name}
              onClick=${() => openRule(step.rule)}
            >
              ${mark}
            </button>
          `
          : html`<span class="sr">${name}</span><span class="step-rule" aria-hidden="true">${mark}</span>`
      }
    </li>
  `;
}

/** @param {{block: StepsBlock | import("../types").Track}} props */
export function Phases({ block }) {
  if (block.kind === "steps" && block.steps.length > MOST)
    return html`
      <div class="phases marks" data-testid="phases">
        <ol aria-label=${block.title}>
          ${block.steps.map((step, k) => html`<${Mark} key=${k} step=${step} place=${k} />`)}
        </ol>
      </div>
    `;
  return html`<div class="phases" data-testid="phases"><b>${block.title}</b><${PhaseRow} row=${rowOf(block)} /></div>`;
}
