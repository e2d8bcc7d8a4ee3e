// Evenings as files: a whole table is kept as one, and brought from one.
import { html, render, useEffect, useRef } from "../core/lib.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import {
  confirmingTable,
  importTable,
  importedTable,
  fetchTables,
  firstTable,
  fromTable,
  exportTable,
  exportedTable,
  shelveTable,
  page,
  trouble,
  requestExport,
  working,
} from "./archive-store.js";
import { locale, t, tn } from "../core/text/i18n.js";

/** @typedef {import("../types").ExportableTable} Keepable */

const home = fromTable ? `/t/${encodeURIComponent(fromTable)}` : "/";
const at = (/** @type {string} */ table) => `/t/${encodeURIComponent(table)}`;
/** @param {number} bytes */
const size = (bytes) =>
  bytes < 1e6 ? t`${Math.max(1, Math.round(bytes / 1000))} kB` : t`${(bytes / 1e6).toFixed(1)} MB`;

/** What is hidden goes along, so it is asked before. @param {{open: Keepable}} props */
function Question({ open: { table } }) {
  /** @type {{current: HTMLButtonElement | null}} */
  const sure = useRef(null);
  useEffect(() => {
    sure.current?.focus();
  }, []);
  return html`
    <div class="record-question" role="group" aria-label=${t`It holds what is hidden too`} data-testid="question">
      <p>
        <b>${t`It holds what is hidden too.`}</b>
        ${" "}
        ${t`This game is on. Whoever has the file can read every hand, every secret choice, and what only the app or the Dealer knows. Everybody at the table is told that it was kept.`}
      </p>
      <div class="tools">
        <button
          class="tool"
          type="button"
          ref=${sure}
          data-testid="keep-hidden"
          onClick=${() => exportTable(table, true)}
        >
          <${Icon} name="save" />
          ${t`Keep it all the same`}
        </button>
        <button
          class="tool"
          type="button"
          data-testid="leave"
          onClick=${() => {
            confirmingTable.value = "";
          }}
        >
          ${t`Not now`}
        </button>
      </div>
    </div>
  `;
}

/** @param {{open: Keepable}} props */
function Line({ open }) {
  const { table, title, where, seats, over, why } = open;
  const done = exportedTable.value?.table === table ? exportedTable.value : null;
  return html`
    <li class=${`record-line ${table === firstTable ? "here" : ""}`} data-testid=${`record-${table}`}>
      <div class="record-head">
        <span>
          <b>${title}${over && html`<i class="over">${t`over`}</i>`}</b>
          <small>${where}</small>
          ${seats.length > 0 && html`<small>${seats.join(", ")}</small>`}
        </span>
        ${
          !why &&
          html`
            <div class="record-does">
              <button
                class="tool"
                type="button"
                data-testid=${`keep-${table}`}
                aria-expanded=${confirmingTable.value === table}
                disabled=${Boolean(working.value)}
                onClick=${() => requestExport(open)}
              >
                <${Icon} name="save" />
                ${t`Keep as a file`}
              </button>
              <button
                class="tool"
                type="button"
                data-testid=${`away-${table}`}
                disabled=${Boolean(working.value)}
                onClick=${() => shelveTable(table, "away")}
              >
                <${Icon} name="down" />
                ${t`Put it away`}
              </button>
            </div>
          `
        }
      </div>
      ${why && html`<p class="muted">${why}</p>`}
      ${confirmingTable.value === table && html`<${Question} open=${open} />`}
      ${
        done &&
        html`
          <p class="said info" role="status" data-testid="kept">
            ${t`Kept: ${done.name}, ${size(done.bytes)}.`} <a href=${at(table)}>${t`To the table`}</a>
          </p>
        `
      }
    </li>
  `;
}

