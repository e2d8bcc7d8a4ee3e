// The page of readers and tags: which screen the address names.
import { html, render, signal } from "../core/lib.js";
import { get } from "../core/api.js";
import { Paints } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { ReaderDetail, ReaderList } from "./list.js";
import { lastTeaching, news, page, trouble } from "./store.js";
import { TagBook } from "./tags.js";
import { TagLesson } from "./tag-lesson.js";
import { UseLine } from "./add-reader.js";
import { capitalised } from "./labels.js";
import { t } from "../core/text/i18n.js";
import { openStream } from "../core/stream.js";

const path = signal(location.hash);
addEventListener("hashchange", () => {
  path.value = location.hash;
  trouble.value = "";
  news.value = "";
  lastTeaching.value = null;
});

/** Where this page was opened from: a table, the set-up, or the shelf. */
const asked = new URLSearchParams(location.search);
const isSetup = asked.get("from") === "setup";
const home = () => {
  const table = asked.get("table");
  if (isSetup) return `/setup${table ? `?table=${encodeURIComponent(table)}` : ""}#readers`;
  return table ? `/t/${encodeURIComponent(table)}` : "/";
};

/** The newest page is the truth; the page's own files may be newer. @param {import("../types").ReadersPage} told */
function take(told) {
  if (page.value && told.assets !== page.value.assets) return location.reload();
  page.value = told;
}

function openReaders() {
  openStream("/api/readers/stream", take, () => undefined);
  // a device that may not see it is told why; the stream itself cannot
  get("/api/readers").catch((error) => {
    if (error.status) trouble.value = error.message;
  });
}

/** A name in the address; what was typed there by hand may be none. @param {string} text */
function nameIn(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function Screen() {
  const [place, rest = ""] = path.value.replace(/^#/, "").split("/");
  const name = nameIn(rest);
  if (place === "reader") return html`<${ReaderDetail} key=${name} name=${name} />`;
  if (place === "use") return html`<${UseLine} key=${name} where=${name} />`;
  if (place === "teach") return html`<${TagLesson} />`;
  if (place === "tags") return html`<${TagBook} />`;
  return html`<${ReaderList} />`;
}

function ReadersPage() {
  const up = path.value.replace(/^#/, "") ? "#" : home();
  return html`
    <div class="app kits-page readers-page">
      <header class="bar">
        <a class="ico up" href=${up} aria-label=${t`Back`} data-testid="up"><${Icon} name="next" /></a>
        <div class="title"><h1>${t`Readers and tags`}</h1><span class="sub">${t`what speaks over a cable`}</span></div>
        <a class="tool" href=${home()} data-testid="home">
          <${Icon} name="home" />
          ${isSetup ? t`To the set-up` : home() === "/" ? t`All games` : t`To the table`}
        </a>
      </header>
      <main class="kits-body">
        ${
          trouble.value &&
          html`<p class="said refused" role="alert" data-testid="trouble">${capitalised(trouble.value)}</p>`
        }
        <${Screen} />
      </main>
    </div>
  `;
}

/** @param {HTMLElement} root */
export function open(root) {
  render(html`<${Paints} /><${ReadersPage} />`, root);
  openReaders();
}
