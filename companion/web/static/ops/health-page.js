// How the house is: in a sentence what is wrong and what to do, since when, and a few figures.
import { html, render, signal } from "../core/lib.js";
import { get } from "../core/api.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { locale, t } from "../core/text/i18n.js";
import { clock, heardAt, silentSeconds } from "../core/state.js";
import { openStream } from "../core/stream.js";

/** @typedef {import("../types").HealthPage} HousePage */
/** @typedef {import("../types").ProblemLine} Wrong */

/** @type {import("../vendor/signals.js").Signal<HousePage | null>} */
const page = signal(/** @type {HousePage | null} */ (null));
const trouble = signal("");

const table = encodeURIComponent(new URLSearchParams(location.search).get("table") || "");
const home = table ? `/t/${table}` : "/";
const DAY_MS = 86400000;
const TICK_MS = 1000;

/** How grave it is: its tone, its shape and the word for it. @type {Record<string, [string, string, () => string]>} */
const SEVERITIES = {
  grave: ["bad", "cross", () => t`now`],
  look: ["warn", "eye", () => t`have a look`],
  hint: ["none", "lamp", () => t`good to know`],
};

/** The newest page is the truth; the page's own files may be newer. @param {HousePage} told */
function take(told) {
  if (page.value && told.assets !== page.value.assets) return location.reload();
  trouble.value = "";
  page.value = told;
}

/** When it began: the hour, and the day where that was another one. @param {number} at s, Unix */
function when(at) {
  const date = new Date(at * 1000);
  const is_today = Date.now() - date.getTime() < DAY_MS && date.getDate() === new Date().getDate();
  return date.toLocaleString(locale, is_today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

/** Bytes as people say them. @param {number} bytes */
function size(bytes) {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${value.toLocaleString(locale, { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** @param {{wrong: Wrong}} props */
function Line({ wrong: { code, severity, sentence, remedy, about, since } }) {
  const [tone, icon, word] = SEVERITIES[severity];
  return html`
    <li class=${`house-wrong ${tone}`} data-testid=${`wrong-${code}`}>
      <span class="house-sign"><${Icon} name=${icon} /></span>
      <div>
        <p class="house-head">
          <em>${word()}</em>
          ${about && html`<span>${about}</span>`}
          <time datetime=${new Date(since * 1000).toISOString()}>${t`since ${when(since)}`}</time>
        </p>
        <h2>${sentence}</h2>
        <p class="house-remedy">${remedy}</p>
      </div>
    </li>
  `;
}

/** Nobody answers: how it is now cannot be known, and least of all that it is well. */
const Unheard = () =>
  html`
    <section class="house-verdict bad" role="status" data-testid="verdict">
      <${Icon} name="cross" />
      <div>
        <p class="house-words">${t`Lamplight does not answer.`}</p>
        <p>
          ${t`What stands here is how it was ${silentSeconds.value} s ago. Is its computer on, and this device in the same network? The page goes on by itself.`}
        </p>
      </div>
    </section>
  `;

/** @param {{now: HousePage}} props */
function Verdict({ now }) {
  const grave = now.wrong.filter((one) => one.severity === "grave").length;
  const look = now.wrong.filter((one) => one.severity !== "hint").length;
  const words = grave ? t`Something needs you now.` : look ? t`Somebody should have a look.` : t`All is well.`;
  const small = now.well
    ? t`Nothing that was answered is lost, and every part says it is there.`
    : t`Play goes on meanwhile, as far as it says below.`;
  return html`
    <section class=${`house-verdict ${grave ? "bad" : look ? "warn" : "good"}`} role="status" data-testid="verdict">
      <${Icon} name=${grave ? "cross" : look ? "eye" : "check"} />
      <div><p class="house-words">${words}</p><p>${small}</p></div>
    </section>
  `;
}

/** @param {{now: HousePage}} props */
function Figures({ now: { figures: f, broker } }) {
  /** @type {[string, string][]} */
  const rows = [
    [t`Running since`, when(f.began)],
    [t`Tables open`, String(f.tables)],
    [t`Put away`, String(f.away)],
    [t`Pages open`, t`${f.pages} of ${f.most_pages}`],
    [t`The log`, f.log ? size(f.log) : t`in a database of its own`],
    [t`Free on the disk`, size(f.free)],
    [t`Memory`, size(f.memory)],
    [t`Newest backup`, f.backup_at ? when(f.backup_at) : t`none yet`],
    [t`Version`, f.version],
  ];
  return html`
    <section class="panel house-figures">
      <h2>${t`In figures`}</h2>
      <dl data-testid="figures">
        ${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>
      <p class="muted">${broker}</p>
    </section>
  `;
}

function HouseView() {
  const now = page.value;
  return html`
    <div class="app kits-page house-page" data-testid="house">
      <header class="bar">
        <a class="ico up" href=${home} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title">
          <h1>${t`How the house is`}</h1>
          <span class="sub">${t`what is wrong, and what to do`}</span>
        </div>
        <a class="tool" href=${home} data-testid="home">
          <${Icon} name="home" />
          ${home === "/" ? t`All games` : t`To the table`}
        </a>
      </header>
      <main class="kits-body" tabindex="0">
        ${trouble.value && html`<p class="said refused" role="alert" data-testid="trouble">${trouble.value}</p>`}
        ${!now && !trouble.value && html`<p class="muted" role="status">${t`One moment…`}</p>`}
        ${
          now &&
          html`
            <div class="house">
              <div class="house-main">
                ${silentSeconds.value > 0 ? html`<${Unheard} />` : html`<${Verdict} now=${now} />`}
                <ul class="house-lines">
                  ${now.wrong.map((one) => html`<${Line} key=${one.code + one.about + one.sentence} wrong=${one} />`)}
                </ul>
              </div>
              <${Figures} now=${now} />
            </div>
          `
        }
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${HouseView} />`, root);
  openStream(
    "/api/house/stream",
    take,
    (now) => {
      heardAt.value = now;
    },
    (sentence) => {
      trouble.value = sentence;
    },
  );
  setInterval(() => {
    clock.value = performance.now();
  }, TICK_MS);
  // a device that may not see it is told why; the stream itself cannot
  get("/api/house").catch((error) => {
    if (error.status) trouble.value = error.message;
  });
}
