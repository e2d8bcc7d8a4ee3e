// The serial readers: those in use with how they are, and the lines that are free.
import { html, useEffect, useState } from "../core/lib.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import { blinkReader, fetchLines, leaveLine, lines, linesTrouble, news, page, working } from "./store.js";
import { countWord, placeWord, readerTitle, capitalised } from "./labels.js";
import { t, tn } from "../core/text/i18n.js";

/** @typedef {import("../types").PortLine} PortLine */
/** @typedef {import("../types").ReaderLine} ReaderLine */

const LOOK_MS = 3000; // between two looks for what was plugged in

/** A tone, a shape and a word. @type {Record<string, [string, string, () => string]>} */
const STATES = {
  ready: ["good", "●", () => t`ready`],
  retrying: ["warn", "▲", () => t`retrying`],
  offline: ["bad", "■", () => t`offline`],
  free: ["", "○", () => t`free`],
  used: ["good", "●", () => t`in use`],
  trouble: ["warn", "▲", () => t`look`],
  held: ["warn", "▲", () => t`busy`],
  gone: ["bad", "■", () => t`not there`],
};

/** @param {{state: string}} props */
function State({ state }) {
  const [tone, shape, word] = STATES[state] || ["", "", () => state];
  return html`<em class=${tone}>${shape} ${word()}</em>`;
}

/** The lines are looked for while this is in sight. */
export function useLines() {
  useEffect(() => {
    fetchLines();
    const again = setInterval(() => {
      if (document.visibilityState !== "hidden" && !working.value) fetchLines();
    }, LOOK_MS);
    return () => clearInterval(again);
  }, []);
}

/** It is there, and something is wrong all the same. @param {ReaderLine} reader */
const stateOf = (reader) => (reader.words && reader.state === "ready" ? "trouble" : reader.state);

/** What holds now: "bag lifted". @param {{reader: ReaderLine}} props */
const Inputs = ({ reader }) =>
  html`
    ${
      reader.inputs.length > 0 &&
      html`
        <ul class="reader-inputs">
          ${reader.inputs.map(([what, how]) => html`<li key=${what}><b>${what}</b> ${how}</li>`)}
        </ul>
      `
    }
  `;

/** @param {ReaderLine} reader */
function words(reader) {
  const { readings } = Object.fromEntries(reader.counts);
  return (
    capitalised(reader.words) ||
    [
      reader.model || reader.kind,
      placeWord(reader.zone, page.value?.seats || []),
      tn(readings || 0, "{n} reading", "{n} readings"),
    ].join(" · ")
  );
}

/** @param {{reader: ReaderLine}} props */
const InUse = ({ reader }) => html`
  <a
    class="open-table reader-line"
    href=${`#reader/${encodeURIComponent(reader.name)}`}
    data-testid=${`reader-${reader.name}`}
  >
    <${Icon} name="reader" />
    <span>
      <b>${readerTitle(reader.name)}</b>
      <small class=${reader.words ? "whole" : ""}>${words(reader)}</small>
      <${Inputs} reader=${reader} />
    </span>
    <${State} state=${stateOf(reader)} />
    <${Icon} name="next" />
  </a>
`;

/** In use, and its reader has not said anything yet. @param {{line: PortLine}} props */
const Silent = ({ line }) => html`
  <a
    class="open-table reader-line"
    href=${`#reader/${encodeURIComponent(line.name)}`}
    data-testid=${`reader-${line.name}`}
  >
    <${Icon} name="reader" />
    <span>
      <b>${readerTitle(line.name)}</b>
      <small class="whole">${capitalised(line.sentence) || line.title}</small>
    </span>
    <${State} state=${line.state} />
    <${Icon} name="next" />
  </a>
