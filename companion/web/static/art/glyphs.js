// The marks on cards and of what has no name: our own drawings, in a square of 24, drawn in currentColor.
import { html } from "../core/lib.js";
import { facePage } from "../core/game-pages.js";

/** Filled shapes. @type {Record<string, string>} */
const FILLED = {
  danger: "M0-11 11.5 9.5H-11.5zM-1.5-3.5-1 3.4H1L1.5-3.5zM0 4.9a1.6 1.6 0 1 0 .01 0z",
  S:
    "M0-10.5C4-5.2 9-2.2 9 3A4.6 4.6 0 0 1 1.6 6C2 8 2.7 9.5 4.2 10.5H-4.2C-2.7 9.5-2 8-1.6 6A4.6 4.6 0 " +
    "0 1-9 3C-9-2.2-4-5.2 0-10.5z",
  H: "M0 10C-6 5-10 1.2-10-3.5A5.2 5.2 0 0 1 0-5.8 5.2 5.2 0 0 1 10-3.5C10 1.2 6 5 0 10z",
  D: "M0-11 8.3 0 0 11-8.3 0z",
  C:
    "M0-10.5A4.7 4.7 0 0 1 3.7-2.9 4.7 4.7 0 1 1 1.5 4.9C1.9 7.5 2.6 9.3 4.2 10.5H-4.2C-2.6 9.3-1.9 " +
    "7.5-1.5 4.9A4.7 4.7 0 1 1-3.7-2.9 4.7 4.7 0 0 1 0-10.5z",
};

/** Drawn with a pen. @type {Record<string, string>} */
const DRAWN = {
  unknown: "M-4.5-4.5A4.6 4.6 0 1 1 2.2-.8C.6 0 0 1 0 3M0 8v.2",
};

export const hasGlyph = (/** @type {string} */ name) =>
  name in FILLED || name in DRAWN || Boolean(facePage(name)?.mark || facePage(name)?.line);

/**
 * The paths of a mark, centred on 0,0 in a square of 24; a game brings those of its faces.
 * @param {{name: string}} props
 */
export function Glyph({ name }) {
  const face = facePage(name);
  const mark = face?.mark || FILLED[name];
  const line = face?.line || DRAWN[name];
  return html`
    <g>
      ${
        line &&
        html`
          <path
            d=${line}
            fill="none"
            stroke="currentColor"
            stroke-width=${mark ? 2 : 2.7}
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        `
      }
      ${mark && html`<path d=${mark} fill="currentColor" fill-rule="evenodd" />`}
    </g>
  `;
}
