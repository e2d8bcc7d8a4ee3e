// The symbols of a code: each has its own outline, so that none is told by its colour alone. In a square of 24 around
// 0,0.
import { html } from "../../core/lib.js";
import { t } from "../../core/text/i18n.js";

/** @type {Record<string, string>} */
const SHAPES = {
  star:
    "M0-10 2.900-3.600 9.800-2.900 4.700 1.800 6.100 8.700 0 5.200-6.100 8.700-4.700 " +
    "1.800-9.800-2.900-2.900-3.600z",
  moon: "M4-9.500A10 10 0 1 0 9.500 4.500 8 8 0 0 1 4-9.500z",
  sun:
    "M0-4.800A4.800 4.800 0 1 1 0 4.800 4.800 4.800 0 0 1 0-4.800zM-1-10.500H1V-7H-1zM-1 7H1V10.500H-1z" +
    "M-10.500-1H-7V1H-10.500zM7-1H10.500V1H7zM5-6.400 7.200-8.600 8.600-7.200 6.400-5zM-6.400 5-8.600 " +
    "7.200-7.200 8.600-5 6.400zM5 6.400 7.200 8.600 8.600 7.200 6.400 5z" +
    "M-6.400-5-8.600-7.200-7.200-8.600-5-6.400z",
  key: "M-9-1A5 5 0 1 1 .7 1H10V4.500H7V2.800H4.500V5.200H2V3H-1.200A5 5 0 0 1-9-1zM-6-1A2 2 0 1 0-2-1 2 2 0 1 0-6-1z",
  eye:
    "M-10.500 0C-7-5.500-3.500-7 0-7S7-5.500 10.500 0C7 5.500 3.500 7 0 7S-7 5.500-10.500 0z" +
    "M0-4.200A4.200 4.200 0 1 0 0 4.200 4.200 4.200 0 1 0 0-4.200zM0-1.900A1.900 1.900 0 1 1 0 1.900 " +
    "1.900 1.900 0 1 1 0-1.900z",
  hand:
    "M-4.500 10V4L-9-1.500-7.300-3-4.500-.8V-7.800A1.200 1.200 0 0 1-2.100-7.800V-2H-1.700V-9.400A1.200 " +
    "1.200 0 0 1 .7-9.400V-2H1.100V-8.600A1.200 1.200 0 0 1 3.500-8.600V-2H3.900V-6.600A1.200 1.200 0 0 " +
    "1 6.300-6.600V4L4.500 10z",
  wave:
    "M-10.500-2C-7-7-4-7-1.500-4.500S4 0 10.500-4.500V-.8C5 3.500.8 1.500-2-1S-7-2.500-10.500 2zM-10.500 " +
    "5C-7 0-4 0-1.500 2.500S4 7 10.500 2.500V6.200C5 10.500.8 8.500-2 6S-7 4.500-10.500 9z",
  tower:
    "M-6 " +
    "10V-3.500H-7.500V-9.500H-4.500V-7.500H-1.500V-9.500H1.500V-7.500H4.500V-9.500H7.500V-3.500H6V10H2V5A2 " +
    "2 0 0 0-2 5V10z",
  flame:
    "M.5-10.500C1-6 7.500-3.500 7.500 3A7.500 7.500 0 0 1-7.500 " +
    "3C-7.500-1-5-2.500-4-5.500-2.500-4-2-3-2-1.500 0-4 1-7 .5-10.500zM0 2.500C-2 4.500-2.800 " +
    "5.500-2.800 7A2.800 2.800 0 0 0 2.800 7C2.800 5.500 2 4.500 0 2.500z",
  leaf:
    "M9-9.500C9 2 5 8-2.500 7.800-4 7.800-5.300 7.300-6.300 6.600L-8.800 10-10.300 8.900-7.800 " +
    "5.300C-11-1.500-5-8.500 9-9.500zM-5 4.800C-3 .5 0-2.500 4-5-1-3.500-4.500-.5-6.600 3.600z",
  bell:
    "M-1.300-10.500H1.300V-8.700C5-8 7-5 7-1.500 7 2.500 8 4.500 9.500 6H-9.500C-8 4.500-7 " +
    "2.500-7-1.500-7-5-5-8-1.300-8.700zM-2.700 7.500H2.700A2.700 2.700 0 0 1-2.700 7.500z",
  crown: "M-10-6-5 0 0-9 5 0 10-6 8 5H-8zM-8 6.800H8V9.500H-8z",
};

/** A colour, and the outline that goes with it. @type {Record<string, [string, string]>} */
const COLOURS = {
  red: ["#e0523c", "M0-10A10 10 0 1 1 0 10 10 10 0 0 1 0-10z"],
  blue: ["#4a90e2", "M-9-9H9V9H-9z"],
  green: ["#3fae7c", "M0-10.500 10.500 8.500H-10.500z"],
  yellow: ["#f0d84a", "M0-11 9.500 0 0 11-9.500 0z"],
  violet: ["#a874dd", "M0-10.500 10-3.200 6.200 8.500H-6.200L-10-3.200z"],
  white: ["#f4efe4", "M-5-9.500H5L10 0 5 9.500H-5L-10 0z"],
  black: ["#3a4048", "M-3.500-10H3.500V-3.500H10V3.500H3.500V10H-3.500V3.500H-10V-3.500H-3.500z"],
  orange: ["#ee9440", "M-10 7A10 10 0 0 1 10 7z"],
};

/** @param {{name: string}} props */
export function Symbol({ name }) {
  const colour = COLOURS[name];
  return html`
    <svg class="pz-symbol" viewBox="-13 -13 26 26" aria-hidden="true">
      ${
        colour
          ? html`<path d=${colour[1]} fill=${colour[0]} class="pz-paint" />`
          : SHAPES[name]
            ? html`<path d=${SHAPES[name]} fill="currentColor" fill-rule="evenodd" />`
            : html`
              <text y="7.500" text-anchor="middle" font-size="21" font-weight="800" fill="currentColor">${name}</text>
            `
      }
    </svg>
  `;
}

/** Does the drawing need its word beside it? A digit is its own word. @param {string} name */
export const hasWord = (name) => name in COLOURS || name in SHAPES;

/** What the drawings are called. @type {Record<string, () => string>} */
const WORDS = {
  star: () => t`star`,
  moon: () => t`moon`,
  sun: () => t`sun`,
  key: () => t`key`,
  eye: () => t`eye`,
  hand: () => t`hand`,
  wave: () => t`wave`,
  tower: () => t`tower`,
  flame: () => t`flame`,
  leaf: () => t`leaf`,
  bell: () => t`bell`,
  crown: () => t`crown`,
  red: () => t`red`,
  blue: () => t`blue`,
  green: () => t`green`,
  yellow: () => t`yellow`,
  violet: () => t`violet`,
  white: () => t`white`,
  black: () => t`black`,
  orange: () => t`orange`,
};

/** A name of its own stays as its writer wrote it. @param {string} name */
export const symbolWord = (name) => WORDS[name]?.() || name;
