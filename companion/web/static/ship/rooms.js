// The compartments of a ship: walls, floor, name, who and what is inside; and the hull around all of them.
import { html } from "../core/lib.js";
import { Glyph } from "../art/glyphs.js";
import { splitInLines } from "../core/text/hyphens.js";
import { Figure, MonsterMark, TokenMark } from "../map/pieces.js";
import { compartmentOutline, centresInRow, groupLurkers } from "./plan.js";
import { percent } from "../core/labels.js";

/** @typedef {import("../types").Room} Room */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Spot} Spot */

const CUT = 13; // px of a corner
const HULL = 15; // px of hull around a room
const HULL_WAY = 50; // px: a corridor with its walls
const RIM = 3; // px of the hull's edge
const LETTER = 0.55; // of the height of the text is the width of a letter

/** Floors and light, drawn once for a map. */
export const Textures = () => html`
  <defs>
    <pattern id="deck" width="22" height="22" patternUnits="userSpaceOnUse">
      <path d="M0 .5H22M.5 0V22" class="deck-line" />
    </pattern>
    <pattern id="murk" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path d="M0 0V12" class="murk-line" />
    </pattern>
    <pattern id="hazard" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="14" height="14" class="hazard-a" />
      <rect width="7" height="14" class="hazard-b" />
    </pattern>
    <radialGradient id="flames">
      <stop offset="0" stop-color="#ff9142" stop-opacity=".75" />
      <stop offset="1" stop-color="#ff5a1e" stop-opacity="0" />
    </radialGradient>
  </defs>
`;

/**
 * One dark shape behind everything, with one edge around it.
 * @param {{plan: Plan, ways: {from: Spot, to: Spot}[]}} props
 */
export function Hull({ plan, ways }) {
  const shape = (/** @type {number} */ more) => html`
    ${ways.map(
      ({ from, to }) => html`<path d=${`M${from.x} ${from.y}L${to.x} ${to.y}`} stroke-width=${HULL_WAY + 2 * more} />`,
    )}
    ${Array.from(
      plan.at.values(),
      ({ x, y }) =>
        html`
          <path
            transform=${`translate(${x} ${y})`}
            d=${compartmentOutline(plan.w + 2 * (HULL + more), plan.h + 2 * (HULL + more), CUT + HULL)}
          />
        `,
    )}
  `;
  return html`<g class="hull-edge">${shape(RIM)}</g><g class="hull">${shape(0)}</g>`;
}

/** A name in two lines at most. @param {string} title @param {number} letters */
function lines(title, letters) {
  const words = title.split(" ");
  if (words.length < 2) return splitInLines(title, letters);
  if (title.length <= letters) return [title];
  const cut = words.map((_, k) => k + 1).filter((k) => k < words.length);
  const length = (/** @type {number} */ k) =>
    Math.max(words.slice(0, k).join(" ").length, words.slice(k).join(" ").length);
  const best = cut.reduce((a, b) => (length(b) < length(a) ? b : a));
  return [words.slice(0, best).join(" "), words.slice(best).join(" ")];
}

/** @param {{title: string, width: number, top: number, text: number}} props */
function Name({ title, width, top, text }) {
  const rows = lines(title, Math.floor(width / (text * LETTER)));
  return html`
    ${rows.map(
      (row, k) =>
        html`
          <text
            key=${k}
            y=${top + k * text * 1.1}
            text-anchor="middle"
            font-size=${text}
            textLength=${row.length * text * LETTER > width ? width : undefined}
            lengthAdjust="spacingAndGlyphs"
            class="room-name"
          >
            ${row}
          </text>
        `,
    )}
  `;
}

/**
 * The same sign several times is one with a number.
 * @param {readonly string[]} marks
 * @param {number | null} items
 * @returns {[string, number][]}
 */
function counted(marks, items) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const mark of marks) found.set(mark, (found.get(mark) || 0) + 1);
  return [...(items ? [/** @type {[string, number]} */ (["items", items])] : []), ...found];
}

/**
 * A sign on the lower wall, its number beside it.
 * @param {{icon: string, number: number, x: number, y: number, r: number, text: number}} props
 */
const Sign = ({ icon, number, x, y, r, text }) => html`
  <g transform=${`translate(${x} ${y})`} class="room-sign">
    <${TokenMark} icon=${icon} r=${r} />
    ${
      (number > 1 || icon === "items") &&
      html`
        <text x=${r * 0.72} y=${-r * 0.3} font-size=${text} text-anchor="middle" class="sign-number">${number}</text>
      `
    }
  </g>
`;

/** The chance to meet something there. @param {{risk: number, y: number, text: number}} props */
const Risk = ({ risk, y, text }) => html`
  <g class=${`risk ${risk > 0 ? "some" : ""}`} transform=${`translate(0 ${y})`}>
    <rect x=${-text * 2.15} y=${-text * 0.8} width=${text * 4.3} height=${text * 1.6} rx=${text * 0.8} />
    <g transform=${`translate(${-text * 1.35} 0) scale(${text / 22})`}><${Glyph} name="danger" /></g>
    <text x=${text * 0.5} y=${text * 0.35} text-anchor="middle" font-size=${text}>${percent(risk)}</text>
  </g>
`;

