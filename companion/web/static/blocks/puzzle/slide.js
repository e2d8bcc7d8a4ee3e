// Blocks in a box: dragged along their length, or tapped and then sent to a marked cell.
import { html, useEffect, useRef, useState } from "../../core/lib.js";
import { t } from "../../core/text/i18n.js";
import { settings } from "../../core/settings.js";
import { puzzleHands, tappable } from "./steps.js";

/** @typedef {import("../../types.js").Slide} Slide */
/** @typedef {import("../../types.js").Slider} Slider */
/** @typedef {{id: string, by: number}} Held */

const CELL = 100;
const RIM = 26;
const OUTSIDE = 96; // room for the light beyond the opening
const TAP = 10; // drawing units: less is a tap, not a drag

const across = (/** @type {Slider} */ slider) => slider.w > slider.h || (slider.w === slider.h && slider.marked);

/**
 * How far a block can go either way.
 * @param {Slider} slider
 * @param {import("./steps.js").Hands} hand
 * @param {number} size
 */
function reach(slider, hand, size) {
  const ways = Array.from({ length: 2 * size + 1 }, (_, k) => k - size).filter(
    (by) => by && hand.can(`${slider.id}:${by}`),
  );
  return { ways, least: Math.min(0, ...ways), most: Math.max(0, ...ways) };
}

/** How far and which way: "2 to the right". @param {Slider} slider @param {number} by */
function wayFor(slider, by) {
  const far = Math.abs(by);
  if (across(slider)) return by > 0 ? t`${far} to the right` : t`${far} to the left`;
  return by > 0 ? t`${far} down` : t`${far} up`;
}

/**
 * A finger's way in the drawing's own units, whichever edge the page is turned to.
 * @param {SVGSVGElement} svg
 * @param {number} x
 * @param {number} y
 */
function inDrawing(svg, x, y) {
  const turn = (-settings.value.turn * Math.PI) / 180;
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(svg.clientWidth / width, svg.clientHeight / height) || 1;
  return { x: (x * Math.cos(turn) - y * Math.sin(turn)) / scale, y: (x * Math.sin(turn) + y * Math.cos(turn)) / scale };
}

/** What lies in the box. @param {{slider: Slider}} props */
function Wood({ slider }) {
  const [w, h] = [slider.w * CELL - 10, slider.h * CELL - 10];
  const grain = across(slider)
    ? [0.3, 0.52, 0.76].map((y) => `M14 ${h * y}C${w * 0.3} ${h * y - 7} ${w * 0.7} ${h * y + 7} ${w - 14} ${h * y}`)
    : [0.28, 0.5, 0.75].map((x) => `M${w * x} 14C${w * x - 7} ${h * 0.3} ${w * x + 7} ${h * 0.7} ${w * x} ${h - 14}`);
  return html`
    <g transform="translate(5 5)">
      <rect y="5" width=${w} height=${h} rx="16" class="pz-shade" />
      <rect width=${w} height=${h} rx="16" class=${slider.marked ? "pz-gold" : "pz-wood"} />
      <path d=${grain.join("")} class="pz-grain" />
      <rect x="3.500" y="3.500" width=${w - 7} height=${h - 7} rx="13" class="pz-bevel" />
      ${
        slider.marked
          ? html`
            <g transform=${`translate(${w / 2} ${h / 2}) scale(2.100)`} class="pz-lamp">
              <path d="M-3-9.500H3L7 3.500H-7zM0 3.500V9M-5 9.500H5" />
              <path d="M0-6C2.500-3 2.500-1 0 1-2.500-1-2.500-3 0-6z" class="pz-flame" />
            </g>
          `
          : html`<text x=${w / 2} y=${h / 2 + 12} text-anchor="middle" class="pz-letter">${slider.id}</text>`
      }
    </g>
  `;
}

/** The box with its opening. @param {{figure: Slide}} props */
function Box({ figure }) {
  const side = figure.size * CELL;
  const cells = Array.from({ length: figure.size * figure.size }, (_, k) => [
    k % figure.size,
    Math.floor(k / figure.size),
  ]);
  return html`
    <g>
      <rect x=${-RIM} y=${-RIM} width=${side + 2 * RIM} height=${side + 2 * RIM} rx="24" class="pz-rim" />
      <rect width=${side} height=${side} rx="6" class="pz-floor" />
      ${cells.map(
        ([x, y]) =>
          html`<rect x=${x * CELL + 8} y=${y * CELL + 8} width=${CELL - 16} height=${CELL - 16} rx="10" class="pz-cell" />`,
      )}
      <g transform=${`translate(${side} ${figure.exit * CELL})`}>
        <rect x="-4" width=${RIM + 6} height=${CELL} class="pz-floor" />
        <path d=${`M${RIM} 4 ${OUTSIDE}-18V${CELL + 18}L${RIM} ${CELL - 4}z`} class="pz-light" />
        <path
          d=${`M${RIM + 10} ${CELL / 2}H${OUTSIDE - 22}M${OUTSIDE - 38} ${CELL / 2 - 15} ${OUTSIDE - 22} ${CELL / 2} ${OUTSIDE - 38} ${CELL / 2 + 15}`}
          class="pz-arrow"
        />
      </g>
    </g>
  `;
}

