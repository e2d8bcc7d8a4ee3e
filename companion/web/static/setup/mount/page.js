// Build your table: where the camera may hang, worked out as one tells what is there.
import { html, render, useEffect, useState } from "../../core/lib.js";
import {
  CAMERAS,
  startOutlook,
  outlook,
  chooseCamera,
  changeInputs,
  describeLens,
  toggleKind,
  mountInputs,
  trouble,
  markUnreadable,
} from "./store.js";
import { InPicture, SideView } from "./drawing.js";
import { Paints } from "../../art/faces.js";
import { Icon } from "../../core/icons.js";
import { locale, t } from "../../core/text/i18n.js";

/** @typedef {import("../../types.js").Outlook} Outlook */
/** @typedef {import("./store.js").Way} Way */

const typed = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
/** What a hand has typed, with a comma as people write it; none while it is no number. @param {string} text */
const read = (text) => (/^\d{1,4}([.,]\d{0,2})?$/.test(text.trim()) ? Number(text.replace(",", ".")) : null);

/** @param {{label: string, value: number, set: (value: number) => void, testid: string}} props */
function Figure({ label, value, set, testid }) {
  const [text, setText] = useState(/** @type {string | null} */ (null)); // as it is being typed
  const why = text !== null && read(text) === null ? t`${label}: tell a number, such as ${value}.` : "";
  useEffect(() => setText(null), [value]);
  useEffect(() => {
    markUnreadable(testid, why);
    return () => markUnreadable(testid, "");
  }, [why]);
  const take = (/** @type {string} */ told) => {
    const found = read(told);
    setText(told);
    if (found !== null) set(found);
  };
  return html`
    <label class="field build-figure">
      ${label}
      <input
        type="text"
        inputmode="decimal"
        maxlength="7"
        autocomplete="off"
        aria-invalid=${why !== ""}
        data-testid=${testid}
        value=${text ?? value}
        onInput=${(/** @type {Event} */ event) => take(typed(event))}
      />
    </label>
  `;
}

/** @param {{on: boolean, title: string, note?: string, act: () => void, testid: string}} props */
const Choice = ({ on, title, note = "", act, testid }) =>
  html`
    <button class=${`option ${on ? "on" : ""}`} type="button" aria-pressed=${on} data-testid=${testid} onClick=${act}>
      <span>${title}${note && html`<small>${note}</small>`}</span>
    </button>
  `;

function Cameras() {
  const { camera } = mountInputs.value;
  return html`
    <section class="panel">
      <h2>${t`The camera`}</h2>
      <div class="build-choices" role="group" aria-label=${t`The camera`}>
        ${CAMERAS.map(
          (one) =>
            html`
              <${Choice}
                key=${one.id}
                on=${camera === one.id}
                title=${one.title()}
                note=${one.note()}
                act=${() => chooseCamera(one)}
                testid=${`camera-${one.id}`}
              />
            `,
        )}
        <${Choice}
          on=${camera === "own"}
          title=${t`Another one`}
          note=${t`tell how wide it sees`}
          act=${() => describeLens("across")}
          testid="camera-own"
        />
      </div>
      ${camera === "own" && html`<${OwnLens} />`}
      <${Pixels} />
    </section>
  `;
}

/** @type {readonly [Way, () => string][]} */
const WAYS = [
  ["across", () => t`Degrees across`],
  ["corner", () => t`Degrees corner to corner`],
  ["glass", () => t`Lens and sensor`],
  ["ruler", () => t`I hold a ruler below it`],
];

