// Where each seat lays its thing while several are asked at once: the tray as the camera sees it, in the seats'
// colours.
import { html } from "../../core/lib.js";
import { t } from "../../core/text/i18n.js";
import { lookOf } from "../seats/seats.js";
import { snapshot } from "../../core/state.js";

const WIDE = 320,
  HIGH = 112; // of the drawn tray
const EDGE = 5;

/** Whether a zone of the tray is a seat's own. @param {string} zone */
export const isOfASeat = (zone) => zone.startsWith("seat-");

/**
 * Where a thing of that zone goes: "own" is the zone that is drawn below, else "tray", "bag" ...
 * @param {string} zone
 */
export const placeOf = (zone) => (isOfASeat(zone) ? (snapshot.value?.zones ? "own" : "tray") : zone);

/** @param {{zone: import("../../types.js").ZoneView, mine: boolean, at: number[]}} props */
function Column({ zone, mine, at: [x, y, w, h] }) {
  const { color, path, mark } = lookOf(zone.seat);
  const scale = Math.min(w, h) / 130;
  return html`
    <g class=${`zone ${mine ? "mine" : ""} ${zone.waits ? "" : "laid"}`} data-testid=${`zone-${zone.seat}`}>
      <rect x=${x} y=${y} width=${w} height=${h} rx="6" fill=${color} stroke=${color} />
      <g transform=${`translate(${x + w / 2} ${y + h / 2 - 9}) scale(${scale})`}>
        <path d=${path} fill=${color} class="badge-edge" stroke-width="3.5" />
        <text y="11" text-anchor="middle" font-size="30" font-weight="800" fill="#10131a">${mark}</text>
      </g>
      <text x=${x + w / 2} y=${y + h - 9} text-anchor="middle" class="zone-name">
        ${zone.name}
        ${zone.waits ? "" : " ✓"}
      </text>
    </g>
  `;
}

/** `seat`: whose zone is to be found. @param {{seat: string}} props */
export function Zones({ seat }) {
  const zoned = snapshot.value?.zones;
  if (!zoned) return null;
  const { zones, down } = zoned;
  const step = ((down ? HIGH : WIDE) - EDGE) / zones.length;
  const words = zones.map(({ name }) => name).join(", ");
  /** @param {number} k */
  const at = (k) =>
    down
      ? [EDGE, EDGE + k * step, WIDE - 2 * EDGE, step - EDGE]
      : [EDGE + k * step, EDGE, step - EDGE, HIGH - 2 * EDGE];
  return html`
    <figure class="zones" data-testid="zones">
      <svg
        viewBox=${`0 0 ${WIDE} ${HIGH}`}
        role="img"
        aria-label=${
          down
            ? t`The tray as the camera sees it, from top to bottom: ${words}`
            : t`The tray as the camera sees it, from left to right: ${words}`
        }
      >
        ${zones.map(
          (zone, k) => html`<${Column} key=${zone.seat} zone=${zone} mine=${zone.seat === seat} at=${at(k)} />`,
        )}
      </svg>
      <figcaption>${t`the tray, as the camera sees it`}</figcaption>
    </figure>
  `;
}
