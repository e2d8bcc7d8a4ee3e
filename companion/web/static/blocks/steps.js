import { html } from "../core/lib.js";
import { openRule } from "../rules/book.js";
import { ruleName } from "../rules/link.js";
import { t } from "../core/text/i18n.js";

const SAID = { done: () => t`done:`, now: () => t`now:`, todo: () => "" };

/** What is done in it; a tap tells the rule. @param {{step: import("../types").Step}} props */
function Words({ step }) {
  const words = html`
    <span>
      <span class="sr">${SAID[step.state]()} </span>
      ${step.text}
      ${step.note && html`<small>${step.note}</small>`}
    </span>
  `;
  return ruleName(step.rule)
    ? html`
      <button type="button" class="step-rule" data-testid=${`step-${step.rule}`} onClick=${() => openRule(step.rule)}>
        ${words}
      </button>
    `
    : words;
}

/** @param {{block: import("../types").Steps}} props */
export function Steps({ block }) {
  return html`
    <section class="panel steps-panel">
      <h2>${block.title}</h2>
      <ol class="steps">
        ${block.steps.map(
          (step) => html`
            <li class=${step.state} aria-current=${step.state === "now" ? "step" : undefined}>
              <${Words} step=${step} />
            </li>
          `,
        )}
      </ol>
    </section>
  `;
}
