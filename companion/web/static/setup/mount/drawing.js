// The table from the side, true to scale: tray, camera, what it sees, and between which heights it may hang.
import { html } from "../../core/lib.js";
import { t } from "../../core/text/i18n.js";

/** @typedef {import("../../types.js").Outlook} Outlook */

const WIDE = 640,
  TALL = 416;
const TABLE_Y = 346; // px of the drawing, where the tray's floor is
const MIDDLE = 350;
const ROOM = 296; // px for what is drawn above the floor
const LENS_Y = 26; // px from the camera's back to its lens
const RIM_MM = 22;
const TICK_MM = 100;

/** So many px is a mm in this drawing: all of it has room. @param {Outlook} seen */
function scaleOf(seen) {
  const high = Math.max(seen.height_mm, seen.most_mm, 300) * 1.02;
  const across = Math.max(seen.seen_mm[0], seen.tray_mm[0] + 120);
  return Math.min(ROOM / high, 500 / across);
}

const cm = (/** @type {number} */ mm) => Math.round(mm / 10);

/** @param {{seen: Outlook, scale: number}} props */
function Ruler({ seen, scale }) {
  const top = Math.max(seen.height_mm, seen.most_mm, 300);
  const ticks = Array.from({ length: Math.floor((top * 1.02) / TICK_MM) + 1 }, (_, k) => k * TICK_MM);
  return html`
    <g class="build-ruler">
      ${
        seen.most_mm > 0 &&
        html`
          <rect
            class="build-band"
            x="66"
            y=${TABLE_Y - seen.most_mm * scale}
            width="22"
            height=${(seen.most_mm - seen.least_mm) * scale}
            rx="4"
          />
        `
      }
      <path d=${`M88 ${TABLE_Y}V${TABLE_Y - top * 1.02 * scale}`} />
      ${ticks.map(
        (mm) =>
          html`
            <g key=${mm}>
              <path d=${`M88 ${TABLE_Y - mm * scale}h10`} />
              ${
                mm % (top > 900 ? 500 : top > 500 ? 200 : 100) === 0 &&
                html`<text x="58" y=${TABLE_Y - mm * scale + 6} text-anchor="end">${cm(mm)}</text>`
              }
            </g>
          `,
      )}
      <text x="58" y=${TABLE_Y + 34} text-anchor="end">${t`cm`}</text>
    </g>
  `;
}

/** @param {{seen: Outlook, scale: number}} props */
function Sight({ seen, scale }) {
  const y = TABLE_Y - seen.height_mm * scale,
    half = (seen.seen_mm[0] / 2) * scale;
  return html`
    <g>
      <path
        class=${`build-sight ${seen.verdict}`}
        d=${`M${MIDDLE} ${y}L${MIDDLE - half} ${TABLE_Y}H${MIDDLE + half}z`}
      />
      <path
        class="build-edge"
        d=${`M${MIDDLE} ${y}L${MIDDLE - half} ${TABLE_Y}M${MIDDLE} ${y}L${MIDDLE + half} ${TABLE_Y}`}
      />
      <path class="build-plumb" d=${`M${MIDDLE} ${y}V${TABLE_Y}`} />
    </g>
  `;
}

/** @param {{seen: Outlook, scale: number}} props */
function Camera({ seen, scale }) {
  const y = TABLE_Y - seen.height_mm * scale;
  return html`
    <g>
      <path class="build-arm" d=${`M${MIDDLE + 22} ${y - 16}H604V${TABLE_Y + 4}`} />
      <rect class="build-camera" x=${MIDDLE - 30} y=${y - LENS_Y} width="60" height="20" rx="6" />
      <path class="build-lens" d=${`M${MIDDLE - 11} ${y - 6}h22l-4 8h-14z`} />
    </g>
  `;
}

