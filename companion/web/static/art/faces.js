// Dice, tokens and cards as they lie on the table, drawn in a square of 120 around 0,0.
import { html } from "../core/lib.js";
import { Glyph, hasGlyph } from "./glyphs.js";
import { Creature, isSilhouette } from "./silhouettes.js";
import { facePage, kindPage } from "../core/game-pages.js";
import { isCard, signedNumber } from "../core/labels.js";

/** @typedef {{kind: string, value: string | null}} Thing */

const HEXAGON = [0, 1, 2, 3, 4, 5].map((k) => [50 * Math.sin((k * Math.PI) / 3), -50 * Math.cos((k * Math.PI) / 3)]);
const points = (/** @type {number[][]} */ corners) =>
  corners.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
const FRONT = points([HEXAGON[0], HEXAGON[2], HEXAGON[4]]);
const SIDES = [
  [0, 1, 2],
  [2, 3, 4],
  [4, 5, 0],
].map((side) => points(side.map((k) => HEXAGON[k])));
const KITE = "0,-52 45,-8 34,28 0,52 -34,28 -45,-8";
const KITE_FRONT = "0,-50 34,-6 0,30 -34,-6";

/** Dots of a d6 by value, in a grid of three. @type {Record<string, number[][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

/**
 * The colours of a body: its sides, the edge of its front, and what lies behind that.
 * @type {Record<string, {sides: string[], edge: string, back: string}>}
 */
const BODIES = {
  bone: { sides: ["#8f7342", "#6e5630", "#b59860"], edge: "#fff3d6", back: "#8f7342" },
  violet: { sides: ["#3d2f66", "#2b2150", "#574591"], edge: "#b9a8ee", back: "#2b2150" },
  steel: { sides: ["#3b4958", "#27313c", "#6f8192"], edge: "#a9bccd", back: "#27313c" },
  rust: { sides: ["#6b1c0e", "#4a1208", "#a53c26"], edge: "#ffb199", back: "#4a1208" },
};

/** @param {string} paint */
const bodyOf = (paint) => BODIES[paint] || BODIES.bone;

/** Which drawing a kind of thing has; what we have no drawing for is a token with its word. @param {string} kind */
const drawing = (kind) => DRAWINGS[kind] || SHAPES[kindPage(kind)?.shape || ""] || Token;

/** @param {{value: string, scale?: number, y?: number, size?: number}} props */
function Mark({ value, scale = 2, y = 0, size = 44 }) {
  size = Math.min(size, 150 / value.length); // a word must fit too
  if (hasGlyph(value)) return html`<g transform=${`translate(0 ${y}) scale(${scale})`}><${Glyph} name=${value} /></g>`;
  return html`
    <text y=${y + size * 0.36} text-anchor="middle" font-size=${size} font-weight="800" fill="currentColor">
      ${signedNumber(value)}
    </text>
  `;
}

