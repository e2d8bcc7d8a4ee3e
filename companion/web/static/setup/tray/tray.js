// Where the tray is: four printed markers show it, or four taps.
import { html, useState } from "../../core/lib.js";
import { withHalf } from "../../core/api.js";
import { GoldButton } from "../../prompts/gold-button.js";
import { Icon } from "../../core/icons.js";
import { t } from "../../core/text/i18n.js";
import { HealthAdvice, Lamps, LiveView } from "../live-view.js";
import { nextStepGold } from "../next-step.js";
import { setTrayCorners, page, working } from "../store.js";

/** @typedef {[number, number]} Point */

/** The corners that were tapped so far. @param {readonly Point[]} tapped @returns {(wide: number) => any} */
const dots = (tapped) => (wide) => html`
  ${
    tapped.length > 1 &&
    html`
      <polygon class="live-tray" points=${tapped.map(([x, y]) => `${x},${y}`).join(" ")} stroke-width=${wide / 320} />
    `
  }
  ${tapped.map(
    ([x, y], place) =>
      html`
        <g key=${place} class="live-mark">
          <circle cx=${x} cy=${y} r=${wide / 46} />
          <text x=${x} y=${y} dy=".35em" text-anchor="middle" font-size=${wide / 34}>${place + 1}</text>
        </g>
      `,
  )}
`;

function Print() {
  return html`
    <section class="panel setup-print" data-testid="print">
      <h2>${t`With printed markers`}<small>${t`the surest way`}</small></h2>
      <ol>
        <li>${t`Print the sheet at 100 %, cut, fold, and stick a card into each corner.`}</li>
        <li>${t`Look here: each corner lights up once its marker is seen.`}</li>
      </ol>
      <div class="tools">
        <a class="tool" href=${withHalf("/setup/markers-a4.pdf")} target="_blank" rel="noopener" data-testid="print-a4">
          <${Icon} name="file" />
          ${t`Sheet on A4`}
        </a>
        <a class="tool" href=${withHalf("/setup/markers-letter.pdf")} target="_blank" rel="noopener" data-testid="print-letter">
          <${Icon} name="file" />
          ${t`on Letter`}
        </a>
      </div>
    </section>
  `;
}

/** @param {{tap: () => void}} props */
function ByTaps({ tap }) {
  const eye = page.value?.eye;
  return html`
    <section class="panel setup-print">
      <h2>${t`Or with four taps`}<small>${eye?.tapped ? t`this is used now` : t`until the camera is moved`}</small></h2>
      <div class="tools">
        <button class="tool" data-testid="tap-corners" onClick=${tap}>
          <${Icon} name="hand" />
          ${eye?.tapped ? t`Tap them anew` : t`Tap the four corners`}
        </button>
        ${
          eye?.tapped &&
          html`
            <button
              class="tool"
              disabled=${working.value}
              data-testid="use-markers"
              onClick=${() => setTrayCorners([])}
            >
              ${t`Use the markers`}
            </button>
          `
        }
      </div>
    </section>
  `;
}

/** @param {{tapped: Point[], setTapped: (points: Point[] | null) => void}} props */
function Tapping({ tapped, setTapped }) {
  const save = async () => {
    if (await setTrayCorners(tapped)) setTapped(null);
  };
  /** @type {import("../../prompts/gold-button.js").Gold} */
  const gold =
    tapped.length < 4
      ? {
          text: t`Tap corner ${tapped.length + 1} of 4`,
          small: t`on the picture, where the floor of the tray ends`,
          still: true,
        }
      : {
          text: t`This is the tray`,
          small: t`the camera begins anew`,
          icon: "check",
          testid: "corners-save",
          act: save,
        };
  return html`
    <${LiveView}
      over=${dots(tapped)}
      onTap=${(/** @type {Point} */ point) => {
        if (tapped.length < 4) setTapped([...tapped, point]);
      }}
    />
    <footer class="setup-foot">
      <button class="btn small" onClick=${() => setTapped(tapped.length ? [] : null)}>
        <${Icon} name="undo" />
        <span>${tapped.length ? t`Start again` : t`Back`}</span>
      </button>
      <${GoldButton} gold=${gold} />
    </footer>
  `;
}

export function TrayStep() {
  const [tapped, setTapped] = useState(/** @type {Point[] | null} */ (null));
  const eye = page.value?.eye;
  if (!eye) return null;
  if (!eye.source && eye.by === "page")
    return html`
      <p class="said info">
        ${
          eye.way
            ? t`Without a camera there is nothing to do here. Markers help photographs too: they tell where the tray ends.`
            : t`First choose which camera looks at the tray.`
        }
      </p>
      <${Print} />
      <footer class="setup-foot">
        <${GoldButton}
          gold=${
            eye.way
              ? nextStepGold("tray", t`not needed`)
              : {
                  text: t`Choose the camera`,
                  icon: "camera",
                  testid: "onwards",
                  act: () => {
                    location.hash = "#camera";
                  },
                }
          }
        />
      </footer>
    `;
  if (tapped) return html`<${Tapping} tapped=${tapped} setTapped=${setTapped} />`;
  const found = eye.tapped || eye.health?.tray.length === 4;
  return html`
    <div class="setup-two">
      <div class="setup-seen">
        <${LiveView} />
        <${HealthAdvice} well=${found ? t`The tray is found.` : t`The picture is good. No marker is in sight yet.`} />
        <section class=${`panel setup-lamps ${found ? "good" : ""}`}>
          <${Lamps} health=${eye.health} />
          <b role="status">${eye.tapped ? t`Its corners were tapped` : t`${eye.health?.markers || 0} of 4 markers`}</b>
        </section>
      </div>
      <div class="setup-told"><${Print} /><${ByTaps} tap=${() => setTapped([])} /></div>
    </div>
    <footer class="setup-foot"><${GoldButton} gold=${nextStepGold("tray", t`the tray is found`)} /></footer>
  `;
}