/** @param {{seen: Outlook, scale: number}} props */
function Tray({ seen, scale }) {
  const half = (seen.tray_mm[0] / 2) * scale,
    rim = Math.max(10, RIM_MM * scale),
    die = Math.max(8, 16 * scale);
  return html`
    <g>
      <rect class="build-table" x="100" y=${TABLE_Y + 5} width="524" height="14" rx="3" />
      <path class="build-tray" d=${`M${MIDDLE - half} ${TABLE_Y - rim}v${rim}h${2 * half}v${-rim}`} />
      ${[-0.62, -0.1, 0.43].map(
        (at) =>
          html`<rect class="build-die" key=${at} x=${MIDDLE + at * half} y=${TABLE_Y - die - 2} width=${die} height=${die} rx="2" />`,
      )}
      <path
        class="build-size"
        d=${`M${MIDDLE - half} ${TABLE_Y + 34}h${2 * half}m-8 -5l8 5l-8 5M${MIDDLE - half + 8} ${TABLE_Y + 29}l-8 5l8 5`}
      />
      <text class="build-text" x=${MIDDLE} y=${TABLE_Y + 60} text-anchor="middle">
        ${t`${cm(seen.tray_mm[0])} × ${cm(seen.tray_mm[1])} cm`}
      </text>
    </g>
  `;
}

/** @param {{seen: Outlook}} props */
export function SideView({ seen }) {
  const scale = scaleOf(seen),
    y = TABLE_Y - seen.height_mm * scale;
  return html`
    <svg
      class="build-side"
      viewBox=${`0 0 ${WIDE} ${TALL}`}
      role="img"
      aria-label=${t`From the side: the camera hangs ${cm(seen.height_mm)} cm above the tray`}
      data-testid="side"
    >
      <${Ruler} seen=${seen} scale=${scale} />
      <${Sight} seen=${seen} scale=${scale} />
      <${Tray} seen=${seen} scale=${scale} />
      <${Camera} seen=${seen} scale=${scale} />
      <path class=${`build-at ${seen.verdict}`} d=${`M92 ${y}H${MIDDLE - 36}`} />
      <text class="build-height" x="112" y=${Math.max(24, y - 10)}>${t`${cm(seen.height_mm)} cm`}</text>
    </svg>
  `;
}

const PICTURE_WIDE = 320;

/**
 * What the camera's picture shows: the tray in it, with its markers, as large as it is there.
 * @param {{seen: Outlook}} props
 */
export function InPicture({ seen }) {
  const scale = PICTURE_WIDE / seen.seen_mm[0],
    tall = seen.seen_mm[1] * scale;
  const [long, short] = seen.tray_mm.map((mm) => mm * scale);
  const left = (PICTURE_WIDE - long) / 2,
    top = (tall - short) / 2,
    marker = 16.5 * scale,
    inset = 5 * scale;
  const corners = [
    [left + inset, top + inset],
    [left + long - inset - marker, top + inset],
    [left + long - inset - marker, top + short - inset - marker],
    [left + inset, top + short - inset - marker],
  ];
  const die = 16 * scale;
  return html`
    <svg
      class="build-picture"
      viewBox=${`0 0 ${PICTURE_WIDE} ${tall}`}
      role="img"
      aria-label=${t`The camera's picture, with the tray in it`}
      data-testid="picture"
    >
      <rect class="build-wood" width=${PICTURE_WIDE} height=${tall} />
      <rect class="build-felt" x=${left} y=${top} width=${long} height=${short} rx="3" />
      ${corners.map(
        ([x, y]) =>
          html`
            <g key=${`${x} ${y}`}>
              <rect class="build-paper" x=${x - 1} y=${y - 1} width=${marker + 2} height=${marker + 2} />
              <rect
                class="build-ink"
                x=${x + marker / 6}
                y=${y + marker / 6}
                width=${(marker * 2) / 3}
                height=${(marker * 2) / 3}
              />
            </g>
          `,
      )}
      ${[
        [0.32, 0.4],
        [0.55, 0.3],
        [0.48, 0.62],
        [0.7, 0.66],
      ].map(
        ([x, y]) =>
          html`
            <rect
              class="build-die"
              key=${x}
              x=${left + x * long}
              y=${top + y * short}
              width=${die}
              height=${die}
              rx=${die / 6}
            />
          `,
      )}
    </svg>
  `;
}
