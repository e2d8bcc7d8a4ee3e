import { html } from "../lib.js";

const SAID = { done: "done: ", now: "now: ", todo: "" };

/** @param {{block: import("../types").Steps}} props */
export function Steps({ block }) {
  return html`<section class="panel steps-panel"><h2>${block.title}</h2><ol class="steps">
    ${block.steps.map((step) => html`<li class=${step.state} aria-current=${step.state === "now" ? "step" : undefined}>
      <span><span class="sr">${SAID[step.state]}</span>${step.text}${step.note && html`<small>${step.note}</small>`}</span></li>`)}
  </ol></section>`;
}
