// The marks on our dice, tokens and cards: our own drawings, in a square of 24, drawn in currentColor.
import { html } from "../core/lib.js";

/** Filled shapes. @type {Record<string, string>} */
const FILLED = {
  success: "M0-11.5 2.6-4.2 9.4-7.6 5.2-1.2 11.2 3 3.8 3.2 3.4 10.8-.4 4.6-6.6 9-4.4 2-11.4.6-4.8-2.6-7.6-9.4-1.8-5z",
  cultist: "M0-11.5C5-9.8 7.4-4.7 7-.7 9 1 11 4.7 11.4 9H-11.4C-11 4.7-9 1-7-.7-7.4-4.7-5-9.8 0-11.5zM0-7.2C-3-6.2-4.3-3.1-4-.4-3.7 2.6-2 4.3 0 5.3 2 4.3 3.7 2.6 4-.4 4.3-3.1 3-6.2 0-7.2z",
  skull: "M0-11A9 9 0 0 1 9-2C9 2 7 4 5 5V10H-5V5C-7 4-9 2-9-2A9 9 0 0 1 0-11zM-4-4.5a2.5 2.5 0 1 0 .01 0zM4-4.5a2.5 2.5 0 1 0 .01 0zM-.8 2h1.6l.8 2.6h-3.2z",
  tablet: "M-8-8.5Q0-12.5 8-8.5V10.5H-8zM-4.5-5V-3H4.5V-5zM-4.5-.8V1.2H4.5V-.8zM-4.5 3.4V5.4H1.5V3.4z",
  elder_sign: "M0-11 3-3.5 11-3 5 2.5 7 10.5 0 6-7 10.5-5 2.5-11-3-3-3.5z",
  bless: "M0-11C2.2-7 5.5-4.5 5.5.5A5.5 5.5 0 0 1-5.5.5C-5.5-2-4-3.5-3-5.5-2-4-1.4-3.6-.8-3.2-1.2-6-.8-8.5 0-11zM-7 8.5H7V11H-7z",
  curse: "M0-4.5C5-4.5 9.5-1.5 11.5 1 9.5 3.5 5 6.5 0 6.5-5 6.5-9.5 3.5-11.5 1-9.5-1.5-5-4.5 0-4.5zM0-2.2a3.2 3.2 0 1 0 .01 0zM-8-9.5-5.5-6M8-9.5 5.5-6",
  danger: "M0-11 11.5 9.5H-11.5zM-1.5-3.5-1 3.4H1L1.5-3.5zM0 4.9a1.6 1.6 0 1 0 .01 0z",
  creeper: "M0-5.5C4-5.5 6.5-3 6.5.5S4 7 0 7-6.5 4-6.5.5-4-5.5 0-5.5zM-2.6-2a1.4 1.4 0 1 0 .01 0zM2.6-2a1.4 1.4 0 1 0 .01 0z",
  adult: "M0-11C5-11 8-7.5 8-3.5 8-.5 6.5 1.5 5.5 3.5L4.5 11 2.2 6.5 0 11-2.2 6.5-4.5 11-5.5 3.5C-6.5 1.5-8-.5-8-3.5-8-7.5-5-11 0-11zM-5-4.5-1.2-2.6C-1.6-.6-4.6-.6-5-4.5zM5-4.5 1.2-2.6C1.6-.6 4.6-.6 5-4.5z",
  hit1: "M0-11 2.6-3.4 10.5-5 4.8.4 8.5 8 1 4.6-4.6 10.5-4-.6-11-3.6-3.4-4.2z",
  hit2: "M-5-11.5-3.4-6.5 2-7.5-1.8-3.8.8 1.2-4.3-1-8 3-7.7-4.3-12-6.3-7-6.7zM5-1.5 6.6 3.5 12 2.5 8.2 6.2 10.8 11.2 5.7 9 2 13 2.3 5.7-2 3.7 3 3.3z",
  S: "M0-10.5C4-5.2 9-2.2 9 3A4.6 4.6 0 0 1 1.6 6C2 8 2.7 9.5 4.2 10.5H-4.2C-2.7 9.5-2 8-1.6 6A4.6 4.6 0 0 1-9 3C-9-2.2-4-5.2 0-10.5z",
  H: "M0 10C-6 5-10 1.2-10-3.5A5.2 5.2 0 0 1 0-5.8 5.2 5.2 0 0 1 10-3.5C10 1.2 6 5 0 10z",
  D: "M0-11 8.3 0 0 11-8.3 0z",
  C: "M0-10.5A4.7 4.7 0 0 1 3.7-2.9 4.7 4.7 0 1 1 1.5 4.9C1.9 7.5 2.6 9.3 4.2 10.5H-4.2C-2.6 9.3-1.9 7.5-1.5 4.9A4.7 4.7 0 1 1-3.7-2.9 4.7 4.7 0 0 1 0-10.5z",
};

/** Drawn with a pen. @type {Record<string, string>} */
const DRAWN = {
  investigation: "M-8.6-2a6.6 6.6 0 1 0 13.2 0 6.6 6.6 0 1 0-13.2 0M3 3l7 7",
  blank: "M-7 0H7",
  miss: "M-7-7 7 7M7-7-7 7",
  elder_thing: "M0 10.5V-1M0-1C-7-2-9-6-9-10M0-1C7-2 9-6 9-10M0 4.5C-5 4.5-8 2.5-10.5-1M0 4.5C5 4.5 8 2.5 10.5-1",
  auto_fail: "M-7-9C2-6 2 6-7 9M7-9C-2-6-2 6 7 9M0-6V6",
  frost: "M0-11V11M-9.5-5.5 9.5 5.5M9.5-5.5-9.5 5.5M-3-9 0-6.5 3-9M-3 9 0 6.5 3 9",
  silence: "M-9-3.5H-5.5L0-8V8L-5.5 3.5H-9zM4.5-3.5 11 3.5M11-3.5 4.5 3.5",
  unknown: "M-4.5-4.5A4.6 4.6 0 1 1 2.2-.8C.6 0 0 1 0 3M0 8v.2",
};

const LEGS = "M-6.5 0-11-3M-6.5 3-11 5M6.5 0 11-3M6.5 3 11 5M-3-5.5-5-10M3-5.5 5-10";

export const hasGlyph = (/** @type {string} */ name) => name in FILLED || name in DRAWN;

/** The paths of a mark, centred on 0,0 in a square of 24. @param {{name: string}} props */
export function Glyph({ name }) {
  if (name in DRAWN) {
    return html`<path d=${DRAWN[name]} fill="none" stroke="currentColor" stroke-width="2.7" stroke-linecap="round" stroke-linejoin="round" />`;
  }
  return html`<g>
    ${name === "creeper" && html`<path d=${LEGS} fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />`}
    <path d=${FILLED[name] || FILLED.success} fill="currentColor" fill-rule="evenodd" />
  </g>`;
}
