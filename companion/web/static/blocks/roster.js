import { html } from "../core/lib.js";
import { MiniSign } from "../map/pieces.js";
import { Badge } from "../table/seats/seats.js";

/**
 * A counter as its sign and its number; what is there or not is the sign alone.
 * @param {{item: import("../types").Count}} props
 */
function Sign({ item }) {
  const number = item.most === null ? `${item.value}` : `${item.value}/${item.most}`;
  return html`
    <li class=${`sign of-${item.icon}`}>
      <${MiniSign} icon=${item.icon} />
      <b>${number}</b>
      <span class="sr">${item.label}</span>
    </li>
  `;
}

/** @param {{member: import("../types").Member}} props */
function Line({ member }) {
  const words = [member.word, member.note].filter(Boolean).join(" · ");
  return html`
    <li
      class=${`member ${member.state}`}
      aria-current=${member.state === "now" ? "true" : undefined}
      data-testid=${`member-${member.seat}`}
    >
      <${Badge} seat=${member.seat} asked=${member.state === "now"} />
      <span class="member-name"><b>${member.name}</b>${words && html`<small>${words}</small>`}</span>
      <ul>${member.items.map((item) => html`<${Sign} key=${item.label} item=${item} />`)}</ul>
    </li>
  `;
}

/** Everybody of the party, a line each. @param {{block: import("../types").Roster}} props */
export function Roster({ block }) {
  return html`
    <section class="panel roster" aria-label=${block.title}>
      <h2>${block.title}</h2>
      <ol>${block.members.map((member) => html`<${Line} key=${member.seat} member=${member} />`)}</ol>
    </section>
  `;
}
