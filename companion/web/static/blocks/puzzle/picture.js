// A picture in pieces: one is tapped, then a neighbour it changes places with.
import { html, useEffect, useState } from "../../core/lib.js";
import { withHalf } from "../../core/api.js";
import { puzzleHands } from "./steps.js";
import { t } from "../../core/text/i18n.js";

const STARS =
  "M40 40l4 9 9 4-9 4-4 9-4-9-9-4 9-4zM130 24l3 7 7 3-7 3-3 7-3-7-7-3 7-3z" +
  "M232 44l3 6 6 3-6 3-3 6-3-6-6-3 6-3zM446 150l3 7 7 3-7 3-3 7-3-7-7-3 7-3zM92 104l2 5 5 2-5 2-2 5-2-5-5-2 5-2z";

/** @typedef {import("../../types.js").Swap} Swap */

const CELL = 120;

/**
 * A night of our own, for pieces that bring no picture: every piece of it differs.
 * @param {{w: number, h: number}} props
 */
function Night({ w, h }) {
  return html`
    <svg width=${w} height=${h} viewBox="0 0 480 360" preserveAspectRatio="xMidYMid slice">
      <rect width="480" height="360" fill="#16233a" />
      <path d="M0 0H480V150Q240 60 0 190z" fill="#1f3350" />
      <path d="M0 70Q160 20 480 96V130Q200 64 0 120z" fill="#2a4266" />
      <circle cx="366" cy="72" r="44" fill="#f2e3b6" />
      <circle cx="350" cy="62" r="9" fill="#d9c48e" />
      <circle cx="382" cy="86" r="13" fill="#d9c48e" />
      <circle cx="366" cy="72" r="70" fill="#f2e3b6" opacity=".13" />
      <path
        d=${STARS}
        fill="#fff3cf"
      />
      <path d="M0 236Q120 186 250 226T480 206V360H0z" fill="#25422f" />
      <path d="M0 276Q150 236 300 270T480 256V360H0z" fill="#1b3325" />
      <path
        d="M214 360C236 318 214 292 190 258 182 246 200 232 214 226L232 226C222 238 216 248 226 262 254 296 282 320 276 360z"
        fill="#b48a52"
      />
      <path d="M168 228V130L232 86 296 130V228z" fill="#4b2f2a" />
      <path d="M154 138 232 80 310 138" fill="none" stroke="#8f5f3e" stroke-width="13" stroke-linejoin="round" />
      <path d="M296 228V104H336V228zM288 110 316 62 344 110z" fill="#3a2523" />
      <path d="M282 112 316 56 350 112" fill="none" stroke="#7c5038" stroke-width="8" stroke-linejoin="round" />
      <rect x="186" y="146" width="30" height="38" rx="15" fill="#ffcf70" />
      <rect x="248" y="146" width="30" height="38" rx="15" fill="#ffcf70" />
      <path d="M201 146V184M186 166H216M263 146V184M248 166H278" stroke="#4b2f2a" stroke-width="4" />
      <rect x="307" y="128" width="18" height="26" rx="9" fill="#ff9d5c" />
      <path d="M218 228V202Q232 188 246 202V228z" fill="#1c1211" />
      <path
        d="M66 284C74 214 44 196 70 122M70 204C92 190 98 170 106 154M68 236C46 222 42 206 32 190M72 160C58 150 54 136 50 124"
        fill="none"
        stroke="#120d0b"
        stroke-width="10"
        stroke-linecap="round"
      />
      <circle cx="108" cy="148" r="8" fill="#120d0b" />
      <path d="M100 150Q86 142 78 150 88 148 96 154zM116 150Q130 142 138 150 128 148 120 154z" fill="#120d0b" />
      <path d="M372 300h70v42h-70zM384 300v-20q23-22 46 0v20z" fill="#6d7780" />
      <path d="M388 292h38M407 282v34" stroke="#3d464d" stroke-width="6" />
      <path d="M338 330h24v22h-24zM342 330v-14q8-8 16 0v14z" fill="#59636b" />
      <path
        d="M24 318q16-20 32 0t32 0 32 0 32 0"
        fill="none"
        stroke="#4f7a9a"
        stroke-width="7"
        stroke-linecap="round"
      />
      <path
        d="M14 340q16-20 32 0t32 0 32 0 32 0"
        fill="none"
        stroke="#3d6482"
        stroke-width="7"
        stroke-linecap="round"
      />
    </svg>
  `;
}