function Keep() {
  const tables = page.value?.tables || [];
  const inOrder = [...tables].sort(
    (one, other) => Number(other.table === firstTable) - Number(one.table === firstTable),
  );
  return html`
    <section class="record-keep">
      <h2 class="h2">${t`Keep an evening`}</h2>
      <ul class="record-lines">${inOrder.map((open) => html`<${Line} key=${open.table} open=${open} />`)}</ul>
      ${
        page.value &&
        !tables.length &&
        html`
          <p class="muted" data-testid="none">${t`No table is open. Begin one on the shelf, or bring an evening.`}</p>
        `
      }
      <${Away} />
    </section>
  `;
}

/** Evenings that lie on no shelf: nothing of them is lost, and they cost neither memory nor time. */
function Away() {
  const away = page.value?.away || [];
  if (!away.length) return null;
  return html`
    <h2 class="h2">${t`Put away`}</h2>
    <ul class="record-lines" data-testid="put-away">
      ${away.map(
        ({ table, title, began }) => html`
          <li class="record-line" key=${table}>
            <div class="record-head">
              <span>
                <b>${title}</b>
                <small>${t`begun ${new Date(began * 1000).toLocaleDateString(locale, { dateStyle: "medium" })}`}</small>
              </span>
              <button
                class="tool"
                type="button"
                data-testid=${`out-${table}`}
                disabled=${Boolean(working.value)}
                onClick=${() => shelveTable(table, "out")}
              >
                <${Icon} name="next" />
                ${t`Take out again`}
              </button>
            </div>
          </li>
        `,
      )}
    </ul>
  `;
}

function Came() {
  const found = importedTable.value;
  if (!found) return null;
  return html`
    <div class="said info record-came" role="status" data-testid="brought">
      <p>
        <b>${found.title}</b>
        ${" "}
        ${
          found.here
            ? t`This evening is on the shelf already, entry by entry.`
            : tn(
                found.answers,
                "It waits on the shelf now, with one answer. Nobody has a seat yet: invite phones from its menu.",
                "It waits on the shelf now, with {n} answers. Nobody has a seat yet: invite phones from its menu.",
              )
        }
      </p>
      ${found.notes.map((note) => html`<p key=${note}>${note}</p>`)}
      <a class="tool" href=${at(found.table)} data-testid="open-brought"><${Icon} name="lamp" />${t`Open the table`}</a>
    </div>
  `;
}

function Bring() {
  const take = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = "";
    if (file) importTable(file);
  };
  return html`
    <section class="panel record-bring">
      <h2>${t`Bring an evening`}</h2>
      <label class="btn main">
        <input class="sr" type="file" data-testid="bring" disabled=${Boolean(working.value)} onChange=${take} />
        <${Icon} name="file" />
        <span>
          ${working.value === "bring" ? t`One moment…` : t`Choose a file`}
          <small>${t`that ends in .lamplight`}</small>
        </span>
      </label>
      ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
      <${Came} />
      <ul class="record-words">
        <li>
          <${Icon} name="log" />
          <span>
            ${t`One file holds the whole evening: every answer, saved moments, and the pictures of doubtful rolls. No password and no device's key is in it.`}
          </span>
        </li>
        <li>
          <${Icon} name="home" />
          <span>
            ${t`On another Lamplight it goes on where it stood. The rules play it through again first; what they do not find is refused.`}
          </span>
        </li>
        <li>
          <${Icon} name="pen" />
          <span>${t`Something went wrong? Send this file with your report: it shows what happened.`}</span>
        </li>
      </ul>
    </section>
  `;
}

function RecordPage() {
  return html`
    <div class="app kits-page record-page">
      <header class="bar">
        <a class="ico up" href=${home} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title">
          <h1>${t`Evenings as files`}</h1>
          <span class="sub">${t`a whole table, kept or brought`}</span>
        </div>
        <a class="tool" href=${home} data-testid="home">
          <${Icon} name="home" />
          ${home === "/" ? t`All games` : t`To the table`}
        </a>
      </header>
      <main class="kits-body"><div class="kits record"><${Keep} /><${Bring} /></div></main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${RecordPage} />`, root);
  fetchTables();
}
