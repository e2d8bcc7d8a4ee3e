import { html } from "../lib.js";

/** Words to read aloud. @param {{block: import("../types").Story}} props */
export function Story({ block }) {
  return html`<article class="panel story"><h2>${block.title}</h2>
    ${block.text.split(/\n+/).map((part) => html`<p>${part}</p>`)}</article>`;
}
