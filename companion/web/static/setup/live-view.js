// What the camera sees now, drawn over with what it makes of it: the tray, its markers, and what could be better.
import { html } from "../core/lib.js";
import { useFrames } from "./camera-frames.js";
import { Icon } from "../core/icons.js";
import { t } from "../core/text/i18n.js";
import { page } from "./store.js";

/** @typedef {import("../types").CameraHealth} Health */
/** @typedef {import("../types").CameraFinding} Finding */

const CORNERS = [0, 1, 2, 3];
/**
 * What is looked at, one after the other, and which faults are about it.
 * @type {[string, string[], (health: Health, is: boolean) => string][]}
 */
const CHECKS = [
  ["light", ["dark", "glare", "flicker", "nothing", "stopped"], (_, is) => (is ? t`Well lit` : t`The light`)],
  ["sharp", ["blurred", "coarse"], (_, is) => (is ? t`Sharp` : t`Not sharp`)],
  [
    "whole",
    ["cut_off", "too_small", "too_oblique", "moved", "mirrored"],
    (_, is) => (is ? t`Well in sight` : t`How it hangs`),
  ],
];

/** What hides whether the rest is well: nobody looks for it then. @type {Record<string, string[]>} */
const HIDES = {
  light: ["stopped"],
  sharp: ["dark", "glare", "nothing", "stopped"],
  whole: ["dark", "nothing", "stopped"],
};
/** @type {Record<string, () => string>} */
const UNKNOWN = { light: () => t`The light`, sharp: () => t`How sharp it is`, whole: () => t`How it hangs` };

/** The advice, each finding once, the most important first. */
export const findings = () => page.value?.eye.health?.findings || [];

/** px of a picture as points of a polygon. @param {readonly (readonly [number, number])[]} corners */
const points = (corners) => corners.map(([x, y]) => `${x},${y}`).join(" ");

/** @param {readonly (readonly [number, number])[]} corners @returns {[number, number]} */
const middle = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** The tray and its markers where they lie in the picture. @param {{health: Health}} props */
function Overlay({ health }) {
  const [wide] = health.size;
  const wrong = new Set(health.findings.flatMap((one) => (one.fault.startsWith("markers") ? one.markers : [])));
  const size = wide / 52;
  return html`
    ${
      health.tray.length === 4 &&
      html`<polygon class="live-tray" points=${points(health.tray)} stroke-width=${wide / 320} />`
    }
    ${health.marks.map(
      (mark, k) => html`
        <g key=${k} class=${`live-mark ${wrong.has(mark.id) || mark.id > 3 ? "bad" : ""}`}>
          <polygon points=${points(mark.corners)} stroke-width=${wide / 380} />
          <circle cx=${middle(mark.corners)[0]} cy=${middle(mark.corners)[1]} r=${size} />
          <text
            x=${middle(mark.corners)[0]}
            y=${middle(mark.corners)[1]}
            dy=".35em"
            text-anchor="middle"
            font-size=${size * 1.35}
          >
            ${mark.id > 3 ? "?" : mark.id}
          </text>
        </g>
      `,
    )}
  `;
}

/** Four lamps, one for each corner of the tray. @param {{health: Health | null | undefined}} props */
export function Lamps({ health }) {
  const seen = new Set((health?.marks || []).map((mark) => mark.id));
  const wrong = new Set((health?.findings || []).flatMap((one) => one.markers));
  const at = [
    [16, 14],
    [74, 14],
    [74, 46],
    [16, 46],
  ];
  return html`
    <svg
      class="lamps"
      viewBox="0 0 90 60"
      role="img"
      aria-label=${t`Markers in sight: ${[...seen].filter((id) => id < 4).join(", ") || "0"}`}
    >
      <rect x="4" y="4" width="82" height="52" rx="7" class="lamps-tray" />
      ${CORNERS.map(
        (id) =>
          html`
            <g key=${id} class=${`lamps-corner ${wrong.has(id) ? "bad" : seen.has(id) ? "on" : ""}`}>
              <rect x=${at[id][0] - 8} y=${at[id][1] - 8} width="16" height="16" rx="3" />
              <text x=${at[id][0]} y=${at[id][1]} dy=".36em" text-anchor="middle" font-size="12">${id}</text>
            </g>
          `,
      )}
    </svg>
  `;
}

