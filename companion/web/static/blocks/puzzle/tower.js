// Discs on three pegs: a peg is tapped to lift its uppermost disc, another to lay it down.
import { html, useEffect, useState } from "../../core/lib.js";
import { puzzleHands, tappable } from "./steps.js";
import { t } from "../../core/text/i18n.js";

/** @typedef {import("../../types.js").Tower} Tower */

const WIDE = 300; // of the room of one peg
const HIGH = 46; // of a disc
const LIFTED = 62;
const NAMES = [() => t`the left peg`, () => t`the middle peg`, () => t`the right peg`];

/** @param {number} disc @param {number} discs */
const width = (disc, discs) => 92 + ((WIDE - 112) * (disc - 1)) / Math.max(discs - 1, 1);

/** @param {{disc: number, discs: number}} props */
function Disc({ disc, discs }) {
  const w = width(disc, discs);
  return html`
    <g>
      <rect x=${-w / 2} y=${-HIGH + 8} width=${w} height=${HIGH - 4} rx="20" class="pz-shade" />
      <rect
        x=${-w / 2}
        y=${-HIGH + 3}
        width=${w}
        height=${HIGH - 5}
        rx="20"
        class=${disc % 2 ? "pz-wood" : "pz-gold"}
      />
      <rect x=${-w / 2 + 4} y=${-HIGH + 7} width=${w - 8} height=${HIGH - 13} rx="16" class="pz-bevel" />
      <text y=${-HIGH / 2 + 10} text-anchor="middle" class=${disc % 2 ? "pz-letter" : "pz-letter dark"}>${disc}</text>
    </g>
  `;
}

/** @param {{figure: Tower, turn: number}} props */
export function TowerFigure({ figure, turn }) {
  const [from, lift] = useState(-1);
  useEffect(() => lift(-1), [turn]);
  const hand = puzzleHands();
  const floor = figure.discs * HIGH + LIFTED + 30;
  const goes = (/** @type {number} */ peg) => from >= 0 && Boolean(hand?.can(`${from}-${peg}`));
  const liftable = (/** @type {number} */ peg) => figure.pegs.some((_, to) => hand?.can(`${peg}-${to}`));
  const tap = (/** @type {number} */ peg) => {
    if (hand && goes(peg)) {
      hand.take([`${from}-${peg}`]);
      return lift(-1);
    }
    lift(from === peg || !liftable(peg) ? -1 : peg);
  };
  /** @param {number} peg */
  const label = (peg) => {
    const discs = figure.pegs[peg];
    const lying = discs.length ? t`discs ${[...discs].reverse().join(", ")} from the top` : t`empty`;
    return [NAMES[peg](), lying, peg === figure.goal && t`the goal`, goes(peg) && t`lay the disc here`]
      .filter(Boolean)
      .join(", ");
  };
  // each disc keeps its place among the drawn ones, so that it is seen to travel
  const lying = figure.pegs
    .flatMap((discs, peg) => discs.map((disc, k) => ({ disc, peg, k, up: peg === from && k === discs.length - 1 })))
    .sort((a, b) => a.disc - b.disc);
  return html`
    <svg
      class="pz-figure pz-tower"
      viewBox=${`0 0 ${WIDE * figure.pegs.length} ${floor + 78}`}
      role="group"
      aria-label=${t`The tower of discs`}
    >
      ${figure.pegs.map(
        (_, peg) => html`
          <g key=${peg} transform=${`translate(${peg * WIDE + WIDE / 2} ${floor})`}>
            ${
              peg === figure.goal &&
              html`<path d=${`M0 ${-floor + 10} ${WIDE / 2 - 6} 0H${-WIDE / 2 + 6}z`} class="pz-beam" />`
            }
            <rect
              x="-9"
              y=${-figure.discs * HIGH - 22}
              width="18"
              height=${figure.discs * HIGH + 24}
              rx="9"
              class="pz-pole"
            />
          </g>
        `,
      )}
      <rect x="10" y=${floor} width=${WIDE * figure.pegs.length - 20} height="24" rx="12" class="pz-rim" />
      <g transform=${`translate(${figure.goal * WIDE + 44} ${floor + 50}) scale(1.200)`} class="pz-lamp lit">
        <circle r="17" />
        <path d="M-3-9.500H3L7 3.500H-7zM0 3.500V9M-5 9.500H5" />
      </g>
      ${lying.map(
        ({ disc, peg, k, up }) =>
          html`
            <g
              key=${disc}
              class=${`pz-disc ${up ? "on" : ""}`}
              style=${{ transform: `translate(${peg * WIDE + WIDE / 2}px,${up ? HIGH + 6 : floor - k * HIGH}px)` }}
            >
              <${Disc} disc=${disc} discs=${figure.discs} />
            </g>
          `,
      )}
      ${figure.pegs.map(
        (_, peg) => html`
          <g
            key=${`tap${peg}`}
            class=${`pz-room ${goes(peg) ? "near" : ""} ${peg === from ? "on" : ""} ${hand && (liftable(peg) || goes(peg)) ? "open" : ""}`}
            transform=${`translate(${peg * WIDE} 0)`}
            ...${tappable(label(peg), hand && (liftable(peg) || goes(peg)) ? () => tap(peg) : null, `peg-${peg}`)}
          >
            <rect x="6" y="4" width=${WIDE - 12} height=${floor + 68} rx="18" />
          </g>
        `,
      )}
      ${figure.pegs.map(
        (_, peg) =>
          html`
            <text
              key=${`under${peg}`}
              x=${peg * WIDE + WIDE / 2}
              y=${floor + 60}
              text-anchor="middle"
              class="pz-under"
              aria-hidden="true"
            >
              ${peg === figure.goal ? t`all discs here` : goes(peg) ? t`lay it here` : peg === from ? t`lifted` : ""}
            </text>
          `,
      )}
    </svg>
  `;
}
