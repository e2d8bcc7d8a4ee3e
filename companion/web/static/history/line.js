// One line of the log: who, what, by which way it came, and what can be done about it.
import { html, signal } from "../core/lib.js";
import { undoTo } from "../table/actions.js";
import { Face } from "../art/faces.js";
import { AmendPanel } from "./amend.js";
import { showPast } from "./past-view.js";
import { HeldTool } from "./hold-button.js";
import { Icon } from "../core/icons.js";
import { plainText, richText } from "../core/text/rich-text.js";
import { t } from "../core/text/i18n.js";
import { Badge } from "../table/seats/seats.js";
import { message, newestSeen, snapshot } from "../core/state.js";
import { faceWord, joinNames, sourceWord } from "../core/labels.js";

/** @typedef {import("../types").LogLineView} Line */
/** @typedef {import("../vendor/signals.js").Signal<number>} Signal */

/** A shape for each way an answer comes; the word stands beside it. @type {Record<string, string>} */
const ICONS = { camera: "camera", serial: "reader", hand: "hand", virtual: "spark", rules: "rules" };
/** @type {Record<string, string>} */
const KINDS = { undo: "undo", correction: "pen", choice: "hand" };

/** The line whose further deeds are shown, 0 = none. */
const opened = signal(0);
/** The place of the thing that was tapped in the line that is mended, -1 = none. */
const tapped = signal(-1);

/**
 * The faces of a throw; a tap says that one was another.
 * @param {{line: Line, onTap: (place: number) => void}} props
 */
function Faces({ line, onTap }) {
  const mends = line.amend !== null;
  const drawn = (/** @type {string} */ value) =>
    html`<${Face} kind=${line.object} value=${value} /><span>${faceWord(value)}</span>`;
  return html`
    <span class="line-faces">
      ${
        line.was.length > 0 &&
        html`
          <span class="line-was">
            <span class="sr">${t`before:`}</span>
            ${line.was.map((value, k) => html`<span class="line-face" key=${k}>${drawn(value)}</span>`)}
          </span>
          <span class="line-arrow" aria-hidden="true">→</span>
        `
      }
      ${line.values.map((value, k) =>
        mends
          ? html`
            <button
              class=${`line-face ${line.unsure.includes(k) ? "unsure" : ""}`}
              key=${k}
              data-testid=${`die-${line.seq}-${k}`}
              aria-label=${t`${faceWord(value)}: was it another?`}
              onClick=${() => onTap(k)}
            >
              ${drawn(value)}
              ${line.unsure.includes(k) && html`<small>${t`not sure`}</small>`}
            </button>
          `
          : html`<span class="line-face" key=${k}>${drawn(value)}</span>`,
      )}
    </span>
  `;
}

/** What a line says. @param {{line: Line}} props */
function Words({ line }) {
  const isTap = line.kind === "choice";
  const was = line.was.length > 0;
  return html`
    <p>
      ${richText(line.text)}
      ${isTap && html` <b>→ ${line.chosen.length ? richText(joinNames([...line.chosen])) : t`nothing`}</b>`}
      ${was && html`<small class="line-mended"><${Icon} name="pen" />${t`corrected`}</small>`}
    </p>
  `;
}

/** The name of the seat alone, where its things are drawn beside. @param {Line} line */
const nameOf = (line) => snapshot.value?.sittings.find(({ seat }) => seat === line.seat)?.name || "";

/** @param {{line: Line, amending: Signal}} props */
export function LogLine({ line, amending }) {
  const mends = line.amend !== null;
  const isMended = mends && line.amend === amending.value;
  const isOpen = opened.value === line.seq;
  const known = newestSeen.value;
  const mend = (/** @type {number} */ place) => {
    message.value = null;
    tapped.value = place;
    amending.value = isMended && place < 0 ? 0 : Number(line.amend);
  };
  const drawn = line.object !== "" && line.values.length > 0;
  return html`
    <li class=${`line ${line.kind} ${isMended ? "open" : ""}`} data-testid="line" data-seq=${line.seq}>
      <div class="line-row">
        ${
          line.seat
            ? html`<${Badge} seat=${line.seat} />`
            : html`<span class="line-icon"><${Icon} name=${KINDS[line.kind] || ICONS[line.source] || "rules"} /></span>`
        }
        ${
          drawn && line.kind === "answer"
            ? html`<p class="line-who"><b>${nameOf(line)}</b><span class="sr">${richText(line.text)}</span></p>`
            : html`<${Words} line=${line} />`
        }
        ${drawn && html`<${Faces} line=${line} onTap=${mend} />`}
        ${
          line.kind === "answer" &&
          html`
            <span class="line-source">
              <${Icon} name=${ICONS[line.source]} />
              ${line.sent || sourceWord(line.source)}
              ${line.was.length > 0 && html`<small class="line-mended"><${Icon} name="pen" />${t`corrected`}</small>`}
            </span>
          `
        }
        <span class="line-tools">
          ${
            mends &&
            line.kind === "answer" &&
            html`
              <button
                class="tool"
                aria-expanded=${isMended}
                data-testid=${`amend-${line.amend}`}
                onClick=${() => mend(-1)}
              >
                ${t`Wrong?`}
              </button>
            `
          }
          <button
            class="ico"
            aria-expanded=${isOpen}
            aria-label=${t`More about: ${plainText(line.text)}`}
            data-testid=${`line-${line.seq}`}
            onClick=${() => {
              opened.value = isOpen ? 0 : line.seq;
            }}
          >
            <${Icon} name="more" />
          </button>
        </span>
      </div>
      ${
        isOpen &&
        html`
          <div class="tools line-deeds">
            ${
              mends &&
              line.kind !== "answer" &&
              html`
                <button
                  class="tool"
                  aria-expanded=${isMended}
                  data-testid=${`amend-${line.amend}`}
                  onClick=${() => mend(-1)}
                >
                  <${Icon} name="pen" />
                  ${t`I meant something else`}
                </button>
              `
            }
            <button class="tool" data-testid=${`look-${line.seq}`} onClick=${() => showPast(line.at || line.seq)}>
              <${Icon} name="clock" />
              ${t`Show the table then`}
            </button>
            ${
              line.undo !== null &&
              html`
                <${HeldTool}
                  icon="undo"
                  text=${t`Undo back to before this`}
                  small=${t`hold`}
                  testid=${`undo-${line.seq}`}
                  act=${() => undoTo(Number(line.undo), known)}
                />
              `
            }
          </div>
        `
      }
      ${isMended && html`<${AmendPanel} key=${line.amend} seq=${Number(line.amend)} start=${tapped.value} />`}
    </li>
  `;
}
