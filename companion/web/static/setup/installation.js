// What else there is: readers, a table without any camera, and what this house runs on.
import { html, useEffect } from "../core/lib.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { locale, t, tn } from "../core/text/i18n.js";
import { asideAddress, returnAddress, nextStepGold } from "./next-step.js";
import { chooseCamera, fetchInside, installation, page } from "./store.js";

/** @typedef {import("../types").ReaderDetails} SensePart */

/** @type {Record<string, [string, string, () => string]>} */
const STATES = {
  ready: ["good", "●", () => t`ready`],
  retrying: ["warn", "▲", () => t`retrying`],
  offline: ["bad", "■", () => t`offline`],
};
/** @type {Record<string, () => string>} */
const COUNTS = {
  readings: () => t`readings`,
  waiting: () => t`waiting`,
  lost: () => t`lost`,
  bad_frames: () => t`damaged pictures`,
  resends: () => t`sent again`,
  reconnects: () => t`found again`,
};

/** @param {number} number */
const days = (number) => tn(number, "{n} day", "{n} days");

/** @param {{part: SensePart}} props */
function Sense({ part: { sense, kind, counts } }) {
  const [tone, shape, word] = STATES[sense.state];
  return html`
    <li class="setup-sense" data-testid=${`sense-${sense.reader}`}>
      <${Icon} name=${kind === "camera" ? "camera" : "reader"} />
      <span>
        <b>${sense.title}</b>
        <small>${sense.words}</small>
        ${sense.sees && html`<small>${sense.sees}</small>`}
        ${sense.advice.map((sentence) => html`<small class="warn" key=${sentence}>${sentence}</small>`)}
        <small class="setup-counts">
          ${counts
            .filter(([name]) => name !== "readings")
            .map(([name, count]) => html`<i key=${name}>${(COUNTS[name] || (() => name))()} <b>${count}</b></i>`)}
        </small>
      </span>
      <em class=${tone}>${shape} ${word()}</em>
    </li>
  `;
}

/** @param {{parts: readonly SensePart[], none: string}} props */
const Senses = ({ parts, none }) =>
  html`
    <ul class="setup-senses">
      ${parts.map((part) => html`<${Sense} key=${part.sense.reader} part=${part} />`)}
      ${!parts.length && html`<li class="muted">${none}</li>`}
    </ul>
  `;

export function ReadersStep() {
  const serial = (page.value?.senses || []).filter((part) => part.kind !== "camera");
  return html`
    <h2 class="h2">${t`Stickers, buttons, boards`}</h2>
    <p>
      ${t`A sticker in a chaos token, a code on a card, a button at a seat: readers know them by touch. None is needed.`}
    </p>
    <section class="panel"><${Senses} parts=${serial} none=${t`None is connected.`} /></section>
    <footer class="setup-foot">
      <a class="btn" href=${asideAddress("readers")} data-testid="to-readers">
        <${Icon} name="reader" />
        <span>${t`Readers and tags`}<small>${t`plug one in, teach its tags`}</small></span>
      </a>
      <${GoldButton} gold=${nextStepGold("readers", t`none is needed`)} />
    </footer>
  `;
}

/** A table without a camera and without readers is whole. */
export function HandStep() {
  const eye = page.value?.eye;
  const is = eye?.way === "hand" && eye.by === "page";
  const lines = [
    ["dice", t`You throw, and tap what came: two to four taps for a handful of dice.`],
    ["camera", t`Where many dice lie, a photograph from the tablet is read as well.`],
    ["spark", t`Or Lamplight rolls for you; the log remembers which it was.`],
    ["undo", t`Odds, sums, verdicts, undo: everything else is the same.`],
  ];
  return html`
    <section class="panel setup-hand" data-testid="by-hand">
      <h2>${t`No camera? Nothing is missing.`}</h2>
      <ul>
        ${lines.map(([icon, words]) => html`<li key=${words}><${Icon} name=${icon} /><span>${words}</span></li>`)}
      </ul>
      <p class="muted">
        ${
          is
            ? t`This table plays by hand. A camera can come to it on any other evening.`
            : t`One tap, and this table counts as set up. A camera can come to it on any other evening.`
        }
      </p>
    </section>
    <footer class="setup-foot">
      ${
        is
          ? html`
            <a class="btn" href="#camera/choose" data-testid="after-all">
              <${Icon} name="camera" />
              <span>${t`A camera after all`}</span>
            </a>
            <${GoldButton}
              gold=${{
                text: returnAddress() === "/" ? t`To the games` : t`To the table`,
                small: t`everything is set up`,
                icon: "home",
                testid: "onwards",
                act: () => {
                  location.href = returnAddress();
                },
              }}
            />
          `
          : eye?.by === "page"
            ? html`
              <${GoldButton}
                gold=${{
                  text: t`We play by hand`,
                  small: t`the table is set up`,
                  icon: "hand",
                  testid: "hand",
                  act: () => chooseCamera("hand"),
                }}
              />
            `
            : html`
              <${GoldButton}
                gold=${{
                  text: t`This house has a camera`,
                  small: t`each seat may still answer by hand: in the menu of the table`,
                  still: true,
                }}
              />
            `
      }
    </footer>
  `;
}

/** Bytes as people say them. @param {number} bytes */
function size(bytes) {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** @param {{rows: [string, string][], testid: string}} props */
const Facts = ({ rows, testid }) =>
  html`
    <dl class="setup-facts" data-testid=${testid}>
      ${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
  `;

export function HouseStep() {
  useEffect(() => {
    fetchInside();
  }, []);
  const now = page.value;
  const found = installation.value;
  const table = now?.table;
  /** @type {[string, string][]} */
  const storage = found
    ? [
        [t`Data folder`, found.data],
        [t`Free`, size(found.free)],
        [t`The log`, found.elsewhere ? t`in a database of its own` : size(found.log)],
        [t`Pictures`, t`${found.pictures}, ${size(found.pictures_size)}`],
        [t`The oldest`, days(found.oldest_days)],
        [t`Doubtful ones are kept`, days(found.doubts_days)],
      ]
    : [];
  return html`
    <div class="setup-house">
      <section class="panel">
        <h2>${t`Senses`}</h2>
        <${Senses} parts=${now?.senses || []} none=${t`No reader is connected`} />
        <p class="muted">${now?.broker}</p>
      </section>
      <section class="panel">
        <h2>${t`Storage`}</h2>
        ${found ? html`<${Facts} rows=${storage} testid="storage" />` : html`<p class="muted">${t`One moment…`}</p>`}
      </section>
      <section class="panel">
        <h2>${t`Versions`}</h2>
        ${
          found &&
          html`
            <${Facts} rows=${[...found.versions, [t`Languages`, now?.languages.join(", ") || ""]]} testid="versions" />
          `
        }
      </section>
      <section class="panel">
        <h2>${t`When something is wrong`}</h2>
        <p>
          ${t`What a report of a fault needs: these versions, and the record of the evening, which carries the log and the doubtful pictures.`}
        </p>
        ${
          table &&
          html`
            <div class="tools">
              <a class="tool" href=${`/record?table=${encodeURIComponent(table)}`} data-testid="record">
                <${Icon} name="save" />
                ${t`The record of this evening`}
              </a>
            </div>
          `
        }
      </section>
    </div>
  `;
}
