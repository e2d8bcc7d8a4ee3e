// The staff of a hall: how each table is, who needs somebody, and what is done between two groups. Nothing that lies on
// a table is here.
import { html, render, signal } from "../core/lib.js";
import { ServerError, get, post } from "../core/api.js";
import { Icon } from "../core/icons.js";
import { picture } from "../devices/join-code.js";
import { command, locale, t, tn } from "../core/text/i18n.js";

/** @typedef {import("../types").StaffPage} StaffPage */
/** @typedef {import("../types").HallTable} HallTable */

/** @type {import("../vendor/signals.js").Signal<StaffPage | null>} */
const page = signal(/** @type {StaffPage | null} */ (null));
const trouble = signal("");
/** Why this device is not let in; "" = it is. */
const outside = signal("");
/** Which tables are shown: "" = all. */
const shown = signal("");
/** The table whose evening is to be forgotten, until that is said once more. */
const asked = signal("");

/**
 * The evening of a table, as an address that is shown just now.
 * @type {import("../vendor/signals.js").Signal<{name: string, url: string, svg: string} | null>}
 */
const evening = signal(/** @type {{name: string, url: string, svg: string} | null} */ (null));

const AGAIN_MS = 2000;
const FORBIDDEN = 403;
const MINUTE = 60;

/** How a table is: its tone, its shape and the words for it. @type {Record<string, [string, string, () => string]>} */
const STATES = {
  help: ["bad", "hand", () => t`calls for somebody`],
  wrong: ["warn", "eye", () => t`have a look`],
  dark: ["bad", "cross", () => t`not there`],
  quiet: ["warn", "clock", () => t`quiet for a while`],
  playing: ["good", "dice", () => t`playing`],
  away: ["none", "home", () => t`not heard yet`],
  over: ["none", "check", () => t`has ended`],
  free: ["none", "lamp", () => t`free`],
};
/** What can be looked at alone. @type {[string, () => string, readonly string[]][]} */
const WAYS = [
  ["", () => t`All tables`, []],
  ["needs", () => t`Who needs somebody`, ["help", "wrong", "dark", "quiet"]],
  ["free", () => t`Free tables`, ["free", "over"]],
];

/** @param {unknown} error */
function fail(error) {
  if (!(error instanceof ServerError)) throw error;
  if (error.status === FORBIDDEN) outside.value = error.message;
  else trouble.value = error.message;
}

/** @param {StaffPage} told */
function take(told) {
  if (page.value && told.assets !== page.value.assets) return location.reload();
  trouble.value = "";
  page.value = told;
}

/** Again and again: the newest is the truth. */
async function look() {
  await get("/api/staff").then(take, fail);
  if (!outside.value) setTimeout(look, AGAIN_MS);
}

/** @param {string} name @param {string} deed */
const done = (name, deed) =>
  post(`/api/staff/tables/${encodeURIComponent(name)}/${deed}`)
    .then(take, fail)
    .then(() => {
      asked.value = "";
    });

/** Since when, in minutes; nothing where nobody knows. @param {number} since s, Unix */
function lasts(since) {
  const minutes = Math.max(0, Math.round((Date.now() / 1000 - since) / MINUTE));
  return since ? (minutes ? t`for ${minutes} min` : t`just now`) : "";
}

/** @param {string} name */
const sumUp = (name) =>
  post(`/api/staff/tables/${encodeURIComponent(name)}/evening`).then((code) => {
    trouble.value = "";
    evening.value = { name, ...code };
  }, fail);

/** All of it is seen when it opens. @param {HTMLElement | null} shown */
const intoView = (shown) => shown?.scrollIntoView({ block: "nearest" });

/** What the people of a table scan before they go. */
function Evening() {
  const { url, svg } = /** @type {{url: string, svg: string}} */ (evening.value);
  return html`
    <div class="staff-sure" ref=${intoView} role="group" aria-label=${t`Their evening`} data-testid="evening">
      <img class="qr" src=${picture(svg)} alt=${t`QR code: ${url}`} />
      <a class="join-url" href=${url} target="_blank" rel="noreferrer">${url.replace(/^https?:\/\//, "")}</a>
      <p class="muted">
        ${t`Whoever sat there scans it: the evening in numbers, without a name. It is kept for a day, or until a new group sits down.`}
      </p>
      <div class="staff-deeds">
        <button
          class="tool"
          type="button"
          data-testid="evening-done"
          onClick=${() => {
            evening.value = null;
          }}
        >
          ${t`Done`}
        </button>
      </div>
    </div>
  `;
}

