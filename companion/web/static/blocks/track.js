import { html } from "../lib.js";

/** @param {{block: import("../types").Track}} props */
export function Track({ block }) {
  const at = block.spaces[block.at] || "";
  return html`<section class="panel track"><h2>${block.title}<small>${at}</small></h2>
    <ol>${block.spaces.map((space, k) => html`<li class=${k === block.at ? "now" : k < block.at ? "done" : ""} aria-current=${k === block.at ? "step" : undefined}>${space}</li>`)}</ol></section>`;
}
