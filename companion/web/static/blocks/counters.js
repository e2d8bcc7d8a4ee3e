import { html } from "../core/lib.js";
import { Badge } from "../table/seats/seats.js";
import { signedNumber } from "../core/labels.js";

/** How much of the most is there, 0..1. @param {import("../types").Count} item */
const share = (item) => (item.most ? Math.max(0, Math.min(1, item.value / item.most)) : 0);

/** @param {{item: import("../types").Count}} props */
function Counter({ item }) {
  const bar = item.bar && item.most !== null;
  return html`
    <li class=${`counter ${bar ? "with-bar" : ""}`}>
      <b class="num">${signedNumber(item.value)}${item.most !== null && html`<small> / ${item.most}</small>`}</b>
      <span>${item.label}</span>
      ${bar && html`<span class="meter" aria-hidden="true"><i style=${{ width: `${share(item) * 100}%` }}></i></span>`}
    </li>
  `;
}

/** @param {{block: import("../types").Counters}} props */
export function Counters({ block }) {
  return html`
    <section class="panel counters">
      <h2>${block.seat && html`<${Badge} seat=${block.seat} />`}${block.title}</h2>
      <ul>${block.items.map((item) => html`<${Counter} item=${item} />`)}</ul>
    </section>
  `;
}
