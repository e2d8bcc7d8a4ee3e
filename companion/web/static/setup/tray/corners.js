// Where the tray is: four taps on the camera's picture, for a tray without markers.
import { html, useEffect, useState } from "../../core/lib.js";
import { withHalf } from "../../core/api.js";
import { setTrayCorners } from "../../table/actions.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";
import { snapshot } from "../../core/state.js";

/** @typedef {{href: string, width: number, height: number}} Preview */
/** @typedef {[number, number]} Point */

/** The newest picture of the camera with its size; null while there is none. */
function usePreview() {
  const [preview, setPreview] = useState(/** @type {Preview | null} */ (null));
  useEffect(() => {
    const image = new Image();
    image.onload = () => setPreview({ href: image.src, width: image.naturalWidth, height: image.naturalHeight });
    image.src = withHalf(`/picture/preview.jpg?${Date.now()}`);
    return () => {
      image.onload = null;
    };
  }, []);
  return preview;
}

/**
 * A tap in the picture's own pixels, whichever way the screen is turned.
 * @param {MouseEvent} event
 * @returns {Point | null}
 */
function tapped(event) {
  const svg = /** @type {SVGSVGElement} */ (event.currentTarget);
  const way = svg.getScreenCTM();
  if (!way) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(way.inverse());
  return [Math.round(x), Math.round(y)];
}

/** What the camera has in sight, and what would let it see better. */
function Sight() {
  const camera = snapshot.value?.senses.find((sense) => sense.sees || sense.advice.length);
  if (!camera) return null;
  return html`
    <div class="sight" role="status" data-testid="sight">
      <p class=${camera.advice.length ? "warn" : "good"}>
        <${Icon} name="camera" />
        ${camera.advice.length ? t`It could see better` : t`It sees well`}
        <small>${camera.sees}</small>
      </p>
      ${camera.advice.map((sentence) => html`<p key=${sentence}>${sentence}</p>`)}
    </div>
  `;
}

export function Corners() {
  const [open, setOpen] = useState(false);
  return html`
    <section class="panel corners">
      <h2>${t`Tray`}<small>${t`where the camera looks`}</small></h2>
      <${Sight} />
      ${
        open
          ? html`<${Taps} done=${() => setOpen(false)} />`
          : html`
            <p class="muted">
              ${t`Four printed markers on the rim show the tray by themselves. Without them, tap its corners once.`}
            </p>
            <div class="corner-tools">
              <button class="tool" data-testid="corners" onClick=${() => setOpen(true)}>
                <${Icon} name="camera" />
                ${t`Tap the four corners`}
              </button>
              <button class="tool" data-testid="markers" onClick=${() => setTrayCorners([])}>
                ${t`Use the markers`}
              </button>
            </div>
          `
      }
    </section>
  `;
}

/** @param {{done: () => void}} props */
function Taps({ done }) {
  const preview = usePreview();
  const [points, setPoints] = useState(/** @type {Point[]} */ ([]));
  if (!preview)
    return html`
      <p class="muted">${t`The camera has sent no picture yet. Move a hand over the tray and open this again.`}</p>
    `;
  const tap = (/** @type {MouseEvent} */ event) => {
    const point = tapped(event);
    if (point && points.length < 4) setPoints([...points, point]);
  };
  const save = async () => {
    if (await setTrayCorners(points)) done();
  };
  const size = preview.width / 60;
  return html`
    <svg
      class="corner-picture"
      viewBox=${`0 0 ${preview.width} ${preview.height}`}
      role="img"
      aria-label=${t`The camera’s picture`}
      data-testid="corner-picture"
      onClick=${tap}
    >
      <image href=${preview.href} width=${preview.width} height=${preview.height} />
      ${points.map(
        ([x, y], place) =>
          html`
            <g key=${place}>
              <circle cx=${x} cy=${y} r=${size} class="corner-dot" />
              <text x=${x} y=${y} dy="0.35em" text-anchor="middle" font-size=${size * 1.3} class="corner-mark">
                ${place + 1}
              </text>
            </g>
          `,
      )}
    </svg>
    <p role="status">${points.length < 4 ? t`Tap corner ${points.length + 1} of 4.` : t`All four are there.`}</p>
    <div class="corner-tools">
      <button class="tool" onClick=${() => setPoints([])} disabled=${!points.length}>${t`Start again`}</button>
      <button class="tool" data-testid="corners-save" onClick=${save} disabled=${points.length < 4}>
        <${Icon} name="check" />
        ${t`This is the tray`}
      </button>
    </div>
  `;
}