/** Why less is seen than the camera sees. */
export const OnlyTray = () =>
  html`
    ${
      page.value &&
      !page.value.free &&
      html`
        <p class="muted" data-testid="only-tray">
          ${t`While a game is on only the tray is shown, not what lies beside it.`}
        </p>
      `
    }
  `;

/** What is well, and what is not, each with a shape and a word. */
export function HealthChecks() {
  const eye = page.value?.eye;
  const health = eye?.health;
  if (!health) return null;
  const faults = health.findings.filter((one) => one.grave).map((one) => one.fault);
  const known = health.tray.length === 4 || eye.tapped;
  return html`
    <ul class="live-checks" data-testid="checks">
      ${CHECKS.map(([name, about, words]) => {
        const is = !faults.some((fault) => about.includes(fault));
        if (faults.some((fault) => HIDES[name].includes(fault)))
          return html`
            <li key=${name} data-testid=${`check-${name}`}><${Icon} name="minus" /><span>${UNKNOWN[name]()}</span></li>
          `;
        return html`
          <li key=${name} class=${is ? "good" : "warn"} data-testid=${`check-${name}`}>
            <${Icon} name=${is ? "check" : "cross"} />
            <span>${words(health, is)}</span>
          </li>
        `;
      })}
      <li class=${known ? "good" : "warn"} data-testid="check-tray">
        <${Lamps} health=${health} />
        <span>
          ${eye.tapped ? t`Its corners were tapped` : known ? t`The tray is found` : t`${health.markers} of 4 markers`}
        </span>
      </li>
    </ul>
  `;
}

/** @param {{finding: Finding, first: boolean}} props */
const Advice = ({ finding, first }) =>
  html`
    <p
      class=${`live-advice ${finding.grave ? "" : "light"} ${first ? "first" : ""}`}
      data-testid=${`advice-${finding.fault}`}
    >
      <${Icon} name=${finding.grave ? "lamp" : "check"} />
      <span>${finding.advice}</span>
    </p>
  `;

/**
 * The first in full, two more below it: who mends one thing after the other needs no longer list.
 * @param {{well: string}} props
 */
export function HealthAdvice({ well }) {
  const found = findings();
  const health = page.value?.eye.health;
  return html`
    <div class="live-advices" role="status" aria-live="polite">
      ${found.slice(0, 3).map((one, k) => html`<${Advice} key=${one.fault} finding=${one} first=${!k} />`)}
      ${
        health &&
        !found.some((one) => one.grave) &&
        html`<p class="live-advice well" data-testid="sees-well"><${Icon} name="check" /><span>${well}</span></p>`
      }
    </div>
  `;
}

/**
 * The camera's picture. `over`: what else is drawn on it; `onTap`: a tap in the picture's own pixels.
 * @param {{over?: any, onTap?: (point: [number, number], wide: number) => void}} props
 */
export function LiveView({ over = null, onTap }) {
  const shown = useFrames();
  const eye = page.value?.eye;
  if (shown === null || page.value?.hidden)
    return html`
      <div class="live-picture empty" data-testid="live-hidden">
        <${Icon} name="eye" />
        <p>${t`Hidden now: something may lie there that is not for every eye.`}</p>
      </div>
    `;
  const health = eye?.health;
  if (!shown || !health)
    return html`
      <div class="live-picture empty" data-testid="live-waits">
        <${Icon} name="camera" />
        <p>
          ${
            eye?.state === "ready" ? t`Waiting for the camera's picture.` : eye?.words || t`The camera is being opened.`
          }
        </p>
      </div>
    `;
  const [wide, high] = health.size[0] ? health.size : [1280, 720];
  const tap = (/** @type {MouseEvent} */ event) => {
    const way = /** @type {SVGSVGElement} */ (event.currentTarget).getScreenCTM();
    if (!way || !onTap) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(way.inverse());
    onTap([Math.round(x), Math.round(y)], wide);
  };
  return html`
    <svg
      class=${`live-picture ${onTap ? "taps" : ""}`}
      viewBox=${`0 0 ${wide} ${high}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label=${t`The camera’s picture of the tray`}
      data-testid="live"
      onClick=${tap}
    >
      <image href=${shown} width=${wide} height=${high} />
      ${over ? over(wide) : html`<${Overlay} health=${health} />`}
    </svg>
  `;
}
