// A long row of spaces on the wall: where the marker stands in large, and how far it has come as a bar.
import { html } from "../core/lib.js";

/** @param {{block: import("../types").Track}} props */
export function TrackBar({ block }) {
  const state = (/** @type {number} */ k) =>
    `${k === block.at ? "now" : k < block.at ? "done" : ""} ${k === block.due ? "due" : ""}`.trim();
  return html`
    <section class="panel wall-track" data-testid="wall-track">
      <h2>${block.title}</h2>
      <b class="num">${block.spaces[block.at]}</b>
      <div class="wall-bar" aria-hidden="true">
        ${block.spaces.map((_, k) => html`<i key=${k} class=${state(k)}></i>`)}
      </div>
      ${block.word && html`<p>${block.word}</p>`}
    </section>
  `;
}
