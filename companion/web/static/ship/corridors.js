// Corridors: floor, numbers as they are printed at the ends, noise, doors; and the openings of a duct.
import { html } from "../core/lib.js";
import { pointBetween, corridorOf } from "./plan.js";

/** @typedef {import("../types").Corridor} Corridor */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Spot} Spot */

const LETTER = 0.62; // of the height of the text is the width of a digit with its dot
const LEAF = 38; // px of a door across its corridor
const ROOMY = 6; // a way so many times as long as its text is high has room for two plates and a marker
const REACH = 48; // px that a finger needs

/** Half of the width of a plate. @param {string} numbers @param {number} text */
const halfOf = (numbers, text) => Math.max(text * 0.8, (numbers.length * text * LETTER) / 2 + text * 0.42);

/**
 * How far the middles of two plates must be from each other along a way.
 * @param {Corridor} corridor
 * @param {number} turned degrees
 * @param {number} text
 */
function apart(corridor, turned, text) {
  const angle = (turned * Math.PI) / 180;
  const across =
    (halfOf(corridor.numbers, text) + halfOf(corridor.beyond, text) + 3) / Math.max(Math.abs(Math.cos(angle)), 0.01);
  return Math.min(across, (text * 1.7) / Math.max(Math.abs(Math.sin(angle)), 0.01));
}

/** Rings of a sound, on both sides of something so wide. @param {{half: number}} props */
const Waves = ({ half }) =>
  html`
    <path
      class="wave"
      d=${[5, 11]
        .map(
          (k) =>
            `M${half + k} ${-5 - k / 2}a${11 + k} ${11 + k} 0 0 1 0 ${10 + k}M${-half - k} ${-5 - k / 2}a${11 + k} ${11 + k} 0 0 0 0 ${10 + k}`,
        )
        .join("")}
    />
  `;

/**
 * A printed number; amber and ringing where it is noisy.
 * @param {{numbers: string, at: Spot, noise: boolean, text: number}} props
 */
function Plate({ numbers, at, noise, text }) {
  const half = halfOf(numbers, text);
  return html`
    <g transform=${`translate(${at.x} ${at.y})`} class=${`plate ${noise ? "noisy" : ""}`}>
      ${noise && html`<${Waves} half=${half} />`}
      <rect x=${-half} y=${-text * 0.78} width=${2 * half} height=${text * 1.56} rx=${text * 0.78} />
      <text y=${text * 0.35} text-anchor="middle" font-size=${text}>${numbers}</text>
    </g>
  `;
}

/** The marker alone, where each end has numbers of its own. @param {{at: Spot}} props */
const Marker = ({ at }) =>
  html`
    <g transform=${`translate(${at.x} ${at.y})`} class="plate noisy">
      <${Waves} half=${13} />
      <circle r="14" />
      <path d="M-7-2.500H-4L0-6V6L-4 2.500H-7zM3.500-3.500A5 5 0 0 1 3.500 3.500" class="speaker" />
    </g>
  `;

/**
 * A point beside the middle of a way.
 * @param {Spot} at
 * @param {number} turned degrees
 * @param {number} by
 * @returns {Spot}
 */
const beside = (at, turned, by) => ({
  x: at.x - Math.sin((turned * Math.PI) / 180) * by,
  y: at.y + Math.cos((turned * Math.PI) / 180) * by,
});

/**
 * A door in a mouth of the corridor: shut, or in two halves that close no more.
 * @param {{at: Spot, turned: number, broken: boolean}} props
 */
const Door = ({ at, turned, broken }) => html`
  <g transform=${`translate(${at.x} ${at.y}) rotate(${turned})`} class=${broken ? "door broken" : "door"}>
    ${
      broken
        ? html`
          <rect x="-4" y=${-LEAF / 2} width="8" height=${LEAF * 0.3} transform="rotate(12)" />
          <rect x="-4" y=${LEAF * 0.2} width="8" height=${LEAF * 0.3} transform="rotate(12)" />
        `
        : html`<rect x="-5" y=${-LEAF / 2} width="10" height=${LEAF} rx="2" /><path d="M-5 0H5" />`
    }
  </g>
`;

/**
 * `part`: the floor below the rooms, or what stands on it.
 * @param {{part: "floor" | "signs", corridor: Corridor, from: Spot, to: Spot, plan: Plan, text: number}} props
 */
export function CorridorPart({ part, corridor, from, to, plan, text }) {
  const line = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  if (part === "floor")
    return html`
      <g class=${`corridor ${corridor.noise ? "noisy" : ""} ${corridor.closed ? "closed" : ""}`}>
        <path d=${line} class="way-wall" />
        <path d=${line} class="way-floor" />
      </g>
    `;
  const { a, b, long, middle, turned } = corridorOf(from, to, plan);
  const inside = Math.min(
    0.32,
    (text * 1.3) / Math.max(long, 1),
    (long - apart(corridor, turned, text)) / 2 / Math.max(long, 1),
  ); // two plates never lie on each other
  const side = beside(middle, turned, long < text * ROOMY ? text * 2 : 0);
  return html`
    <path d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} class="reach" stroke-width=${REACH} />
    <circle cx=${middle.x} cy=${middle.y} r=${REACH / 2} class="reach" />
    <path d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} class="way-halo" />
    ${
      (corridor.closed || corridor.broken) &&
      html`
        <${Door} at=${a} turned=${turned} broken=${!corridor.closed} />
        <${Door} at=${b} turned=${turned} broken=${!corridor.closed} />
      `
    }
    ${
      corridor.beyond
        ? html`
          <${Plate} numbers=${corridor.numbers} at=${pointBetween(a, b, inside)} noise=${false} text=${text} />
          <${Plate} numbers=${corridor.beyond} at=${pointBetween(b, a, inside)} noise=${false} text=${text} />
          ${corridor.noise && html`<${Marker} at=${side} />`}
        `
        : corridor.numbers
          ? html`<${Plate} numbers=${corridor.numbers} at=${middle} noise=${corridor.noise} text=${text} />`
          : corridor.noise && html`<${Marker} at=${middle} />`
    }
  `;
}

/**
 * An opening behind the walls, around 0,0.
 * @param {{numbers: string, noise: boolean, open: boolean, text: number}} props
 */
export function Opening({ numbers, noise, open, text }) {
  const [wide, half] = [Math.max(text * 0.8, (numbers.length * text * LETTER) / 2 + text * 0.3), text * 0.8];
  return html`
    <circle r=${REACH / 2} class="reach" />
    ${open && html`<circle r=${wide + 9} class="halo" />`}
    <g class=${`duct plate ${noise ? "noisy" : ""}`}>
      ${noise && html`<${Waves} half=${wide} />`}
      <rect x=${-wide} y=${-half} width=${2 * wide} height=${2 * half} rx="3" />
      <path d=${`M${-wide - 4} ${-half + 4}v${2 * half - 8}M${wide + 4} ${-half + 4}v${2 * half - 8}`} class="grille" />
      <text y=${text * 0.35} text-anchor="middle" font-size=${text}>${numbers}</text>
    </g>
  `;
}