/** @param {{table: HallTable}} props */
function Sure({ table }) {
  return html`
    <div class="staff-sure" role="group" aria-label=${t`Shall all of it be forgotten?`}>
      <p>
        ${t`Everything of the people at ${table.name} is forgotten: their game, its log, their phones and tablet. It cannot be brought back.`}
      </p>
      <div class="staff-deeds">
        <button
          class="tool warn"
          type="button"
          data-testid=${`sure-${table.name}`}
          onClick=${() => done(table.name, "wipe")}
        >
          ${t`Yes, forget it`}
        </button>
        <button
          class="tool"
          type="button"
          onClick=${() => {
            asked.value = "";
          }}
        >
          ${t`Not now`}
        </button>
      </div>
    </div>
  `;
}

/** @param {{table: HallTable}} props */
function Table({ table }) {
  const { name, state, plays, address, game, where, seats, answers, wrong, since } = table;
  const [tone, icon, word] = STATES[state] || STATES.playing;
  return html`
    <li class=${`staff-table ${tone}`} data-testid=${`table-${name}`}>
      <div class="staff-head">
        <h2>${name}</h2>
        <span class=${`staff-state ${tone}`}>
          <${Icon} name=${icon} />
          ${word()}
          ${["help", "dark", "quiet"].includes(state) && html`<small>${lasts(since)}</small>`}
        </span>
      </div>
      <p>
        ${
          game
            ? html`<b>${game}</b>${where && html`<span class="muted"> · ${where}</span>`}`
            : html`<span class="muted">${t`No game lies there.`}</span>`
        }
      </p>
      ${game && html`<p class="muted">${tn(seats, "{n} person", "{n} people")}, ${tn(answers, "{n} answer", "{n} answers")}</p>`}
      ${plays === "there" && html`<p class="muted">${t`at a machine of its own`}</p>`}
      ${wrong.length > 0 && html`<ul>${wrong.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ul>`}
      ${evening.value?.name === name && html`<${Evening} />`}
      ${
        asked.value === name
          ? html`<${Sure} table=${table} />`
          : html`
            <div class="staff-deeds">
              ${
                state === "help" &&
                html`
                  <button
                    class="btn main"
                    type="button"
                    data-testid=${`helped-${name}`}
                    onClick=${() => done(name, "helped")}
                  >
                    ${t`Somebody is there`}
                  </button>
                `
              }
              ${address && html`<a class="tool" href=${address} target="_blank" rel="noreferrer">${t`Its page`}</a>`}
              ${
                game &&
                evening.value?.name !== name &&
                html`
                  <button class="tool" type="button" data-testid=${`evening-${name}`} onClick=${() => sumUp(name)}>
                    ${t`Their evening`}
                  </button>
                `
              }
              ${
                plays === "here" &&
                html`
                  <button
                    class="tool"
                    type="button"
                    data-testid=${`wipe-${name}`}
                    onClick=${() => {
                      asked.value = name;
                    }}
                  >
                    ${t`New group`}
                  </button>
                `
              }
            </div>
          `
      }
    </li>
  `;
}

/** @param {{now: StaffPage}} props */
function Figures({ now: { figures: f } }) {
  /** @type {[string, number, string][]} */
  const rows = [
    [t`tables`, f.tables, ""],
    [tn(f.playing, "plays now", "play now"), f.playing, ""],
    [tn(f.calls, "calls for somebody", "call for somebody"), f.calls, f.calls ? "calls" : ""],
    [t`people`, f.people, ""],
    [t`answers`, f.answers, ""],
    [t`workers`, f.workers, f.workers ? "" : "calls"],
  ];
  const games = f.games.map(([game, count]) => `${game}: ${count}`).join(" · ");
  return html`
    <dl class="staff-figures" data-testid="figures">
      ${rows.map(
        ([name, count, tone], k) =>
          html`<div key=${k} class=${tone}><dt>${name}</dt><dd>${count.toLocaleString(locale)}</dd></div>`,
      )}
    </dl>
    ${games && html`<p class="staff-games">${games}</p>`}
  `;
}

/** A foe of all tables: begun with a name and a number, and how it stands. */
function Event() {
  const event = page.value?.event;
  if (event && !event.is_over) {
    return html`
      <section class="panel staff-event" data-testid="event">
        <h2>${event.title}</h2>
        <p class="staff-event-sum">
          ${
            event.total >= event.goal
              ? t`Won: ${event.total} out of ${event.goal}`
              : t`${event.total} out of ${event.goal}`
          }
        </p>
        <progress max=${event.goal} value=${event.total} aria-label=${event.title}></progress>
        <button
          class="tool"
          type="button"
          data-testid="end-event"
          onClick=${() => post(`/api/staff/event/${event.id}/end`).then(take, fail)}
        >
          ${t`End the event`}
        </button>
      </section>
    `;
  }
  /** @param {SubmitEvent} submitted */
  const begin = (submitted) => {
    submitted.preventDefault();
    const told = new FormData(/** @type {HTMLFormElement} */ (submitted.target));
    post("/api/staff/event", { title: String(told.get("title")), goal: Number(told.get("goal")) }).then(take, fail);
  };
  return html`
    <details class="panel staff-event" data-testid="event">
      <summary>${t`An event of all tables`}</summary>
      ${
        event &&
        html`
          <p class="muted">
            ${
              event.total >= event.goal
                ? t`${event.title} was won with ${event.total} of ${event.goal}.`
                : t`${event.title} ended at ${event.total} of ${event.goal}.`
            }
          </p>
        `
      }
      <form onSubmit=${begin}>
        <label class="field">
          ${t`What all tables fight`}
          <input name="title" required maxlength="60" autocomplete="off" />
        </label>
        <label class="field">
          ${t`How much it takes`}
          <input name="goal" type="number" min="1" max="1000000" defaultValue="500" required />
        </label>
        <button class="btn" type="submit" data-testid="begin-event">${t`Begin`}</button>
      </form>
    </details>
  `;
}

const Ways = () =>
  html`
    <div class="staff-ways" role="group" aria-label=${t`Which tables`}>
      ${WAYS.map(
        ([way, words]) =>
          html`
            <button
              key=${way}
              class="tool"
              type="button"
              aria-pressed=${shown.value === way}
              data-testid=${`way-${way || "all"}`}
              onClick=${() => {
                shown.value = way;
              }}
            >
              ${words()}
            </button>
          `,
      )}
    </div>
  `;

/** @param {{now: StaffPage}} props */
function Tables({ now }) {
  const states = WAYS.find(([way]) => way === shown.value)?.[2] || [];
  const tables = now.tables.filter(({ state }) => !states.length || states.includes(state));
  return html`
    <ul class="staff-tables">${tables.map((table) => html`<${Table} key=${table.name} table=${table} />`)}</ul>
    ${
      !tables.length &&
      html`
        <p class="muted" data-testid="none">
          ${now.tables.length ? t`No table is like that now.` : t`The hall has no tables yet: ${command("hall add")} NAME`}
        </p>
      `
    }
  `;
}

function StaffView() {
  const now = page.value;
  if (outside.value)
    return html`
      <div class="app kits-page">
        <main class="kits-body">
          <div class="staff-enter">
            <${Icon} name="lock" />
            <p role="alert" data-testid="outside">${outside.value}</p>
          </div>
        </main>
      </div>
    `;
  return html`
    <div class="app kits-page staff-page">
      <header class="bar">
        <div class="title">
          <h1>${t`The hall`}</h1>
          <span class="sub">${t`how each table is, and who needs somebody`}</span>
        </div>
      </header>
      <main class="kits-body" tabindex="0">
        ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
        ${
          now
            ? html`<div class="staff"><${Figures} now=${now} /><${Event} /><${Ways} /><${Tables} now=${now} /></div>`
            : html`<p class="muted" role="status">${t`One moment…`}</p>`
        }
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export async function open(root) {
  const token = location.hash.slice(1);
  history.replaceState(null, "", location.pathname); // the token is for one use, not for the history
  render(html`<${StaffView} />`, root);
  if (token) await post("/api/staff/enter", { token }).catch(fail);
  if (!outside.value) look();
}