function OwnLens() {
  const { way, one, other } = mountInputs.value;
  const set = (/** @type {number} */ value) => changeInputs({ one: value, height: 0 }),
    setOther = (/** @type {number} */ value) => changeInputs({ other: value, height: 0 });
  return html`
    <div class="build-own">
      <div class="build-choices" role="group" aria-label=${t`How wide it sees`}>
        ${WAYS.map(
          ([id, title]) =>
            html`
              <${Choice}
                key=${id}
                on=${way === id}
                title=${title()}
                act=${() => describeLens(id)}
                testid=${`way-${id}`}
              />
            `,
        )}
      </div>
      ${
        (way === "across" || way === "corner") &&
        html`<${Figure} label=${t`Degrees`} value=${one} set=${set} testid="one" />`
      }
      ${
        way === "glass" &&
        html`
          <div class="build-two">
            <${Figure} label=${t`Focal length, mm`} value=${one} set=${set} testid="one" />
            <${Figure} label=${t`Sensor's width, mm`} value=${other} set=${setOther} testid="other" />
          </div>
        `
      }
      ${
        way === "ruler" &&
        html`
          <div class="build-two">
            <${Figure} label=${t`Ruler in sight, mm`} value=${one} set=${set} testid="one" />
            <${Figure} label=${t`From how far, mm`} value=${other} set=${setOther} testid="other" />
          </div>
        `
      }
    </div>
  `;
}

function Pixels() {
  const [wide, tall] = mountInputs.value.picture;
  return html`
    <div class="build-two">
      <${Figure}
        label=${t`Picture, px across`}
        value=${wide}
        set=${(/** @type {number} */ value) => changeInputs({ picture: [value, tall], height: 0 })}
        testid="wide"
      />
      <${Figure}
        label=${t`and px down`}
        value=${tall}
        set=${(/** @type {number} */ value) => changeInputs({ picture: [wide, value], height: 0 })}
        testid="tall"
      />
    </div>
  `;
}

