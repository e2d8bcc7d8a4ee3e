import { html } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { t } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";
import { faceWord, isCard } from "../core/labels.js";

/** @param {{card: import("../types").Card}} props */
function Lying({ card }) {
  const face = [card.id, card.text].find(isCard);
  if (card.down)
    return html`
      <li class="cardlet down"><${Face} kind="card" value=${null} /><span>${card.note || t`face down`}</span></li>
    `;
  if (face)
    return html`
      <li class="cardlet">
        <${Face} kind="card" value=${face} />
        <span>${faceWord(face)}<small>${card.note}</small></span>
      </li>
    `;
  return html`<li class="cardlet named"><span>${card.text}<small>${card.note}</small></span></li>`;
}

/** @param {{block: import("../types").Cards}} props */
export function Cards({ block }) {
  return html`
    <section class=${`panel cards ${block.cards.length ? "" : "empty"} ${block.large ? "on-top" : ""}`}>
      <h2>
        ${block.seat && html`<${Badge} seat=${block.seat} />`}
        ${block.title}
        <small>${block.cards.length || t`none`}</small>
      </h2>
      <ul>${block.cards.map((card) => html`<${Lying} key=${card.id} card=${card} />`)}</ul>
    </section>
  `;
}
