// The tray as it last came to rest: its picture, or the things drawn where they lie.
import { html } from "../../core/lib.js";
import { Face } from "../../art/faces.js";
import { drawer } from "../../core/state.js";
import { amending } from "../../prompts/amendment.js";
import { t } from "../../core/text/i18n.js";
import { BoxedObject, Scene, objectLabel, objectTone } from "../../setup/tray/scene.js";
import { faceWord } from "../../core/labels.js";

/** @typedef {import("../../types.js").TrayView} TrayView */

const SIDE = 112; // of a thing in a tray that is drawn, in the drawing's units
const WIDE = 152; // of its place
const HIGH = 172;
const MOST_IN_ROW = 5;
const RIM = 24; // free at both sides

/**
 * Where a thing lies in a drawn tray: in rows, each in the middle.
 * @param {number} count
 * @param {number} k
 * @returns {[number, number, number, number]}
 */
function inRow(count, k) {
  const row = Math.floor(k / MOST_IN_ROW);
  const columns = Math.min(count, MOST_IN_ROW);
  const here = Math.min(columns, count - row * MOST_IN_ROW);
  const x = ((columns - here) / 2 + (k % MOST_IN_ROW) + 0.5) * WIDE;
  return [x - SIDE / 2, row * HIGH + 44, SIDE, SIDE];
}

/** A dark tray with the things drawn in it. @param {{tray: TrayView | null, waits: string}} props */
function Drawn({ tray, waits }) {
  const objects = tray ? tray.objects : [];
  const wide = Math.max(2.4, Math.min(objects.length, MOST_IN_ROW)) * WIDE + 2 * RIM;
  const left = (wide - Math.max(1, Math.min(objects.length, MOST_IN_ROW)) * WIDE) / 2;
  const high = Math.max(1, Math.ceil(objects.length / MOST_IN_ROW)) * HIGH + 12;
  return html`
    <svg
      viewBox=${`${-left} 0 ${wide} ${high}`}
      preserveAspectRatio="xMidYMid meet"
      role="img"
      aria-label=${tray ? tray.words : waits}
    >
      ${objects.map(
        (seen, k) =>
          html`<${BoxedObject} key=${k} seen=${seen} box=${inRow(objects.length, k)} scale=${1} drawn=${true} />`,
      )}
      ${
        !objects.length &&
        html`<text x=${WIDE / 2} y=${high / 2} text-anchor="middle" font-size="17" class="tray-waits">${waits}</text>`
      }
    </svg>
  `;
}

/** Who read it, by how its name begins. @type {[string, () => string][]} */
const FROM = [
  ["vision", () => t`Tray`],
  ["bridge", () => t`Reader`],
  ["virtual", () => t`By the app`],
  ["upload", () => t`Photo`],
];

/** @param {string} source */
const from = (source) => FROM.find(([start]) => source.startsWith(start))?.[1]() || source;

/** The faces as buttons: a wrong one takes two taps. @param {{tray: TrayView, seq: number}} props */
function Faces({ tray, seq }) {
  const mend = () => {
    amending.value = seq;
    drawer.value = "log";
  };
  return html`
    <div class="faces" role="group" aria-label=${t`Faces read; tap one to correct it`}>
      ${tray.objects.map(
        (seen, k) => html`
          <button
            class=${`face tone-${objectTone(seen)}`}
            key=${k}
            disabled=${!seq}
            onClick=${mend}
            aria-label=${t`${objectLabel(seen)}; tap to correct`}
          >
            <${Face} kind=${seen.kind} value=${seen.value} />
            ${seen.value ? faceWord(seen.value) : "?"}
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {{tray: TrayView | null, waits: string, seq: number, faces?: boolean}} props */
export function TrayPanel({ tray, waits, seq, faces = true }) {
  return html`
    <section class="tray-block" data-testid="tray">
      <div class=${`panel tray ${tray?.picture ? "" : "drawn"}`}>
        ${
          tray && tray.picture
            ? html`
              <${Scene}
                key=${tray.reading}
                picture=${tray.picture}
                objects=${tray.objects}
                words=${t`The tray: ${tray.words}`}
              />
            `
            : html`<${Drawn} tray=${tray} waits=${waits} />`
        }
        <span class="live">
          <i></i>
          ${
            tray
              ? `${from(tray.source)} · ${tray.agrees ? t`both readers agree` : tray.taken ? t`taken` : t`free roll`}`
              : t`Tray`
          }
        </span>
        ${tray && tray.unread > 0 && html`<span class="ask">${t`${tray.unread} not read`}</span>`}
      </div>
      ${faces && tray && tray.taken && tray.objects.length > 0 && html`<${Faces} tray=${tray} seq=${seq} />`}
    </section>
  `;
}