/** @param {{slider: Slider, ways: number[], onTake: (by: number) => void}} props */
function Goals({ slider, ways, onTake }) {
  return ways.map((by) => {
    const ahead = by > 0 ? (across(slider) ? slider.w : slider.h) - 1 : 0;
    const x = (slider.x + (across(slider) ? by + ahead : 0) + 0.5) * CELL;
    const y = (slider.y + (across(slider) ? 0 : by + ahead) + 0.5) * CELL;
    return html`
      <g
        key=${by}
        class="pz-goal"
        transform=${`translate(${x} ${y})`}
        ...${tappable(`${slider.title}, ${wayFor(slider, by)}`, () => onTake(by), `step-${slider.id}:${by}`)}
      >
        <rect x=${-CELL / 2} y=${-CELL / 2} width=${CELL} height=${CELL} class="pz-touch" />
        <circle r="30" />
        <text y="11" text-anchor="middle">${Math.abs(by)}</text>
      </g>
    `;
  });
}

/** @param {{figure: Slide, turn: number}} props `turn`: counts the steps, so that what was held is let go */
export function SlideFigure({ figure, turn }) {
  /** @type {{current: SVGSVGElement | null}} */
  const svg = useRef(null);
  /** @type {{current: {id: string, x: number, y: number, far: boolean} | null}} */
  const drag = useRef(null);
  const [chosen, choose] = useState("");
  const [held, hold] = useState(/** @type {Held | null} */ (null));
  const letGo = () => {
    drag.current = null;
    hold(null);
  };
  useEffect(() => {
    letGo();
    choose("");
  }, [turn]);
  const hand = puzzleHands();
  const side = figure.size * CELL;

  /** @param {Slider} slider @param {number} by */
  const send = (slider, by) => {
    hold({ id: slider.id, by: by * CELL });
    choose("");
    hand?.take([`${slider.id}:${by}`]).then((given) => given || letGo());
  };
  const down = (/** @type {Slider} */ slider, /** @type {PointerEvent} */ event) => {
    if (!hand || !reach(slider, hand, figure.size).ways.length) return;
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    drag.current = { id: slider.id, x: event.clientX, y: event.clientY, far: false };
  };
  const move = (/** @type {Slider} */ slider, /** @type {PointerEvent} */ event) => {
    const from = drag.current;
    if (!hand || !svg.current || from?.id !== slider.id) return;
    const way = inDrawing(svg.current, event.clientX - from.x, event.clientY - from.y);
    const { least, most } = reach(slider, hand, figure.size);
    const by = Math.min(Math.max(across(slider) ? way.x : way.y, least * CELL), most * CELL);
    if (Math.abs(by) > TAP) from.far = true;
    if (from.far) hold({ id: slider.id, by });
  };
  const up = (/** @type {Slider} */ slider) => {
    const from = drag.current;
    drag.current = null;
    if (!from) return;
    if (!from.far) return choose(chosen === slider.id ? "" : slider.id);
    const by = Math.round((held?.by || 0) / CELL);
    if (by) send(slider, by);
    else letGo();
  };

  const picked = figure.sliders.find((slider) => slider.id === chosen);
  return html`
    <svg
      ref=${svg}
      class="pz-figure"
      viewBox=${`${-RIM} ${-RIM} ${side + RIM + OUTSIDE} ${side + 2 * RIM}`}
      role="group"
      aria-label=${t`The box of blocks`}
    >
      <${Box} figure=${figure} />
      ${figure.sliders.map((slider) => {
        const by = held?.id === slider.id ? held.by : 0;
        const can = hand ? reach(slider, hand, figure.size).ways : [];
        const ways = can.map((way) => wayFor(slider, way));
        const label = ways.length
          ? `${slider.title}, ${ways.reduce((one, other) => t`${one} or ${other}`)}`
          : t`${slider.title}, cannot move`;
        const key = (/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault(); // a space would scroll
          choose(chosen === slider.id ? "" : slider.id);
        };
        const doing = can.length
          ? {
              role: "button",
              tabindex: 0,
              "aria-pressed": chosen === slider.id,
              onKeyDown: key,
              onPointerDown: (/** @type {PointerEvent} */ event) => down(slider, event),
              onPointerMove: (/** @type {PointerEvent} */ event) => move(slider, event),
              onPointerUp: () => up(slider),
              onPointerCancel: letGo,
            }
          : { role: "img" };
        const place = `translate(${slider.x * CELL + (across(slider) ? by : 0)}px,${slider.y * CELL + (across(slider) ? 0 : by)}px)`;
        return html`
          <g
            key=${slider.id}
            class=${`pz-slider ${can.length ? "open" : ""} ${chosen === slider.id ? "on" : ""} ${drag.current?.id === slider.id ? "dragged" : ""}`}
            style=${{ transform: place }}
            data-testid=${`slider-${slider.id}`}
            aria-label=${label}
            ...${doing}
          >
            <${Wood} slider=${slider} />
            <rect x="5" y="5" width=${slider.w * CELL - 10} height=${slider.h * CELL - 10} rx="16" class="pz-ring" />
          </g>
        `;
      })}
      ${
        picked &&
        hand &&
        html`
          <${Goals}
            slider=${picked}
            ways=${reach(picked, hand, figure.size).ways}
            onTake=${(/** @type {number} */ by) => send(picked, by)}
          />
        `
      }
    </svg>
  `;
}