`;

/** @param {{line: PortLine}} props */
function Found({ line }) {
  const inside = html`
    <${Icon} name=${line.state === "free" ? "plus" : "lock"} />
    <span>
      <b>${capitalised(line.title)}</b>
      <small class="whole">${capitalised(line.sentence) || line.where}</small>
    </span>
    <${State} state=${line.state} />
  `;
  if (line.state !== "free") return html`<div class="open-table reader-line" data-testid="line">${inside}</div>`;
  return html`
    <a
      class="open-table reader-line"
      href=${`#use/${encodeURIComponent(line.where)}`}
      data-testid="line"
      data-where=${line.where}
    >
      ${inside}
      <span class="tool">${t`Use it`}</span>
    </a>
  `;
}

export function ReaderList() {
  useLines();
  const told = page.value;
  if (!told) return html`<p class="muted">${t`One moment…`}</p>`;
  const ports = lines.value?.ports || [];
  const silent = ports.filter((line) => line.name && !told.readers.some((reader) => reader.name === line.name));
  const found = ports.filter((line) => !line.name);
  const none = !told.readers.length && !silent.length;
  return html`
    <div class="kits readers" data-testid="readers">
      <div class="kit-begin">
        <a class="btn main" href="#teach" data-testid="teach">
          <${Icon} name="bowl" />
          <span>${t`Teach tags and buttons`}<small>${t`lay one, tap what it is, lay the next`}</small></span>
        </a>
        <a class="btn" href="#tags" data-testid="tags">
          <${Icon} name="log" />
          <span>
            ${tn(told.known, "{n} known tag", "{n} known tags")}
            <small>${t`see them, forget one`}</small>
          </span>
        </a>
      </div>
      <h2 class="h2">${t`In use`}</h2>
      ${told.readers.map((reader) => html`<${InUse} key=${reader.reader} reader=${reader} />`)}
      ${silent.map((line) => html`<${Silent} key=${line.where} line=${line} />`)}
      ${
        none &&
        html`
          <p class="muted">${t`No reader is in use. Everything can be given by hand, and the camera needs none.`}</p>
        `
      }
      <h2 class="h2">${t`Found`}<small>${lines.value ? t`plug one in, and it appears here` : ""}</small></h2>
      ${
        linesTrouble.value &&
        html`<p class="said refused" role="status" data-testid="lines-trouble">${capitalised(linesTrouble.value)}</p>`
      }
      ${found.map((line) => html`<${Found} key=${line.where} line=${line} />`)}
      ${
        !found.length &&
        !linesTrouble.value &&
        html`<p class="muted">${lines.value ? t`Nothing else is plugged in.` : t`Looking…`}</p>`
      }
      <p class="muted">
        ${t`Nothing that you have not put to use is opened: a printer or a modem on a cable is left alone. Boards of Lamplight’s own are read at once.`}
      </p>
    </div>
  `;
}

/** Away by two taps. @param {{line: PortLine}} props */
function Leave({ line }) {
  const [sure, setSure] = useState(false);
  const go = async () => {
    if (await leaveLine(line.where)) location.hash = "#";
  };
  if (line.fixed && !line.where && page.value?.demo)
    return html`
      <p class="muted" data-testid="pretends">
        ${t`There is no such thing: this reader pretends, for the demo. A tap in the lesson lays a tag on it.`}
      </p>
    `;
  if (line.fixed)
    return html`<p class="muted" data-testid="fixed">${t`The settings file names this reader: change it there.`}</p>`;
  if (!sure)
    return html`
      <button class="tool" data-testid="leave" onClick=${() => setSure(true)}>
        <${Icon} name="minus" />
        ${t`Stop using it`}
      </button>
    `;
  return html`
    <button class="tool warn" data-testid="leave-sure" disabled=${working.value} onClick=${go}>
      <${Icon} name="minus" />
      ${t`Yes, read it no more`}
    </button>
  `;
}

/** @param {{name: string}} props */
export function ReaderDetail({ name }) {
  useLines();
  const told = page.value;
  const reader = told?.readers.find((one) => one.name === name);
  const line = lines.value?.ports.find((one) => one.name === name);
  if (!reader && !line)
    return html`<p class="muted">${told && lines.value ? t`There is no such reader any more.` : t`One moment…`}</p>`;
  const wrong = reader?.words || (line && line.state !== "used" ? line.sentence : "");
  return html`
    <div class="kits readers" data-testid="reader">
      <h2 class="h2">${readerTitle(name)}<small>${reader?.model || line?.title}</small></h2>
      ${wrong && html`<p class="said refused" role="status" data-testid="reader-trouble">${capitalised(wrong)}</p>`}
      ${news.value && html`<p class="said info" role="status">${news.value}</p>`}
      <section class="panel reader-facts">
        <dl>
          <div>
            <dt>${t`State`}</dt>
            <dd><${State} state=${reader ? stateOf(reader) : line?.state || "offline"} /></dd>
          </div>
          <div><dt>${t`Lies`}</dt><dd>${placeWord(reader?.zone || line?.zone || "", told?.seats || [])}</dd></div>
          ${reader?.inputs.map(
            ([what, how]) =>
              html`
                <div key=${what}><dt>${what.replace(/^./, (first) => first.toUpperCase())}</dt><dd>${how}</dd></div>
              `,
          )}
          ${reader?.counts.map(
            ([what, count]) =>
              html`
                <div key=${what} class=${count && what === "lost" ? "bad" : ""}>
                  <dt>${countWord(what)}</dt>
                  <dd class="num">${count}</dd>
                </div>
              `,
          )}
        </dl>
        ${line && html`<p class="muted reader-where">${line.where}</p>`}
      </section>
      <div class="tools">
        ${
          line &&
          line.driver === "board" &&
          html`
            <button class="tool" data-testid="blink" onClick=${() => blinkReader(line.where)}>
              <${Icon} name="lamp" />
              ${t`Show me which`}
            </button>
          `
        }
        ${line && html`<${Leave} key=${line.where} line=${line} />`}
      </div>
      <div class="kit-gold">
        <${GoldButton}
          gold=${{
            text: t`Teach its tags`,
            small: t`lay one, tap what it is`,
            icon: "bowl",
            testid: "teach",
            act: () => {
              location.hash = "#teach";
            },
          }}
        />
      </div>
    </div>
  `;
}
