// The picture of a trayful: a frame and a word at each thing.
import { html } from "../core/lib.js";
import { withHalf } from "../core/api.js";
import { chosenObject, names, addObjectAt, isPointing, trayful } from "./store.js";
import { t } from "../core/text/i18n.js";
import { faceWord } from "../core/labels.js";

/** @typedef {import("./store.js").Name} Name */
/** @typedef {import("../types").OfferedObject} Offered */

const LABEL = 22; // its height, and 3 from its thing

/** What is written at a thing. @param {Offered} one @param {Name} said */
const wordOf = (one, said) =>
  said.out ? (one.leans && said.by !== "hand" ? t`leans` : "–") : said.value ? faceWord(said.value) : "?";

/** @typedef {[number, number, number, number]} Rect x, y, width, height */
/** By how much two of them overlap. @param {Rect} one @param {Rect} other */
const shared = (one, other) =>
  Math.max(0, Math.min(one[0] + one[2], other[0] + other[2]) - Math.max(one[0], other[0])) *
  Math.max(0, Math.min(one[1] + one[3], other[1] + other[3]) - Math.max(one[1], other[1]));

/**
 * Where each word goes: below its thing, or above where it would cover less of other things and words.
 * @param {readonly Offered[]} all
 * @param {readonly string[]} words
 * @param {number} scale
 */
function labels(all, words, scale) {
  /** @type {Rect[]} */
  const placed = [];
  const lay = (/** @type {Offered} */ { box: [x, y, w, h] }, /** @type {number} */ place) => {
    const wide = (words[place].length * 9 + 14) * scale,
      high = LABEL * scale;
    const at = (/** @type {number} */ top) => /** @type {Rect} */ ([x + w / 2 - wide / 2, top, wide, high]);
    const covered = (/** @type {Rect} */ label) =>
      placed.reduce(
        (sum, other, k) => sum + (k === place ? 0 : shared(label, other)),
        all.reduce((sum, { box }, k) => sum + (k === place ? 0 : shared(label, box)), 0),
      );
    const below = at(y + h + 3 * scale),
      above = at(y - 3 * scale - high);
    placed[place] = covered(above) < covered(below) ? above : below;
  };
  all.forEach(lay);
  all.forEach(lay); // once more, for now the words further on have their places
  return placed;
}

/** @param {{one: Offered, said: Name, word: string, label: Rect, place: number, scale: number}} props */
function Box({ one, said, word, label, place, scale }) {
  const [x, y, w, h] = one.box;
  const look = said.out
    ? "out"
    : said.by === "hand"
      ? "hand"
      : said.by === "shots"
        ? "shots"
        : said.value
          ? "likely"
          : "open";
  const tap = () => {
    if (!isPointing.value) chosenObject.value = place;
  };
  return html`
    <g
      class=${`lying ${look} ${chosenObject.value === place ? "now" : ""}`}
      role="button"
      tabindex="0"
      aria-label=${t`Number ${place + 1}: ${word}`}
      data-testid="lying"
      data-value=${said.value}
      onClick=${tap}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => (event.key === "Enter" || event.key === " ") && tap()}
    >
      <rect
        x=${x}
        y=${y}
        width=${w}
        height=${h}
        rx=${w / 8}
        stroke-width=${3.5 * scale}
        stroke-dasharray=${said.by === "hand" || said.by === "shots" ? undefined : `${9 * scale} ${7 * scale}`}
      />
      <rect x=${label[0]} y=${label[1]} width=${label[2]} height=${label[3]} rx=${6 * scale} class="lying-back" />
      <text x=${x + w / 2} y=${label[1] + 17 * scale} text-anchor="middle" font-size=${17 * scale} font-weight="700">
        ${word}
      </text>
      <rect
        x=${x - 7 * scale}
        y=${y - 7 * scale}
        width=${w + 14 * scale}
        height=${h + 14 * scale}
        class="lying-reach"
      />
    </g>
  `;
}

/** The part of the picture in which things lie. @param {import("../types").TrayObjects} seen */
function frame({ objects, size: [width, height] }) {
  const room = Math.max(...objects.map(({ box }) => Math.max(box[2], box[3])));
  const left = Math.max(0, Math.min(...objects.map(({ box }) => box[0])) - room),
    top = Math.max(0, Math.min(...objects.map(({ box }) => box[1])) - room);
  const right = Math.min(width, Math.max(...objects.map(({ box }) => box[0] + box[2])) + room),
    bottom = Math.min(height, Math.max(...objects.map(({ box }) => box[1] + box[3])) + room);
  return [left, top, right - left, bottom - top];
}

/**
 * Where a tap is in the picture's own pixels, whichever way the screen is turned.
 * @param {MouseEvent} event
 * @returns {[number, number]}
 */
function placeOf(event) {
  const way = /** @type {SVGSVGElement} */ (event.currentTarget).getScreenCTM();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(way?.inverse());
  return [x, y];
}

/** The newest trayful; a tap on a thing asks for its name. */
export function Tray() {
  const seen = trayful.value;
  if (!seen) return null;
  const view = frame(seen);
  const scale = Math.max(view[2] / 640, view[3] / 480);
  const words = seen.objects.map((one, k) => wordOf(one, names.value[k])),
    places = labels(seen.objects, words, scale);
  return html`
    <svg
      class="lesson-tray"
      viewBox=${view.join(" ")}
      preserveAspectRatio="xMidYMid meet"
      role="group"
      aria-label=${t`The tray; tap a thing to name it`}
      data-testid="trayful"
      onClick=${(/** @type {MouseEvent} */ event) => isPointing.value && addObjectAt(placeOf(event))}
    >
      <image href=${withHalf(`/picture/${seen.picture}`)} width=${seen.size[0]} height=${seen.size[1]} />
      ${seen.objects.map(
        (one, k) =>
          html`
            <${Box}
              key=${k}
              one=${one}
              said=${names.value[k]}
              word=${words[k]}
              label=${places[k]}
              place=${k}
              scale=${scale}
            />
          `,
      )}
    </svg>
  `;
}
