import { html } from "../core/lib.js";

/** A row of words is read space by space; numbers run in one line. @param {{block: import("../types").Track}} props */
export function Track({ block }) {
  const at = block.spaces[block.at] || "";
  const state = (/** @type {number} */ k) =>
    [k === block.at ? "now" : k < block.at ? "done" : "", k === block.due ? "due" : ""].join(" ");
  return html`
    <section class="panel track">
      <h2>${block.title}<small>${at}</small></h2>
      <ol>
        ${block.spaces.map(
          (space, k) =>
            html`
              <li class=${state(k).trim()} aria-current=${k === block.at ? "step" : undefined}>
                ${space}
                ${k === block.due && html`<span class="sr">${block.word}</span>`}
              </li>
            `,
        )}
      </ol>
      ${block.word && html`<p class="track-word">${block.word}</p>`}
    </section>
  `;
}
