import { html } from "../lib.js";
import { Badge } from "../seats.js";
import { signed } from "../words.js";

/** Filled and empty marks, where there are few enough to count with the eye. */
const PIPS_UP_TO = 6;

/** @param {{item: import("../types").Count}} props */
function Pips({ item }) {
  const most = item.most || 0;
  return html`<span class="pips" aria-hidden="true">${Array.from({ length: most }, (_, k) => html`<i class=${k < item.value ? "on" : ""}></i>`)}</span>`;
}

/** @param {{item: import("../types").Count}} props */
function Counter({ item }) {
  const limited = item.most !== null;
  const few = limited && Number(item.most) > 0 && Number(item.most) <= PIPS_UP_TO;
  return html`<li class="counter"><span class="counter-label">${item.label}</span>
    ${few && html`<${Pips} item=${item} />`}
    <b class="num">${signed(item.value)}${limited && html`<small>/${item.most}</small>`}</b></li>`;
}

/** @param {{block: import("../types").Counters}} props */
export function Counters({ block }) {
  return html`<section class="panel counters"><h2>${block.seat && html`<${Badge} seat=${block.seat} />`}${block.title}</h2>
    <ul>${block.items.map((item) => html`<${Counter} item=${item} />`)}</ul></section>`;
}