function TrayPanel() {
  const {
    tray: [long, short],
    marked,
  } = mountInputs.value;
  return html`
    <section class="panel">
      <h2>${t`The tray`}<small>${t`measured inside`}</small></h2>
      <div class="build-two">
        <${Figure}
          label=${t`Length, mm`}
          value=${long}
          set=${(/** @type {number} */ value) => changeInputs({ tray: [value, short], height: 0 })}
          testid="long"
        />
        <${Figure}
          label=${t`Width, mm`}
          value=${short}
          set=${(/** @type {number} */ value) => changeInputs({ tray: [long, value], height: 0 })}
          testid="short"
        />
      </div>
      <div class="build-choices two">
        <${Choice}
          on=${marked}
          title=${t`Printed markers`}
          note=${t`it finds the tray by itself`}
          act=${() => changeInputs({ marked: true, height: 0 })}
          testid="marked"
        />
        <${Choice}
          on=${!marked}
          title=${t`Four taps`}
          note=${t`on the tray's corners, once`}
          act=${() => changeInputs({ marked: false, height: 0 })}
          testid="tapped"
        />
      </div>
    </section>
  `;
}

/** @param {{seen: Outlook}} props */
function Things({ seen: { things } }) {
  const { kinds } = mountInputs.value;
  return html`
    <section class="panel">
      <h2>${t`What is thrown`}</h2>
      <div class="build-choices two" role="group" aria-label=${t`What is thrown`}>
        ${things.map(
          (one) => html`
            <button
              class=${`option ${kinds.includes(one.kind) ? "on" : ""}`}
              type="button"
              key=${one.kind}
              aria-pressed=${kinds.includes(one.kind)}
              data-testid=${`kind-${one.kind}`}
              onClick=${() => toggleKind(one.kind)}
            >
              ${!trouble.value && html`<${Icon} name=${one.is_read ? "check" : "cross"} />`}
              <span>
                ${one.title}
                ${
                  !trouble.value &&
                  html`
                    <small class=${one.is_read ? "good" : "warn"}>
                      ${one.is_read ? t`read from here` : t`not read from here`}
                    </small>
                  `
                }
              </span>
            </button>
          `,
        )}
      </div>
    </section>
  `;
}

/** @param {{seen: Outlook}} props */
function Height({ seen: now }) {
  const most = Math.max(1000, Math.ceil((now.most_mm * 1.3) / 100) * 100);
  return html`
    <div class="build-slide">
      <label for="height">${t`Height of the lens above the tray`}</label>
      <input
        id="height"
        type="range"
        min="100"
        max=${most}
        step="5"
        value=${now.height_mm}
        data-testid="height"
        aria-valuetext=${t`${Math.round(now.height_mm / 10)} cm`}
        onInput=${(/** @type {Event} */ event) => changeInputs({ height: Number(typed(event)) })}
      />
      <button
        class="tool"
        data-testid="best"
        disabled=${now.verdict === "never" || now.height_mm === now.best_mm}
        onClick=${() => changeInputs({ height: 0 })}
      >
        ${t`The best height`}
      </button>
    </div>
  `;
}

/** @param {{seen: Outlook}} props */
function Verdict({ seen: { verdict, words, advice } }) {
  const good = verdict === "good";
  return html`
    <div class=${`build-verdict ${good ? "good" : "warn"}`} role="status" data-testid="verdict" data-verdict=${verdict}>
      <${Icon} name=${good ? "check" : "cross"} />
      <div><b>${words}</b>${advice.map((sentence) => html`<p key=${sentence}>${sentence}</p>`)}</div>
    </div>
  `;
}

/** @param {{seen: Outlook}} props */
function Numbers({ seen: now }) {
  const [across, down] = now.seen_mm.map((mm) => Math.round(mm / 10));
  const rows = [
    [t`in the picture`, t`${across} × ${down} cm`],
    [t`scale`, t`${now.px_per_mm.toLocaleString(locale)} px a mm`],
    [t`corner, from straight down`, `${now.corner_deg}°`],
    [t`may lean by`, `${now.lean_deg}°`],
  ];
  return html`
    <dl class="build-numbers" data-testid="numbers">
      ${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
  `;
}

/** What no number says. */
function Besides() {
  return html`
    <section class="panel build-besides">
      <h2>${t`And besides`}</h2>
      <ul>
        <li>
          <${Icon} name="lamp" />
          <span>${t`Light from two sides, soft and steady. No window and no lamp may be mirrored in the dice.`}</span>
        </li>
        <li>
          <${Icon} name="dice" />
          <span>${t`A flat, dull floor of one colour, and another one than that of your dice.`}</span>
        </li>
        <li>
          <${Icon} name="camera" />
          <span>${t`Focus, exposure and white balance fixed, where the camera lets you.`}</span>
        </li>
      </ul>
      <a class="tool" href="/setup#tray" data-testid="markers"><${Icon} name="whole" />${t`Print the markers`}</a>
      <p class="muted">${t`Parts, drawings and the wires of readers stand in docs/build-your-table.md.`}</p>
    </section>
  `;
}

function Calculator() {
  const now = outlook.value;
  return html`
    <div class="build-two-sides">
      <div class="build-told" data-testid="told">
        <${TrayPanel} />
        <${Cameras} />
        ${now && html`<${Things} seen=${now} />`}
        <${Besides} />
      </div>
      <div class="build-shown">
        ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
        ${
          now &&
          !trouble.value &&
          html`
            <${Verdict} seen=${now} />
            <section class="panel build-drawing"><${SideView} seen=${now} /><${Height} seen=${now} /></section>
            <section class="panel build-sees"><${InPicture} seen=${now} /><${Numbers} seen=${now} /></section>
          `
        }
      </div>
    </div>
  `;
}

/** Where this page was opened from. */
const home = () => (new URLSearchParams(location.search).get("from") === "setup" ? "/setup" : "/");

function BuildPage() {
  return html`
    <div class="app kits-page build-page">
      <header class="bar">
        <a class="ico up" href=${home()} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title"><h1>${t`Build your table`}</h1><span class="sub">${t`where the camera hangs`}</span></div>
      </header>
      <main class="kits-body"><${Calculator} /></main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${BuildPage} />`, root);
  startOutlook();
}
