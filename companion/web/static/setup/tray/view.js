// The tray as the camera sees it now: for setting it up, and for the question why something was not read.
import { html } from "../../core/lib.js";
import { Corners } from "./corners.js";
import { refusal } from "../../core/snapshot-feed.js";
import { useFrames } from "../camera-frames.js";
import { Icon } from "../../core/icons.js";
import { richText } from "../../core/text/rich-text.js";
import { t } from "../../core/text/i18n.js";
import { Scene, objectLabel, objectTone } from "./scene.js";
import { silentSeconds, snapshot } from "../../core/state.js";
import { Face } from "../../art/faces.js";
import { requestedWord } from "../../core/labels.js";
import { objectsOf } from "../../core/prompt-fields.js";

/** @typedef {import("../../types.js").Snapshot} Snapshot */
/** @typedef {import("../../types.js").ReaderSummary} Sense */

/** The camera as it tells of itself. @param {Snapshot} snap @returns {Sense | undefined} */
const cameraOf = (snap) =>
  snap.senses.find((sense) => sense.sees || sense.advice.length) ||
  snap.senses.find((sense) => sense.reader.startsWith("cam"));

/** One thing that must be so, with a word and a shape. @param {{good: boolean, words: string}} props */
const Check = ({ good, words }) =>
  html`<li class=${good ? "good" : "warn"}><${Icon} name=${good ? "check" : "cross"} /><span>${words}</span></li>`;

/** @param {{snap: Snapshot}} props */
function Sight({ snap }) {
  const camera = cameraOf(snap);
  if (!camera)
    return html`
      <section class="panel" data-testid="no-camera">
        <h2>${t`The camera`}</h2>
        <p>${t`No camera is there. Everything can be given by hand.`}</p>
      </section>
    `;
  return html`
    <section class="panel sight-panel" data-testid="sight-now">
      <h2>${t`The camera`}<small>${camera.words}</small></h2>
      <ul class="checks">
        <${Check}
          good=${camera.state === "ready"}
          words=${camera.state === "ready" ? t`It is running` : t`It is not running`}
        />
        ${camera.sees && html`<${Check} good=${!camera.advice.length} words=${camera.sees} />`}
        ${camera.advice.map((sentence) => html`<${Check} key=${sentence} good=${false} words=${sentence} />`)}
      </ul>
    </section>
  `;
}

/** What is asked for, so that one sees what should lie there. @param {{snap: Snapshot}} props */
function Expected({ snap }) {
  const asked = snap.asked.filter(({ prompt, source }) => objectsOf(prompt).length && source === "scan");
  return html`
    <section class="panel" data-testid="expected">
      <h2>${t`Looked for now`}</h2>
      ${
        asked.length
          ? html`
            <ul class="checks">
              ${asked.map(
                ({ prompt, name }) =>
                  html`<li key=${prompt.id}><${Icon} name="dice" /><span>${name}: ${requestedWord(prompt)}</span></li>`,
              )}
            </ul>
          `
          : html`<p class="muted">${t`Nothing. What is thrown now is a free roll.`}</p>`
      }
    </section>
  `;
}

/**
 * What the last reading was, thing by thing, and why it was not taken where it was not.
 * @param {{snap: Snapshot}} props
 */
function Reading({ snap }) {
  const { tray, doubt } = snap;
  const objects = doubt?.objects.length ? doubt.objects : tray?.objects || [];
  return html`
    <section class="panel" data-testid="last-reading">
      <h2>
        ${t`The last reading`}
        <small>${tray && !doubt ? (tray.taken ? t`it counted` : t`a free roll`) : ""}</small>
      </h2>
      ${doubt && html`<p class="said why" data-testid="why-not">${doubt.why}</p>`}
      ${!objects.length && html`<p class="muted">${t`Nothing was read yet.`}</p>`}
      <ul class="seen-list">
        ${objects.map(
          (seen, k) =>
            html`
              <li class=${`read-thing tone-${objectTone(seen)}`} key=${k}>
                <${Face} kind=${seen.kind} value=${seen.value} />
                <span>${k + 1}<b>${objectLabel(seen)}</b></span>
              </li>
            `,
        )}
      </ul>
    </section>
  `;
}

/** What the camera sees now; where hidden things lie, nobody is shown them here. @param {{snap: Snapshot}} props */
function Picture({ snap }) {
  const frame = useFrames();
  if (frame === null)
    return html`
      <div class="tray-now hidden" data-testid="hidden">
        <${Icon} name="eye" />
        <p>${t`Hidden now: something may lie there that is not for every eye.`}</p>
      </div>
    `;
  return html`
    <figure class="tray-now">
      ${
        frame
          ? html`<img src=${frame} alt=${t`The camera’s picture of the tray`} data-testid="frame" />`
          : html`<p class="muted">${t`The camera has sent no picture yet.`}</p>`
      }
      <figcaption>${t`Now`}</figcaption>
    </figure>
    ${
      snap.tray?.picture &&
      html`
        <figure class="tray-now">
          <${Scene}
            key=${snap.tray.reading}
            picture=${snap.tray.picture}
            objects=${snap.tray.objects}
            words=${t`The tray: ${snap.tray.words}`}
          />
          <figcaption>${t`As it was read`}</figcaption>
        </figure>
      `
    }
  `;
}

export function TrayView() {
  const snap = snapshot.value;
  if (!snap)
    return html`
      <div class="app">
        <main class="lighting">
          <${Icon} name="lamp" />
          <p role="status">${refusal.value || t`The lamp is being lit…`}</p>
        </main>
      </div>
    `;
  return html`
    <div class=${`app tray-page ${silentSeconds.value ? "stale" : ""}`} data-testid="tray-page">
      <header class="bar">
        <a
          class="ico up"
          href=${`/t/${encodeURIComponent(snap.table)}`}
          aria-label=${t`Back to the table`}
          data-testid="up"
        >
          <${Icon} name="next" />
        </a>
        <div class="title">
          <h1>${t`The tray`}</h1>
          <span class="sub">${t`what the camera sees, and what it makes of it`}</span>
        </div>
        ${
          silentSeconds.value > 0 &&
          html`
            <p class="chip bad" role="status">
              <i class="dot"></i>
              <span>${t`Table not heard for ${silentSeconds.value} s`}</span>
            </p>
          `
        }
      </header>
      <section class="now-line" aria-label=${t`Now`}>
        <${Icon} name="lamp" />
        <p data-testid="now">${richText(snap.over || snap.now)}</p>
      </section>
      <main class="tray-body">
        <div class="tray-pictures"><${Picture} snap=${snap} /></div>
        <div class="tray-facts">
          <${Sight} snap=${snap} />
          <${Expected} snap=${snap} />
          <${Reading} snap=${snap} />
          ${snap.seat === "table" && html`<${Corners} />`}
        </div>
      </main>
    </div>
  `;
}