/**
 * How wide a kept picture is to its height; null until it is there, and for good where it cannot be shown.
 * @param {string} href
 */
function useShape(href) {
  const [shape, setShape] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    if (!href) return;
    const image = new Image();
    image.onload = () => setShape(image.naturalWidth / Math.max(image.naturalHeight, 1));
    image.src = href;
  }, [href]);
  return shape;
}

/** @param {number} piece @param {number} place @param {number} columns */
const wordsOf = (piece, place, columns) =>
  t`piece ${piece + 1}, row ${Math.floor(place / columns) + 1}, place ${(place % columns) + 1}`;

/**
 * One piece of the whole, cut out of it.
 * @param {{figure: Swap, piece: number, href: string, w: number, h: number}} props
 */
function Part({ figure, piece, href, w, h }) {
  const [x, y] = [(piece % figure.columns) * w, Math.floor(piece / figure.columns) * h];
  const [wide, high] = [figure.columns * w, figure.rows * h];
  return html`
    <svg viewBox=${`${x} ${y} ${w} ${h}`} preserveAspectRatio="none" aria-hidden="true">
      ${
        href
          ? html`<image href=${href} width=${wide} height=${high} preserveAspectRatio="none" />`
          : html`<${Night} w=${wide} h=${high} />`
      }
    </svg>
  `;
}

const SWAP = html`
  <svg class="pz-swap" viewBox="-24 -24 48 48" aria-hidden="true">
    <circle r="21" />
    <path d="M-11-4H9M4-9.500 9.500-4M11 5H-9M-4 10.500-9.500 5" />
  </svg>
`;

/** @param {{figure: Swap, turn: number}} props */
export function PictureFigure({ figure, turn }) {
  const [chosen, choose] = useState(-1);
  useEffect(() => choose(-1), [turn]);
  const kept = figure.picture ? withHalf(`/pictures/${figure.picture}`) : "";
  const shape = useShape(kept);
  const hand = puzzleHands();
  const { columns, rows } = figure;
  const h = shape ? (CELL * columns) / shape / rows : CELL * 0.9;
  const step = (/** @type {number} */ a, /** @type {number} */ b) => `${Math.min(a, b)}-${Math.max(a, b)}`;
  const near = (/** @type {number} */ place) => chosen >= 0 && Boolean(hand?.can(step(chosen, place)));
  const tap = (/** @type {number} */ place) => {
    if (hand && near(place)) {
      hand.take([step(chosen, place)]);
      return choose(-1);
    }
    choose(chosen === place ? -1 : place);
  };
  // a piece keeps its place among the drawn ones, so that it is seen to travel
  const order = [...figure.pieces].sort((a, b) => a - b);
  return html`
    <div
      class="pz-picture"
      role="group"
      aria-label=${t`The picture in pieces`}
      style=${{ "--ratio": String((CELL * columns) / (h * rows)) }}
    >
      <div class="pz-frame">
        ${order.map((piece) => {
          const place = figure.pieces.indexOf(piece);
          const at = {
            width: `${100 / columns}%`,
            height: `${100 / rows}%`,
            transform: `translate(${(place % columns) * 100}%, ${Math.floor(place / columns) * 100}%)`,
          };
          const state = place === chosen ? "on" : near(place) ? "near" : "";
          const name = wordsOf(piece, place, columns);
          const label = state === "near" ? t`${name}: swap with the chosen one` : name;
          return html`
            <button
              key=${piece}
              class=${`pz-piece ${state}`}
              style=${at}
              aria-label=${label}
              aria-pressed=${place === chosen}
              disabled=${!hand}
              data-testid=${`place-${place}`}
              onClick=${() => tap(place)}
            >
              <${Part} figure=${figure} piece=${piece} href=${shape ? kept : ""} w=${CELL} h=${h} />
              ${!shape && html`<span class="pz-number">${piece + 1}</span>`}
              ${state === "near" && SWAP}
            </button>
          `;
        })}
      </div>
    </div>
  `;
}
