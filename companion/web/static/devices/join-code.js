// A way in for one device: as a code to be scanned, and as letters.
import { html, useLayoutEffect, useState } from "../core/lib.js";
import { t } from "../core/text/i18n.js";

/** One address as a code and in letters. @typedef {{url: string, svg: string}} Code */
/**
 * `other`: the same by number, where the first is by name.
 * @typedef {Code & {seat: string, other: Code | null}} Card
 */

/** An SVG text as a picture: the page's policy allows data: images, never foreign markup. @param {string} svg */
export const picture = (svg) =>
  `data:image/svg+xml;utf8,${encodeURIComponent(svg.includes("xmlns=") ? svg : svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'))}`;

/** What stands before the secret part. @param {string} url */
const place = (url) => url.replace(/^https?:\/\//, "").replace(/\/join#.*|#.*/, "");

/** As long as the server takes it (VALID of companion/sessions/device_access.py). */
const VALID_MS = 120000;

/** `typed`: who has no camera types the whole address. @param {{card: Card, typed?: boolean}} props */
export function JoinCode({ card, typed = false }) {
  const [other, setOther] = useState(false);
  const [over, setOver] = useState("");
  useLayoutEffect(() => {
    const end = setTimeout(() => setOver(card.url), VALID_MS);
    return () => clearTimeout(end);
  }, [card.url]);
  if (over === card.url)
    return html`<p class="muted" data-testid="code-over">${t`This code has run out. Tap once more for a new one.`}</p>`;
  const code = other && card.other ? card.other : card;
  return html`
    <img class="qr" src=${picture(code.svg)} alt=${t`QR code: ${code.url}`} data-testid="qr" />
    <b class="join-url">${typed ? code.url.replace(/^https?:\/\//, "") : place(code.url)}</b>
    ${
      card.other &&
      html`
        <button class="tool" aria-pressed=${other} data-testid="by-number" onClick=${() => setOther(!other)}>
          ${other ? t`Show it by name: ${place(card.url)}` : t`Not found? By number: ${place(card.other.url)}`}
        </button>
      `
    }
    <p class="muted">${t`Scan it within two minutes; it works once.`}</p>
  `;
}
