// A picture of the tray, near enough to see the faces, with a box and a word at each thing.
import { html, useEffect, useState } from "../../core/lib.js";
import { withHalf } from "../../core/api.js";
import { FaceShape } from "../../art/faces.js";
import { facePage } from "../../core/game-pages.js";
import { t } from "../../core/text/i18n.js";
import { faceWord, percent } from "../../core/labels.js";

/** @typedef {import("../../types.js").SeenObject} Seen */
/** left, top, width, height in the picture's pixels @typedef {[number, number, number, number]} Frame */

const ROUND = 0.9; // of a thing's size is kept free around the outermost things
const LEAST = 0.3; // of the picture's width is shown, however close the things lie
const WIDE = 2.1; // as wide as that a frame is beside its height: so are the panels, and beyond the picture is nothing
const READABLE = [600, 360]; // a frame of this width and height needs no scaling of its words

/** Its colour in the picture; the word stands beside, always. @param {Seen} seen */
export const objectTone = (seen) =>
  seen.value === null || seen.cocked ? "warn" : facePage(seen.value)?.tone || "plain";

/** @param {Seen} seen */
export function objectLabel(seen) {
  if (seen.kind === "unknown") return t`unknown`;
  if (seen.cocked) return t`leans`;
  if (seen.partial) return t`half hidden`;
  const word = seen.value === null ? `${faceWord(seen.alternatives[0]?.[0] || "")}?` : faceWord(seen.value);
  return seen.conf > 0 && seen.conf < 0.995 ? `${word} ${percent(seen.conf)}` : word;
}

/**
 * The part of the picture that holds all things.
 * @param {readonly Seen[]} objects
 * @param {[number, number]} size
 * @returns {Frame}
 */
function frameOf(objects, [width, height]) {
  const boxes = objects.flatMap((seen) => (seen.box ? [seen.box] : []));
  if (!boxes.length) return [0, 0, width, height];
  const room = Math.max(...boxes.map(([, , w, h]) => Math.max(w, h))) * ROUND;
  const left = Math.min(...boxes.map(([x]) => x)) - room;
  const right = Math.max(...boxes.map(([x, , w]) => x + w)) + room;
  const top = Math.min(...boxes.map(([, y]) => y)) - room;
  const bottom = Math.max(...boxes.map(([, y, , h]) => y + h)) + room;
  const high = Math.max(bottom - top, width * LEAST * 0.6);
  return within([(left + right) / 2, (top + bottom) / 2], Math.max(right - left, width * LEAST, high * WIDE), high, [
    width,
    height,
  ]);
}

/**
 * A frame around a point, pushed back into the picture.
 * @param {[number, number]} centre
 * @param {number} w
 * @param {number} h
 * @param {[number, number]} size
 * @returns {Frame}
 */
function within([x, y], w, h, [width, height]) {
  const [wide, high] = [Math.min(w, width), Math.min(h, height)];
  return [
    Math.min(Math.max(0, x - wide / 2), width - wide),
    Math.min(Math.max(0, y - high / 2), height - high),
    wide,
    high,
  ];
}

/** @param {{seen: Seen, box: number[], scale: number, drawn: boolean}} props */
export function BoxedObject({ seen, box, scale, drawn }) {
  const [x, y, w, h] = box;
  const words = objectLabel(seen);
  const dashes = seen.value === null || seen.cocked ? `${10 * scale} ${8 * scale}` : undefined;
  return html`
    <g class=${`boxed tone-${objectTone(seen)}`}>
      ${
        drawn &&
        html`
          <g transform=${`translate(${x + w / 2} ${y + h / 2}) scale(${Math.min(w, h) / 132})`}>
            <ellipse cx="10" cy="20" rx="56" ry="46" fill="#000" opacity=".42" />
            <${FaceShape} kind=${seen.kind} value=${seen.value} />
          </g>
        `
      }
      <rect
        x=${x}
        y=${y}
        width=${w}
        height=${h}
        rx=${Math.min(10 * scale, w / 6)}
        fill="none"
        stroke-width=${3.5 * scale}
        stroke-dasharray=${dashes}
      />
      <rect
        x=${x}
        y=${y - 31 * scale}
        width=${(words.length * 10.4 + 18) * scale}
        height=${29 * scale}
        rx=${8 * scale}
        class="boxed-back"
      />
      <text x=${x + 9 * scale} y=${y - 10 * scale} font-size=${19 * scale} font-weight="700">${words}</text>
    </g>
  `;
}

/** The size of a picture in pixels, null until it is known. @param {string} url */
function useSize(url) {
  const [size, setSize] = useState(/** @type {[number, number] | null} */ (null));
  useEffect(() => {
    const image = new Image();
    image.onload = () => setSize([image.naturalWidth, image.naturalHeight]);
    image.src = url;
  }, [url]);
  return size;
}

/**
 * A number instead of words, where the picture is small; it stands off the corner: the face is to be seen.
 * @param {{seen: Seen, box: number[], scale: number, place: number}} props
 */
function Numbered({ seen, box, scale, place }) {
  const [x, y, w, h] = box;
  return html`
    <g class=${`boxed tone-${objectTone(seen)}`}>
      <rect
        x=${x}
        y=${y}
        width=${w}
        height=${h}
        rx=${w / 8}
        fill="none"
        stroke-width=${4 * scale}
        stroke-dasharray=${seen.value === null ? `${10 * scale} ${8 * scale}` : undefined}
      />
      <circle cx=${x - 15 * scale} cy=${y - 12 * scale} r=${19 * scale} class="boxed-back" />
      <text x=${x - 15 * scale} y=${y - 2 * scale} text-anchor="middle" font-size=${29 * scale} font-weight="800">
        ${place + 1}
      </text>
    </g>
  `;
}

/**
 * `numbers`: number the things instead of naming them.
 * @param {{picture: string, objects: readonly Seen[], words: string, numbers?: boolean}} props
 */
export function Scene({ picture, objects, words, numbers = false }) {
  const address = withHalf(picture);
  const found = useSize(address);
  if (!found) return html`<div class="scene"></div>`;
  const frame = frameOf(objects, found);
  const scale = Math.max(frame[2] / READABLE[0], frame[3] / READABLE[1]);
  return html`
    <svg class="scene" viewBox=${frame.join(" ")} preserveAspectRatio="xMidYMid meet" role="img" aria-label=${words}>
      <image href=${address} width=${found[0]} height=${found[1]} />
      ${objects.map(
        (seen, k) =>
          seen.box &&
          (numbers
            ? html`<${Numbered} key=${k} seen=${seen} box=${seen.box} scale=${scale} place=${k} />`
            : html`<${BoxedObject} key=${k} seen=${seen} box=${seen.box} scale=${scale} drawn=${false} />`),
      )}
    </svg>
  `;
}