/** @param {{value: string, paint: string, scale?: number, size?: number}} props */
function ThreeSides({ value, paint, scale, size }) {
  const { sides, edge } = bodyOf(paint);
  return html`
    <g class=${`ink-${paint}`}>
      ${SIDES.map(
        (side, k) =>
          html`<polygon points=${side} fill=${sides[k]} stroke=${sides[k]} stroke-width="3" stroke-linejoin="round" />`,
      )}
      <polygon points=${FRONT} fill=${`url(#${paint})`} stroke=${edge} stroke-width="1.6" stroke-linejoin="round" />
      ${value && html`<${Mark} value=${value} scale=${scale} size=${size} />`}
    </g>
  `;
}

const EightSided = ({ value = "", paint = "bone" }) =>
  html`<${ThreeSides} value=${value} paint=${paint} scale=${1.85} />`;

const TwentySided = ({ value = "", paint = "violet" }) =>
  html`<${ThreeSides} value=${value} paint=${paint} size=${38} />`;

function SixSided({ value = "" }) {
  const dots = PIPS[value] || [];
  return html`
    <g class="ink-bone">
      <rect x="-46" y="-46" width="92" height="92" rx="18" fill="#8f7342" />
      <rect x="-46" y="-48" width="92" height="90" rx="18" fill="url(#bone)" stroke="#fff3d6" stroke-width="1.6" />
      ${dots.map(([x, y]) => html`<circle cx=${x * 25} cy=${y * 25 - 3} r="9" fill="currentColor" />`)}
      ${value && !dots.length && html`<${Mark} value=${value} />`}
    </g>
  `;
}

function TenSided({ value = "", paint = "steel" }) {
  const { sides, edge, back } = bodyOf(paint);
  return html`
    <g class=${`ink-${paint}`}>
      <polygon points=${KITE} fill=${back} stroke=${back} stroke-width="4" stroke-linejoin="round" />
      <polygon
        points=${KITE_FRONT}
        fill=${`url(#${paint})`}
        stroke=${edge}
        stroke-width="1.6"
        stroke-linejoin="round"
      />
      <path d="M0 30V52M34-6 45-8M-34-6-45-8" stroke=${sides[2]} stroke-width="1.6" />
      ${value && html`<${Mark} value=${value} y=${-9} scale=${1.35} size=${40} />`}
    </g>
  `;
}

/** A cube with marks; one with pips is rounder. */
function MarkedCube({ value = "", paint = "bone" }) {
  const { edge, back } = bodyOf(paint);
  return html`
    <g class=${`ink-${paint}`}>
      <rect x="-46" y="-46" width="92" height="92" rx="14" fill=${back} />
      <rect x="-46" y="-48" width="92" height="90" rx="14" fill=${`url(#${paint})`} stroke=${edge} stroke-width="1.6" />
      ${value && html`<${Mark} value=${value} y=${-3} scale=${2.3} />`}
    </g>
  `;
}

/** A token that says who comes and how many: "adult-3". */
const COMING = /^([a-z]+)-(\d+)$/;

/** @param {{who: string, number: string}} props */
const Coming = ({ who, number }) => html`
  <g class="ink-red">
    <circle r="52" class="rim-red" cy="2" />
    <circle r="51" fill="url(#red)" class="edge-red" stroke-width="4" />
    <g transform="translate(-36 -42) scale(.72)" class="coming"><${Creature} name=${who} /></g>
    <g transform="translate(24 26)">
      <circle r="24" fill="#16080a" />
      <text y="13" text-anchor="middle" font-size="37" font-weight="800" fill="#fff0e8">${number}</text>
    </g>
  </g>
`;

function Token({ value = "" }) {
  const [, who, number] = COMING.exec(value) || [];
  if (who && isSilhouette(who)) return html`<${Coming} who=${who} number=${number} />`;
  const special = hasGlyph(value);
  const metal = facePage(value)?.paint || (special ? "plum" : "brass");
  return html`
    <g class=${`ink-${metal}`}>
      <circle r="52" class=${`rim-${metal}`} cy="2" />
      <circle r="51" fill=${`url(#${metal})`} class=${`edge-${metal}`} stroke-width="4" />
      ${value && html`<${Mark} value=${value} scale=${2.35} size=${46} />`}
    </g>
  `;
}

function PlayingCard({ value = "" }) {
  const card = isCard(value);
  const suit = value.slice(-1);
  return html`
    <g class=${card && "HD".includes(suit) ? "ink-heart" : "ink-spade"}>
      <rect
        x="-40"
        y="-56"
        width="80"
        height="112"
        rx="10"
        fill=${value ? "url(#paper)" : "url(#plum)"}
        stroke="#fff8e6"
        stroke-width="1.6"
      />
      ${
        card &&
        html`
          <text x="-31" y="-24" font-size="34" font-weight="800" fill="currentColor">${value.slice(0, -1)}</text>
          <g transform="translate(8 16) scale(2.5)"><${Glyph} name=${suit} /></g>
        `
      }
      ${value && !card && html`<${Mark} value=${value} size=${24} />`}
      ${!value && html`<path d="M0-34 24 0 0 34-24 0z" fill="none" stroke="#b9a8ee" stroke-width="3" />`}
    </g>
  `;
}

function Tag({ value = "" }) {
  return html`
    <g class="ink-steel">
      <rect x="-48" y="-34" width="96" height="68" rx="14" fill="url(#steel)" stroke="#a9bccd" stroke-width="2" />
      <path
        d="M-14-12a20 20 0 0 1 0 24M-4-20a32 32 0 0 1 0 40M-24-4a8 8 0 0 1 0 8"
        fill="none"
        stroke="currentColor"
        stroke-width="5"
        stroke-linecap="round"
      />
      ${value && html`<title>${value}</title>`}
    </g>
  `;
}

function Unknown() {
  return html`
    <g class="ink-steel">
      <path d="M-40-20-12-46 30-38 48-4 30 38-16 46-46 14z" fill="#39424e" stroke="#8d98a5" stroke-width="2" />
      <g transform="scale(2)"><${Glyph} name="unknown" /></g>
    </g>
  `;
}

/** @type {Record<string, any>} */
const DRAWINGS = {
  d20: TwentySided,
  d6: SixSided,
  token: Token,
  card: PlayingCard,
  tag: Tag,
  unknown: Unknown,
};

/** The bodies of the things that games bring. @type {Record<string, any>} */
const SHAPES = {
  octahedron: EightSided,
  icosahedron: TwentySided,
  decahedron: TenSided,
  cube: MarkedCube,
  disc: Token,
};

/** The thing inside an svg of somebody else. @param {Thing} props */
export const FaceShape = ({ kind, value }) =>
  html`<${drawing(kind)} value=${value || ""} paint=${kindPage(kind)?.paint || undefined} />`;

/** The thing as a picture of its own. @param {Thing & {label?: string}} props */
export function Face({ kind, value, label = "" }) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`
    <svg class="face-art" viewBox="-60 -60 120 120" ...${named}><${FaceShape} kind=${kind} value=${value} /></svg>
  `;
}

/** Of kinds, and of the shapes of those that games bring. @type {Record<string, any>} */
const OUTLINES = {
  octahedron: html`<polygon points=${points(HEXAGON)} /><polygon points=${FRONT} />`,
  decahedron: html`<polygon points=${KITE} /><polygon points=${KITE_FRONT} />`,
  d6: html`<rect x="-46" y="-46" width="92" height="92" rx="18" />`,
  cube: html`<rect x="-46" y="-46" width="92" height="92" rx="14" />`,
  disc: html`<circle r="50" /><circle r="38" />`,
  card: html`<rect x="-40" y="-56" width="80" height="112" rx="10" /><path d="M0-26 18 0 0 26-18 0z" />`,
};

/** The outline of a thing that is still to come. @param {{kind: string}} props */
export function Outline({ kind }) {
  return html`
    <svg class="face-art outline" viewBox="-60 -60 120 120" aria-hidden="true">
      ${OUTLINES[kind] || OUTLINES[kind === "d20" ? "octahedron" : kindPage(kind)?.shape || ""] || OUTLINES.disc}
    </svg>
  `;
}

/** Gradients that all drawings share; once in the page. */
export function Paints() {
  const stops = {
    bone: ["#f6e8c8", "#c9ad78"],
    violet: ["#8b78c9", "#3b2c70"],
    steel: ["#5f7386", "#2c3845"],
    rust: ["#d0563a", "#7d1f10"],
    brass: ["#f4e6c8", "#a98d57"],
    plum: ["#7d69a8", "#241a3c"],
    red: ["#c95a3e", "#5c1c0f"],
    green: ["#57bda1", "#155546"],
    gold: ["#ffe9a8", "#b07a1c"],
    ice: ["#d8f0ff", "#5d8db0"],
    paper: ["#fffaf0", "#e9dec6"],
  };
  return html`
    <svg class="paints" width="0" height="0" aria-hidden="true">
      <defs>
        ${Object.entries(stops).map(
          ([id, [light, dark]]) => html`
            <radialGradient id=${id} cx=".34" cy=".26" r=".95">
              <stop offset="0" stop-color=${light} />
              <stop offset="1" stop-color=${dark} />
            </radialGradient>
          `,
        )}
        <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" class="wood-a" />
          <stop offset="1" class="wood-b" />
        </linearGradient>
        <radialGradient id="lamp">
          <stop offset="0" stop-color="#ffd08a" stop-opacity=".75" />
          <stop offset="1" stop-color="#ffd08a" stop-opacity="0" />
        </radialGradient>
      </defs>
    </svg>
  `;
}