/** What hurts it, below its side: the name of the room stands above. @param {{hurt: number, r: number}} props */
const Wounds = ({ hurt, r }) =>
  hurt
    ? html`
      <g class="lurker-hurt" transform=${`translate(${r * 0.75} ${r * 0.7})`}>
        <circle r=${r * 0.6} />
        <text y=${r * 0.34} text-anchor="middle" font-size=${r * 0.96}>${hurt}</text>
      </g>
    `
    : null;

/**
 * Several that lurk in one place are one mark with their number; of one its injuries are told.
 * @param {{pack: readonly import("../types").RoomThreat[], r: number, text: number}} props
 */
const Pack = ({ pack, r, text }) =>
  html`
    <${MonsterMark} icon=${pack[0].icon} r=${r} />
    ${
      pack.length > 1
        ? html`
          <text x=${r * 0.75} y=${r * 1.05} font-size=${text} text-anchor="middle" class="sign-number">
            ×${pack.length}
          </text>
        `
        : html`<${Wounds} hurt=${pack[0].hurt} r=${r} />`
    }
  `;

/**
 * Who stands side by side in a room, and whether those that lurk there stand at its wall for want of room.
 * @param {Room} room
 * @param {number} wide of the room
 * @param {number} figure
 * @param {number} lurker
 */
function standing(room, wide, figure, lurker) {
  const [one, other] = [2.15 * figure, 2.15 * lurker];
  const free = Math.floor((wide - room.here.length * one) / other);
  const packs = room.lurkers.length ? groupLurkers(room.lurkers, free) : [];
  const atWall = packs.length > free;
  return {
    packs,
    atWall,
    xs: centresInRow([...room.here.map(() => one), ...(atWall ? [] : packs.map(() => other))], wide),
  };
}

/** Around 0,0. @param {{room: Room, plan: Plan, text: number, open: boolean}} props */
export function Compartment({ room, plan, text, open }) {
  const { w, h } = plan;
  const wall = compartmentOutline(w, h, CUT);
  const signs = counted(room.marks, room.items);
  const [figure, lurker, sign] = [text * 0.82, text * 1.05, text * 0.82];
  const { packs, atWall, xs } = standing(room, w - 2, figure, lurker);
  const row = h / 2 - (signs.length ? sign * 1.05 : 0) - lurker - 3;
  const marks = centresInRow(
    signs.map(() => 2.35 * sign),
    w - 8 - (atWall ? 2.4 * lurker : 0),
  ).map((x, _, all) => x - all[0] - w / 2 + sign * 1.15); // from the left: a way down leaves in the middle
  return html`
    ${open && html`<path d=${compartmentOutline(w + 14, h + 14, CUT + 4)} class="halo" />`}
    <path d=${wall} class="deck" />
    <path d=${wall} fill=${room.known ? "url(#deck)" : "url(#murk)"} class="texture" />
    ${
      !room.known &&
      html`<text y=${h * 0.34} text-anchor="middle" font-size=${h * 0.62} class="ghost" aria-hidden="true">?</text>`
    }
    ${room.here.length > 0 && html`<ellipse rx=${w * 0.62} ry=${h * 0.62} fill="url(#lamp)" class="glow" />`}
    ${
      room.marks.includes("fire") &&
      html`<ellipse cy=${h * 0.2} rx=${w * 0.5} ry=${h * 0.42} fill="url(#flames)" class="flames" />`
    }
    <path d=${wall} class="wall" />
    <${Name} title=${room.title} width=${w - 12} top=${-h / 2 + text * 1.25} text=${text} />
    ${
      open &&
      room.risk !== null &&
      !room.here.length &&
      !packs.length &&
      html`<${Risk} risk=${room.risk} y=${Math.min(row, h * 0.1)} text=${text} />`
    }
    ${room.here.map(
      (seat, k) =>
        html`<g key=${seat} transform=${`translate(${xs[k]} ${row})`}><${Figure} seat=${seat} r=${figure} /></g>`,
    )}
    ${packs.map(
      (pack, k) =>
        html`
          <g
            key=${pack[0].id}
            class="lurker"
            transform=${
              atWall
                ? `translate(${w / 2 - lurker * 0.6} ${h / 2 - 3})`
                : `translate(${xs[room.here.length + k]} ${row})`
            }
          >
            <${Pack} pack=${pack} r=${lurker} text=${text} />
          </g>
        `,
    )}
    ${signs.map(
      ([icon, number], k) =>
        html`<${Sign} key=${icon} icon=${icon} number=${number} x=${marks[k]} y=${h / 2 - 3} r=${sign} text=${text} />`,
    )}
  `;
}
