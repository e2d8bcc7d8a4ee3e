import { html } from "../../core/lib.js";
import { pieceWord } from "../../map/pieces.js";
import { lookOf } from "../../table/seats/seats.js";
import { nameOf } from "../../core/state.js";

const UNIT = 100; // drawing units to the longer side's tenth

/** @param {import("../../types.js").Places} block */
function frame(block) {
  const left = Math.min(...block.places.map((place) => place.x));
  const top = Math.min(...block.places.map((place) => place.y));
  const right = Math.max(...block.places.map((place) => place.x + place.w));
  const bottom = Math.max(...block.places.map((place) => place.y + place.h));
  const scale = (UNIT * 10) / Math.max(right - left, bottom - top, 0.001);
  return { left, top, scale, width: (right - left) * scale, height: (bottom - top) * scale };
}

/** @param {{place: import("../../types.js").Place, x: number, y: number, w: number, h: number}} props */
function PlaceMark({ place, x, y, w, h }) {
  const label = [place.title, place.note, ...place.marks.map(pieceWord), ...place.here.map(nameOf)]
    .filter(Boolean)
    .join(", ");
  return html`
    <g class="place" transform=${`translate(${x} ${y})`} role="img" aria-label=${label}>
      <rect x="5" y="5" width=${w - 10} height=${h - 10} rx="14" />
      <text x="24" y="46" font-size="30" class="place-title">${place.title}</text>
      ${place.note && html`<text x="24" y="78" font-size="22" class="place-note">${place.note}</text>`}
      ${place.marks.map(
        (mark, k) =>
          html`
            <g transform=${`translate(${24 + k * 10} ${h - 34 - k * 34})`}>
              <text font-size="23" class="place-mark">◆ ${pieceWord(mark)}</text>
            </g>
          `,
      )}
      ${place.here.map(
        (seat, k) => html`
          <g transform=${`translate(${w - 46 - k * 62} ${h - 48}) scale(.85)`}>
            <path d=${lookOf(seat).path} fill=${lookOf(seat).color} stroke="#fff" stroke-width="4" />
            <text y="11" text-anchor="middle" font-size="30" font-weight="800" class="on-seat">
              ${lookOf(seat).mark}
            </text>
          </g>
        `,
      )}
    </g>
  `;
}

/** A map of rectangles. @param {{block: import("../../types.js").Places}} props */
export function Places({ block }) {
  const { left, top, scale, width, height } = frame(block);
  return html`
    <section class="panel places">
      <h2>${block.title}</h2>
      <svg viewBox=${`0 0 ${width} ${height}`} role="group" aria-label=${block.title}>
        ${block.places.map(
          (place) =>
            html`
              <${PlaceMark}
                key=${place.id}
                place=${place}
                x=${(place.x - left) * scale}
                y=${(place.y - top) * scale}
                w=${place.w * scale}
                h=${place.h * scale}
              />
            `,
        )}
      </svg>
    </section>
  `;
}
