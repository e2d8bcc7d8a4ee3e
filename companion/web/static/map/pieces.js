// What lies on a map: tokens as discs with a sign, doors and walls as bars on an edge, monsters with a jagged rim,
// seats in their own shape.
import { html } from "../core/lib.js";
import { t } from "../core/text/i18n.js";
import { lookOf } from "../table/seats/seats.js";
import { SIGNS } from "../art/ship-signs.js";
import { Creature, isSilhouette } from "../art/silhouettes.js";

/** @typedef {import("../types").Piece} Piece */

/**
 * The sign of a token in a square of 24, its word, the colour it is known by beside its shape, and whether it is
 * filled.
 * @type {Record<string, {word: () => string, tone: string, path: string, filled?: boolean}>}
 */
const TOKENS = {
  search: { word: () => t`Search`, tone: "brass", path: "M-8-2a6 6 0 1 0 12 0 6 6 0 1 0-12 0M2.5 2.5l6.5 6.5" },
  explore: { word: () => t`Explore`, tone: "gold", path: "M-7 10V-9L4-11V11L-7 10M4-9H8V9.5H4M1 0v.3" },
  sight: {
    word: () => t`Sight`,
    tone: "clue",
    path:
      "M-10 0C-7-4.5-3.5-6.5 0-6.5S7-4.5 10 0C7 4.5 3.5 6.5 0 6.5S-7 4.5-10 0zM2.8 0A2.8 2.8 0 1 1-2.8 0 " +
      "2.8 2.8 0 0 1 2.8 0",
  },
  interact: {
    word: () => t`Interact`,
    tone: "good",
    path:
      "M-4 1V-5.5a1.6 1.6 0 0 1 3.2 0V0M-.8-1V-7.5a1.6 1.6 0 0 1 3.2 0V0M2.4-.5V-6a1.6 1.6 0 0 1 3.2 " +
      "0V3C5.6 7.5 3 10 0 10-3.5 10-5.5 8-6.8 4.8L-8.2 2a1.6 1.6 0 0 1 2.7-1.6L-4 2.5",
  },
  person: {
    word: () => t`Person`,
    tone: "text",
    path: "M0-10A4.5 4.5 0 0 1 0-1 4.5 4.5 0 0 1 0-10zM-8 10C-8 4-5 1 0 1S8 4 8 10z",
    filled: true,
  },
  animal: {
    word: () => t`Animal`,
    tone: "text",
    path:
      "M0 0C4 0 7 4 6 7.5 5 10 2 8.5 0 8.5S-5 10-6 7.5C-7 4-4 0 0 0zM-7.5-4.5a2.2 2.6 0 1 0 .01 0z" +
      "M7.5-4.5a2.2 2.6 0 1 0 .01 0zM-3-9.5a2.2 2.8 0 1 0 .01 0zM3-9.5a2.2 2.8 0 1 0 .01 0z",
    filled: true,
  },
  fire: {
    word: () => t`Fire`,
    tone: "fire",
    path: "M1-11C2-6 8-3.5 8 3 8 8 4.5 11 0 11S-8 8-8 3.5C-8 0-6-2-5-5-3.5-3.5-3-2.5-2.6-1.2-.5-4 .5-7 1-11z",
    filled: true,
  },
  darkness: {
    word: () => t`Darkness`,
    tone: "dark",
    path: "M4-10A10.5 10.5 0 1 0 10 5 8.5 8.5 0 0 1 4-10z",
    filled: true,
  },
  light: {
    word: () => t`Light`,
    tone: "gold",
    path: "M-5-4H5L7 9H-7zM-3-4V-7A3 3 0 0 1 3-7V-4M0 0C2 3 2 5 0 6-2 5-2 3 0 0",
  },
  investigators: {
    word: () => t`Start`,
    tone: "text",
    path:
      "M-4-9A3.5 3.5 0 0 1-4-2 3.5 3.5 0 0 1-4-9zM5-7A3 3 0 0 1 5-1 3 3 0 0 1 5-7zM-10 8C-10 3-8 0-4 0S2 3 " +
      "2 8zM4 8C4 5 3.5 3 2.5 1.5 6.5.5 10 2.5 10 8z",
    filled: true,
  },
  stairs: { word: () => t`Way down`, tone: "plain", path: "M-9 9H-4V4H1V-1H6V-6H10" },
  water: { word: () => t`Water`, tone: "clue", path: "M-10-4C-7-8-4-8-1-4S5 0 9-4M-10 4C-7 0-4 0-1 4S5 8 9 4" },
  rift: {
    word: () => t`Rift`,
    tone: "dark",
    path: "M1 1A2 2 0 1 0-2-1 5 5 0 0 0 5 3 6.5 6.5 0 0 0-3-7 9 9 0 0 0-7 6 9.5 9.5 0 0 0 8 8",
  },
  rubble: { word: () => t`Rubble`, tone: "plain", path: "M-10 9-7 2-1 1 1 9zM1 9 3 3 9 4 10 9zM-4 0-2-7 4-8 7-2 3 2z" },
  clue: {
    word: () => t`Clue`,
    tone: "clue",
    path:
      "M-2.5-11C2-11 4-7 2.8-3 2-.5-4.8-.5-5.6-3-6.8-7-7-11-2.5-11zM-5.2 2H2.2C2.7 6.5 1.5 11-1.5 11S-5.7 " +
      "6.5-5.2 2z",
    filled: true,
  },
  item: { word: () => t`Item`, tone: "brass", path: "M-9-2H9V9H-9zM-4-2V-6A4 4 0 0 1 4-6V-2M-9 2.5H9" },
  passage: { word: () => t`Secret passage`, tone: "dark", path: "M-8 10V0A8 8 0 0 1 8 0V10M-4 4H3M0 1 3 4 0 7" },
  thing: { word: () => t`Token`, tone: "plain", path: "M-4-4.5A4.6 4.6 0 1 1 2.2-.8C.6 0 0 1 0 3M0 8v.2" },
};

