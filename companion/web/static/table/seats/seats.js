// A seat is known by colour and by shape, never by colour alone. Colours are Okabe and Ito's.
import { html } from "../../core/lib.js";

/** @typedef {{color: string, path: string, mark: string}} Look */

/** @type {Record<string, Look>} */
const LOOKS = {
  1: { color: "#56b4e9", path: "M0-30A30 30 0 1 1 0 30 30 30 0 0 1 0-30z", mark: "1" },
  2: { color: "#f0e442", path: "M-27-27H27V27H-27z", mark: "2" },
  3: { color: "#e69f00", path: "M0-32 28-15V15L0 32-28 15V-15z", mark: "3" },
  4: { color: "#e08cbb", path: "M0-33 33 0 0 33-33 0z", mark: "4" },
  5: { color: "#2fbf96", path: "M0-32 33 27H-33z", mark: "5" },
  6: { color: "#ff8a5c", path: "M0-32 31-9 19 28H-19L-31-9z", mark: "6" },
  dealer: { color: "#e8dfce", path: "M0-34 9-13 32-11 14 5 20 28 0 15-20 28-14 5-32-11-9-13z", mark: "D" },
  table: { color: "#ffd994", path: "M-13-31H13L30 12H-30zM-5 12H5V25H18V31H-18V25H-5z", mark: "" },
};

/** @param {string} seat @returns {Look} */
export const lookOf = (seat) => LOOKS[seat] || { color: "#b8b09f", path: LOOKS[1].path, mark: seat.slice(0, 1) };

/** The badge of a seat. @param {{seat: string, asked?: boolean, answered?: boolean}} props */
export function Badge({ seat, asked = false, answered = false }) {
  const { color, path, mark } = lookOf(seat);
  return html`
    <svg class="badge" viewBox="-44 -44 88 88" aria-hidden="true">
      ${asked && html`<circle r="41" class="badge-ring" fill="none" stroke-width="5" stroke-dasharray="9 7" />`}
      <path d=${path} fill=${color} class="badge-edge" stroke-width="3.5" stroke-linejoin="round" />
      <text y=${seat === "5" ? 18 : 11} text-anchor="middle" font-size="30" font-weight="800" fill="#10131a">
        ${mark}
      </text>
      ${
        answered &&
        html`
          <g transform="translate(24 24)">
            <circle r="17" class="badge-done" />
            <path d="M-8 0l5.500 6L9-7" class="badge-tick" />
          </g>
        `
      }
    </svg>
  `;
}
