// Monsters as dark shapes with bright eyes: our own drawings, in a square of 100. None stands for a named one; each is
// a manner.
import { html } from "../core/lib.js";

/**
 * The shape, and where its eyes are.
 * @type {Record<string, {shape: string, eyes: [number, number][], more?: string}>}
 */
const SHAPES = {
  human: {
    shape:
      "M50 12C65 12 70 24 68 38 67 46 63 51 60 54L84 66C90 72 92 82 92 98H8C8 82 10 72 16 66L40 54C37 51 " +
      "33 46 32 38 30 24 35 12 50 12z",
    eyes: [
      [42, 36],
      [58, 36],
    ],
  },
  hood: {
    shape:
      "M50 6C70 12 80 34 78 54L92 98H8L22 54C20 34 30 12 50 6zM50 24C40 28 36 40 37 50 39 60 45 64 50 66 " +
      "55 64 61 60 63 50 64 40 60 28 50 24z",
    eyes: [
      [45, 46],
      [55, 46],
    ],
  },
  fish: {
    shape:
      "M50 6 56 18 66 12 66 24C80 32 84 46 80 56L94 50 86 64 92 72 80 72C84 80 86 90 86 98H14C14 90 16 80 " +
      "20 72L8 72 14 64 6 50 20 56C16 46 20 32 34 24L34 12 44 18z",
    eyes: [
      [36, 42],
      [64, 42],
    ],
    more: "M36 62Q50 70 64 62",
  },
  beast: {
    shape: "M14 14 34 26Q50 18 66 26L86 14 82 42C86 56 80 66 72 74L64 92 50 84 36 92 28 74C20 66 14 56 18 42z",
    eyes: [
      [36, 48],
      [64, 48],
    ],
    more: "M34 72 41 66 46 74 50 67 54 74 59 66 66 72",
  },
  spirit: {
    shape:
      "M50 8C72 8 80 28 78 50 77 66 84 80 88 96 80 90 76 86 70 94 64 84 58 86 54 96 48 86 42 86 36 94 30 " +
      "86 24 92 12 96 18 78 23 66 22 50 20 28 28 8 50 8z",
    eyes: [
      [40, 40],
      [60, 40],
    ],
    more: "M44 60Q50 52 56 60 50 70 44 60",
  },
  winged: {
    shape:
      "M50 20C60 20 64 30 62 40L70 34C76 20 86 12 98 10 92 22 94 32 98 44 88 42 84 48 84 58 76 54 70 56 66 " +
      "64L60 96H40L34 64C30 56 24 54 16 58 16 48 12 42 2 44 6 32 8 22 2 10 14 12 24 20 30 34L38 40C36 30 " +
      "40 20 50 20z",
    eyes: [
      [45, 34],
      [55, 34],
    ],
  },
  many: {
    shape:
      "M50 10C74 10 86 28 84 46 96 50 96 66 88 70 98 80 92 96 80 94 74 98 68 92 66 86 62 98 50 98 48 88 42 " +
      "98 32 96 30 86 22 96 10 92 10 82 2 74 6 62 16 60 8 44 18 12 50 10z",
    eyes: [
      [34, 34],
      [54, 28],
      [66, 46],
      [42, 54],
      [60, 66],
    ],
  },
  tentacled: {
    shape:
      "M50 6C74 6 82 24 80 40 78 50 72 54 70 58 78 66 90 62 92 74 93 84 84 86 82 80 76 84 68 76 64 70 62 " +
      "80 70 88 62 96 56 98 54 86 50 80 46 86 44 98 38 96 30 88 38 80 36 70 32 76 24 84 18 80 16 86 7 84 8 " +
      "74 10 62 22 66 30 58 28 54 22 50 20 40 18 24 26 6 50 6z",
    eyes: [
      [38, 36],
      [62, 36],
    ],
  },
  larva: {
    shape:
      "M18 80C8 62 20 44 38 48 48 50 52 62 60 58 67 54 56 42 58 30 60 13 80 8 89 23 98 40 88 70 66 83 48 " +
      "93 26 94 18 80z",
    eyes: [
      [70, 27],
      [83, 33],
    ],
    more: "M30 56 34 84M46 62 52 86M62 64 74 76",
  },
  creeper: {
    shape:
      "M50 28C66 28 76 38 78 50L96 38 90 55 98 70 82 63 90 88 74 73C68 79 60 82 50 82 40 82 32 79 26 73L10 " +
      "88 18 63 2 70 10 55 4 38 22 50C24 38 34 28 50 28z",
    eyes: [
      [41, 48],
      [59, 48],
    ],
    more: "M38 63 44 70 50 63 56 70 62 63",
  },
  adult: {
    shape:
      "M50 3C67 3 75 20 71 37 69 45 63 51 61 55L78 59 95 43 90 64 99 78 84 77 76 71 69 98 58 84 50 98 42 " +
      "84 31 98 24 71 16 77 1 78 10 64 5 43 22 59 39 55C37 51 31 45 29 37 25 20 33 3 50 3z",
    eyes: [
      [41, 27],
      [59, 27],
    ],
    more: "M40 43 45 50 50 43 55 50 60 43",
  },
  breeder: {
    shape:
      "M50 8 58 18 72 7 70 24 87 21 77 36C93 46 99 66 91 86L76 77 72 97 58 88 50 98 42 88 28 97 24 77 9 " +
      "86C1 66 7 46 23 36L13 21 30 24 28 7 42 18z",
    eyes: [
      [37, 43],
      [63, 43],
      [50, 31],
    ],
    more: "M32 60Q50 78 68 60M40 66l3 8M50 69v8M60 66l-3 8",
  },
  queen: {
    shape:
      "M50 28 40 1 36 25 17 5 24 34 1 23 16 46C7 58 11 71 24 75L11 97 34 85 40 99 50 87 60 99 66 85 89 97 " +
      "76 75C89 71 93 58 84 46L99 23 76 34 83 5 64 25 60 1z",
    eyes: [
      [36, 53],
      [64, 53],
      [50, 43],
    ],
    more: "M34 67 41 75 46 67 50 75 54 67 59 75 66 67",
  },
  bones: {
    shape:
      "M50 8C72 8 82 22 80 40 80 50 74 56 68 60V74H60V68H54V74H46V68H40V74H32V60C26 56 20 50 20 40 18 22 " +
      "28 8 50 8zM34 80H66L74 98H26z",
    eyes: [
      [38, 40],
      [62, 40],
    ],
    more: "M50 50 46 57H54z",
  },
};

const NAMES = Object.keys(SHAPES);

/** @param {string} name */
const shapeOf = (name) => SHAPES[name] || SHAPES.many;

export const isSilhouette = (/** @type {string} */ name) => NAMES.includes(name);

/** The strokes of one, for a drawing of its own. @param {{name: string}} props */
export function Creature({ name }) {
  const { shape, eyes, more } = shapeOf(name);
  return html`
    <g>
      <path d=${shape} class="creature" fill-rule="evenodd" />
      ${eyes.map(([x, y]) => html`<circle cx=${x} cy=${y} r="5.5" class="creature-eye" />`)}
      ${more && html`<path d=${more} class="creature-line" />`}
    </g>
  `;
}

/** @param {{name: string}} props */
export const Silhouette = ({ name }) =>
  html`
    <svg class=${`silhouette is-${name}`} viewBox="0 0 100 100" aria-hidden="true"><${Creature} name=${name} /></svg>
  `;