/** @param {string} icon */
const artOf = (icon) => TOKENS[icon] || SIGNS[icon] || TOKENS.thing;

/**
 * What stands on an edge: its length in units of the map, and its word.
 * @type {Record<string, {word: () => string, long: number}>}
 */
const BARS = {
  door: { word: () => t`Door`, long: 1.1 },
  wall: { word: () => t`Wall`, long: 3 },
  barricade: { word: () => t`Barricade`, long: 1.5 },
  secret: { word: () => t`Secret passage`, long: 1.2 },
};

export const isBar = (/** @type {Piece} */ piece) => piece.icon in BARS;
export const isMonster = (/** @type {Piece} */ piece) => piece.icon === "monster" || isSilhouette(piece.icon);

/** The word of a kind of piece. @param {string} icon */
export const pieceWord = (icon) => (BARS[icon] || TOKENS[icon] || SIGNS[icon])?.word() || t`Monster`;

const JAGGED =
  "M0-16 4.6-11.5 10.6-12.5 11.5-6.3 16-2 13.5 3.8 15 9.8 9 11 5.5 16 0 13.2-5.5 16-9 11-15 9.8-13.5 " +
  "3.8-16-2-11.5-6.3-10.6-12.5-4.6-11.5z";

/** @param {{icon: string}} props */
function Sign({ icon }) {
  const { path, filled } = artOf(icon);
  return filled
    ? html`<path d=${path} fill="currentColor" fill-rule="evenodd" />`
    : html`
      <path
        d=${path}
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    `;
}

/** A token around 0,0. @param {{icon: string, r: number}} props */
export function TokenMark({ icon, r }) {
  const { tone } = artOf(icon);
  return html`
    <g class=${`token-mark tone-${tone}`}>
      <circle r=${r} class="disc" />
      <g transform=${`scale(${r / 17})`}><${Sign} icon=${icon} /></g>
    </g>
  `;
}

/** A sign alone, in a line of words. @param {{icon: string}} props */
export const MiniSign = ({ icon }) =>
  html`
    <svg class=${`mini tone-${artOf(icon).tone}`} viewBox="-13 -13 26 26" aria-hidden="true">
      ${
        icon in BARS
          ? html`<g transform="scale(.7)"><${BarMark} icon=${icon} long=${30} thick=${11} /></g>`
          : isSilhouette(icon) || icon === "monster"
            ? html`<g transform="scale(.26) translate(-50 -50)"><${Creature} name=${icon} /></g>`
            : html`<${Sign} icon=${icon} />`
      }
    </svg>
  `;

/** @param {{icon: string, r: number}} props */
export const MonsterMark = ({ icon, r }) =>
  html`
    <g class="monster-mark">
      <path d=${JAGGED} transform=${`scale(${r / 15})`} class="rim" />
      <g transform=${`scale(${r / 62}) translate(-50 -50)`}><${Creature} name=${icon} /></g>
    </g>
  `;

/** A bar around 0,0 along the horizontal. @param {{icon: string, long: number, thick: number}} props */
export function BarMark({ icon, long, thick }) {
  const [x, y] = [-long / 2, -thick / 2];
  switch (icon) {
    case "wall":
      return html`
        <g class="bar-wall">
          <rect x=${x} y=${y} width=${long} height=${thick} />
          ${Array.from(
            { length: Math.max(1, Math.round(long / (thick * 1.6))) },
            (_, k) => html`<path d=${`M${x + (k + 0.15) * thick * 1.6} ${-y}l${thick * 0.7} ${-thick}`} />`,
          )}
        </g>
      `;
    case "barricade":
      return html`
        <g class="bar-barricade">
          <rect x=${x} y=${y - thick * 0.25} width=${long} height=${thick * 0.62} transform="rotate(13)" />
          <rect x=${x} y=${y + thick * 0.45} width=${long} height=${thick * 0.62} transform="rotate(-13)" />
        </g>
      `;
    case "secret":
      return html`
        <g class="bar-secret">
          <rect x=${x} y=${y} width=${long} height=${thick} rx=${thick / 2} />
          <path
            d=${`M${x + thick} 0h${long - 2 * thick}m${-thick * 0.6} ${-thick * 0.6}l${thick * 0.6} ${thick * 0.6}l${-thick * 0.6} ${thick * 0.6}`}
          />
        </g>
      `;
    default:
      return html`
        <g class="bar-door">
          <rect x=${x} y=${y} width=${long} height=${thick} rx=${thick / 3} />
          <circle cx=${long * 0.3} r=${thick * 0.2} />
        </g>
      `;
  }
}

/** How long and how thick it is, in px. @param {string} icon @param {number} k px to a unit */
export const barSize = (icon, k) => ({
  long: Math.max(BARS[icon].long * k, 20),
  thick: Math.min(Math.max(0.24 * k, 8), 16),
});

/** @param {{icon: string, k: number}} props */
export const Bar = ({ icon, k }) => html`<${BarMark} icon=${icon} ...${barSize(icon, k)} />`;

/** The figure of a seat around 0,0. @param {{seat: string, r: number}} props */
export const Figure = ({ seat, r }) => html`
  <g class="figure" transform=${`scale(${r / 36})`}>
    <path d=${lookOf(seat).path} fill=${lookOf(seat).color} stroke="#fff" stroke-width="4.5" stroke-linejoin="round" />
    <text y=${seat === "5" ? 18 : 11} text-anchor="middle" font-size="32" font-weight="800" class="on-seat">
      ${lookOf(seat).mark}
    </text>
  </g>
`;
