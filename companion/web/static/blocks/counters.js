import { html } from "../lib.js";
import { Badge } from "../seats.js";
import { signed } from "../words.js";

/** @param {{item: import("../types").Count}} props */
function Counter({ item }) {
  return html`<li class="counter"><b class="num">${signed(item.value)}${item.most !== null && html`<small> / ${item.most}</small>`}</b><span>${item.label}</span></li>`;
}

/** @param {{block: import("../types").Counters}} props */
export function Counters({ block }) {
  return html`<section class="panel counters"><h2>${block.seat && html`<${Badge} seat=${block.seat} />`}${block.title}</h2>
    <ul>${block.items.map((item) => html`<${Counter} item=${item} />`)}</ul></section>`;
}
