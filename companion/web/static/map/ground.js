// The ground of a map: tiles with a floor and walls, the spaces in them, and their names where these fit.
import { html } from "../core/lib.js";

/** @typedef {import("../types").Tile} Tile */
/** @typedef {import("./viewport.js").Rect} Rect */

/** What is drawn where nobody says what lies there. */
const PLAIN = "boards";

/** The floors, drawn once for a map. */
export const Floors = () => html`
  <defs>
    <pattern id="boards" width="56" height="24" patternUnits="userSpaceOnUse">
      <rect width="56" height="24" class="floor-boards" />
      <path d="M0 .5H56M0 12.5H56M14 0V12M42 12V24" class="floor-line" />
    </pattern>
    <pattern id="carpet" width="44" height="44" patternUnits="userSpaceOnUse">
      <rect width="44" height="44" class="floor-carpet" />
      <path d="M22 5 39 22 22 39 5 22zM22 14 30 22 22 30 14 22z" class="floor-line" />
    </pattern>
    <pattern id="checker" width="36" height="36" patternUnits="userSpaceOnUse">
      <rect width="36" height="36" class="floor-checker" />
      <path d="M0 0H18V18H0zM18 18H36V36H18z" class="floor-fill" />
    </pattern>
    <pattern id="stones" width="52" height="40" patternUnits="userSpaceOnUse">
      <rect width="52" height="40" class="floor-stones" />
      <path d="M3 4H24L27 16 6 18zM31 3H49V15L33 17zM3 23 18 21 22 36H5zM26 21 48 20 50 35 28 37z" class="floor-line" />
    </pattern>
    <pattern id="grass" width="40" height="40" patternUnits="userSpaceOnUse">
      <rect width="40" height="40" class="floor-grass" />
      <path d="M6 16l3-7 3 7M24 34l3-7 3 7M28 14l2-5 2 5" class="floor-line" />
    </pattern>
  </defs>
`;

const PAD = 5; // px before the letters of a name

/** A name on its sign. @param {{label: import("./labels.js").Label, size: number}} props */
const Name = ({ label, size }) => html`
  <g class="map-name" transform=${`translate(${label.x} ${label.y})`}>
    <rect width=${label.w} height=${label.h} rx="7" />
    ${label.lines.map(
      (line, k) =>
        html`<text x=${PAD} y=${size * 0.95 + 2 + k * size * 1.15} font-size=${size} font-weight="600">${line}</text>`,
    )}
  </g>
`;

/**
 * A floor with its walls, and its name where it has a place.
 * @param {{tile: Tile, rect: Rect, size: number, label: import("./labels.js").Label | null, on: string, tap:
 * Record<string, any>}} props
 */
export function Ground({ tile, rect, size, label, on, tap }) {
  return html`
    <g
      class=${`ground ${on} ${tile.fresh ? "fresh" : ""} ${tile.marks.map((mark) => `has-${mark}`).join(" ")}`}
      ...${tap}
    >
      <rect
        x=${rect.x}
        y=${rect.y}
        width=${rect.w}
        height=${rect.h}
        fill=${`url(#${tile.floor || PLAIN})`}
        class="flooring"
      />
      <rect x=${rect.x} y=${rect.y} width=${rect.w} height=${rect.h} class="mood" />
      <rect x=${rect.x} y=${rect.y} width=${rect.w} height=${rect.h} class="walls" />
      ${label && html`<${Name} label=${label} size=${size} />`}
    </g>
  `;
}
