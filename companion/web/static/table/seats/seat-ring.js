// The drawn table: who sits at which edge, and which edge the screen faces.
import { html, useState } from "../../core/lib.js";
import { unseat } from "../actions.js";
import { edgeOf, moveSeat } from "../../core/input/screen-orientation.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";
import { Badge, lookOf } from "./seats.js";
import { changeSettings, settings } from "../../core/settings.js";
import { snapshot } from "../../core/state.js";

/** @typedef {import("../../types.js").SeatView} Sitting */
/**
 * Where somebody sits round the drawn table, and what faces them.
 * @typedef {{sitting: Sitting, place: number, edge: number, x: number, y: number}} Chair
 */

const MOST_LETTERS = 12; // of a name beside its chair
const [MIDDLE, HEIGHT] = [165, 235]; // of the drawn table
const SIDEWAYS = 120; // between two chairs at a long edge
const ACROSS = 104; // between two at a short one

/** Those at one edge beside each other. @param {readonly Sitting[]} sittings @returns {Chair[]} */
function chairs(sittings) {
  const edges = sittings.map(({ seat }, place) => edgeOf(seat, place));
  return sittings.map((sitting, place) => {
    const edge = edges[place];
    const before = edges.slice(0, place).filter((one) => one === edge).length;
    const off = before - (edges.filter((one) => one === edge).length - 1) / 2;
    if (edge % 180 === 90) return { sitting, place, edge, x: edge === 90 ? 36 : 294, y: HEIGHT + off * SIDEWAYS };
    return { sitting, place, edge, x: MIDDLE + off * ACROSS, y: edge === 0 ? 424 : 46 };
  });
}

/** @param {{chair: Chair, moves: boolean, alone: boolean}} props */
function ChairDrawn({ chair, moves, alone }) {
  const { sitting, place, edge, x, y } = chair;
  const tap = () => (moves ? moveSeat(sitting.seat, place) : changeSettings({ turn: edge, pinned: true }));
  const name = sitting.name.length > MOST_LETTERS ? `${sitting.name.slice(0, MOST_LETTERS - 1)}…` : sitting.name;
  const side =
    edge % 180 === 0
      ? alone
        ? [54, 8, "start"]
        : [0, 62, "middle"]
      : x < MIDDLE
        ? [-34, 58, "start"]
        : [34, 58, "end"]; // a long name grows towards the middle
  return html`
    <g
      class="chair"
      transform=${`translate(${x} ${y})`}
      role="button"
      tabindex="0"
      data-testid=${`chair-${sitting.seat}`}
      data-edge=${edge}
      aria-pressed=${moves ? undefined : settings.value.turn === edge}
      aria-label=${moves ? t`Move ${sitting.name} to the next edge` : t`Turn the screen to ${sitting.name}`}
      onClick=${tap}
      onKeyDown=${(/** @type {KeyboardEvent} */ event) => (event.key === "Enter" || event.key === " ") && tap()}
    >
      <circle r="46" fill="transparent" />
      ${sitting.asked && html`<circle r="42" class="badge-ring" fill="none" stroke-width="4" stroke-dasharray="6 6" />`}
      <path
        d=${lookOf(sitting.seat).path}
        fill=${lookOf(sitting.seat).color}
        stroke="#fff"
        stroke-width="3.5"
        stroke-linejoin="round"
      />
      <text y="10" text-anchor="middle" font-size="28" font-weight="800" class="on-seat">
        ${lookOf(sitting.seat).mark}
      </text>
      <text x=${side[0]} y=${side[1]} text-anchor=${side[2]} font-size="21" font-weight="650" class="ink">${name}</text>
    </g>
  `;
}

/** Seats that a phone answers for: the tablet can take them back. */
function Phones() {
  const claimed = (snapshot.value?.sittings || []).filter((sitting) => sitting.claimed);
  if (!snapshot.value?.join) return null;
  return html`
    <div class="phones">
      ${claimed.map(
        ({ seat, name, joined }) => html`
          <button class="tool" key=${seat} data-testid=${`unseat-${seat}`} onClick=${() => unseat(seat)}>
            <${Badge} seat=${seat} />
            <span>
              ${t`Answer for ${name} here`}
              <small>${joined ? t`its phone is here` : t`its phone is not here now`}</small>
            </span>
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {{moves: boolean, setMoves: (moves: boolean) => void}} props */
function Ways({ moves, setMoves }) {
  const { follows } = settings.value;
  return html`
    <div class="round-ways">
      <button
        class="tool"
        aria-pressed=${follows}
        data-testid="follows"
        onClick=${() => changeSettings({ follows: !follows, pinned: false })}
      >
        <${Icon} name="compass" />
        ${t`Turn to whoever plays`}
      </button>
      <button class="tool" aria-pressed=${moves} data-testid="move-seats" onClick=${() => setMoves(!moves)}>
        <${Icon} name="turn" />
        ${moves ? t`Done` : t`Move the seats`}
      </button>
    </div>
  `;
}

export function Seats() {
  const [moves, setMoves] = useState(false);
  const { sittings, seat } = /** @type {import("../../types.js").Snapshot} */ (snapshot.value);
  const round = chairs(sittings);
  return html`
    <section class="panel seats">
      <h2>${t`Seats`}<small>${moves ? t`tap a seat: it moves to the next edge` : t`tap to turn the screen`}</small></h2>
      <${Phones} />
      <svg viewBox="-12 0 354 500" role="group" aria-label=${t`Seats round the table`}>
        <rect x="75" y="95" width="180" height="280" rx="26" fill="url(#wood)" class="wood-edge" stroke-width="4" />
        <circle cx="165" cy="235" r="118" fill="url(#lamp)" />
        <g transform=${`translate(165 220) rotate(${settings.value.turn})`}>
          <rect x="-44" y="-31" width="88" height="62" rx="9" class="slab" />
          <path d="M0-15 12 4H-12z" class="slab-mark" transform="rotate(180)" />
          <rect x="-14" y="-18" width="28" height="5" rx="2.5" class="slab-mark" />
        </g>
        <g transform="translate(165 325)">
          <rect x="-46" y="-26" width="92" height="52" rx="8" fill="#1c3028" stroke="#6b4a2a" stroke-width="5" />
          <rect x="-27" y="-8" width="14" height="14" rx="3" class="die" />
          <rect x="-5" y="-4" width="14" height="14" rx="3" class="die" transform="rotate(24 2 3)" />
          <rect x="15" y="-9" width="14" height="14" rx="3" class="die" transform="rotate(48 22 -2)" />
        </g>
        ${round.map(
          (chair) =>
            html`
              <${ChairDrawn}
                key=${chair.sitting.seat}
                chair=${chair}
                moves=${moves}
                alone=${round.filter(({ edge }) => edge === chair.edge).length === 1}
              />
            `,
        )}
      </svg>
      ${seat === "table" && html`<${Ways} moves=${moves} setMoves=${setMoves} />`}
    </section>
  `;
}
