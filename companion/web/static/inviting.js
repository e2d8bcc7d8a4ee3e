// The ways in for further devices: a code for each seat, and one for a screen on the wall.
import { html, useState } from "./lib.js";
import { invite } from "./deeds.js";
import { Icon } from "./icons.js";
import { useNewest } from "./newest.js";
import { t } from "./say.js";
import { Badge } from "./seats.js";
import { snapshot } from "./state.js";

/** One address as a code and in letters. @typedef {{url: string, svg: string}} Code */
/** `other`: the same by number, where the first is by name. @typedef {Code & {seat: string, other: Code | null}} Card */

/** An SVG text as a picture: the page's policy allows data: images, never foreign markup. @param {string} svg */
const picture = (svg) => `data:image/svg+xml;utf8,${encodeURIComponent(svg.includes("xmlns=") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'))}`;

/** What stands before the secret part. @param {string} url */
const place = (url) => url.replace(/^https?:\/\//, "").replace(/\/join#.*|#.*/, "");

/** @param {{card: Card}} props */
function Shown({ card }) {
  const [other, setOther] = useState(false);
  const code = other && card.other ? card.other : card;
  return html`<img class="qr" src=${picture(code.svg)} alt=${t`QR code: ${code.url}`} data-testid="qr" /><b class="join-url">${place(code.url)}</b>
    ${card.other && html`<button class="tool" aria-pressed=${other} data-testid="by-number" onClick=${() => setOther(!other)}>${other ? t`Show it by name: ${place(card.url)}` : t`Not found? By number: ${place(card.other.url)}`}</button>`}
    <p class="muted">${t`Scan it within two minutes; it works once.`}</p>`;
}

export function Join() {
  const [card, setCard] = useState(/** @type {Card | null} */ (null));
  const sittings = snapshot.value?.sittings || [];
  const newest = useNewest();
  const ask = (/** @type {string} */ seat) => newest(invite(seat), setCard);
  return html`<section class="panel join"><h2>${t`Join with a phone`}<small>${t`pick your seat`}</small></h2>
    <div class="join-seats">${sittings.map(({ seat, name, joined }) => html`<button class="pick" key=${seat} data-testid=${`invite-${seat}`} aria-pressed=${card?.seat === seat} onClick=${() => ask(seat)}>
      <${Badge} seat=${seat} />${name}${joined > 0 && html`<small>${t`${joined} here`}</small>`}</button>`)}
      <button class="pick" data-testid="invite-wall" aria-pressed=${card?.seat === "wall"} onClick=${() => ask("wall")}><${Icon} name="wall" />${t`A wall screen`}</button></div>
    ${card ? html`<${Shown} key=${card.url} card=${card} />` : html`<p class="muted join-hint"><${Icon} name="phone" />${t`Each seat has its own code; on a phone it shows what only that seat may see.`}</p>`}</section>`;
}
