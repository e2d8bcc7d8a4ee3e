// The rulebook in its drawer: search as you type, chapters, and one clause open with its neighbours.
import { computed, html, signal, useEffect, useRef } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { richText } from "../core/text/rich-text.js";
import { findPlaces, indexPlaces } from "./search.js";
import {
  reloadBook,
  book,
  previousClause,
  relevantClauses,
  openClause,
  openRule,
  placeOf,
  clausePlaces,
  openedClauses,
  trouble,
} from "./book.js";
import { t, tn } from "../core/text/i18n.js";

/** @typedef {import("./book.js").Place} Place */

/** What was typed. It stays while the drawer is closed. */
const typed = signal("");
const entries = computed(() => indexPlaces(clausePlaces.value));
const found = computed(() => findPlaces(entries.value, typed.value));
/** The list is shown instead of the open clause, where there is no room for both. */
const listed = signal(false);
/** More hits than these help nobody. */
const MOST = 40;

/** @param {string} id */
function show(id) {
  listed.value = false;
  openRule(id);
}

/** `lead`: it stands outside its chapter. @param {{place: Place, lead?: boolean}} props */
function Row({ place, lead = false }) {
  const { clause, chapter } = place;
  const open = openClause.value?.clause.id === clause.id;
  return html`
    <li>
      <button
        type="button"
        class=${`clause-row ${open ? "open" : ""}`}
        aria-current=${open ? "true" : undefined}
        data-testid=${`clause-${clause.id}`}
        onClick=${() => show(clause.id)}
      >
        <span>${richText(clause.title)}${lead && html`<small>${richText(chapter.title)}</small>`}</span>
        ${
          relevantClauses.value.includes(clause.id) &&
          html`<span class="clause-now"><${Icon} name="lamp" /><span class="sr">${t`matters now`}</span></span>`
        }
      </button>
    </li>
  `;
}

function Found() {
  const hits = found.value;
  return html`
    <p class="muted" role="status" data-testid="rules-hits">
      ${
        hits.length === 0
          ? t`Nothing in the rules is called so. Try another word.`
          : tn(hits.length, "{n} rule", "{n} rules")
      }
    </p>
    <ol class="clauses" data-testid="rules-found">
      ${hits.slice(0, MOST).map((place) => html`<${Row} key=${place.clause.id} place=${place} lead />`)}
    </ol>
  `;
}

/** What the open question and the last sum rest on. */
function Now() {
  const now = relevantClauses.value.flatMap((id) => placeOf(id) || []);
  if (!now.length) return null;
  return html`
    <section data-testid="rules-now">
      <h3><${Icon} name="lamp" />${t`Now`}</h3>
      <ol class="clauses">${now.map((place) => html`<${Row} key=${place.clause.id} place=${place} lead />`)}</ol>
    </section>
  `;
}

function Chapters() {
  const here = openClause.value?.chapter;
  useEffect(() => {
    document.querySelector(".chapter .clause-row.open")?.scrollIntoView({ block: "nearest" });
  }, [openClause.value]); // in a long chapter it may be far below
  return html`
    <${Now} />
    ${(book.value || []).map(
      (chapter) => html`
        <details class="chapter" key=${chapter.title} open=${chapter === here}>
          <summary><span>${richText(chapter.title)}</span><small>${chapter.clauses.length}</small></summary>
          <ol class="clauses">
            ${chapter.clauses.map((clause) => {
              const place = placeOf(clause.id);
              return place && html`<${Row} key=${clause.id} place=${place} />`;
            })}
          </ol>
        </details>
      `,
    )}
  `;
}

function Search() {
  const clear = () => {
    typed.value = "";
  };
  return html`
    <div class="rules-search">
      <label>
        <span class="sr">${t`Search the rules`}</span>
        <${Icon} name="find" />
        <input
          type="search"
          placeholder=${t`Search the rules`}
          value=${typed.value}
          data-testid="rules-search"
          autocomplete="off"
          autocapitalize="off"
          spellcheck=${false}
          onInput=${(/** @type {any} */ event) => {
            typed.value = event.target.value;
            listed.value = true;
          }}
        />
      </label>
      ${
        typed.value &&
        html`
          <button
            type="button"
            class="ico"
            aria-label=${t`Clear the search`}
            data-testid="rules-clear"
            onClick=${clear}
          >
            <${Icon} name="close" />
          </button>
        `
      }
    </div>
  `;
}

/**
 * One clause before or after the open one.
 * @param {{of: Place, step: number, label: string, icon: string, testid: string}} props
 */
function Neighbour({ of, step, label, icon, testid }) {
  const place = clausePlaces.value[of.place + step];
  if (!place) return html`<span></span>`;
  return html`
    <button type="button" class="tool neighbour" data-testid=${testid} onClick=${() => show(place.clause.id)}>
      <${Icon} name=${icon} />
      <span><small>${label}</small>${richText(place.clause.title)}</span>
    </button>
  `;
}

/** @param {{place: Place}} props */
function Open({ place }) {
  const { clause, chapter } = place;
  /** @type {{current: HTMLElement | null}} */
  const head = useRef(null);
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.closest(".rules-open")?.scrollTo(0, 0);
  }, [clause.id]);
  const see = clause.see.flatMap((id) => placeOf(id) || []);
  return html`
    <article class="clause" data-testid="rules-clause" data-clause=${clause.id}>
      <p class="clause-chapter">
        ${chapter.title}
        ${
          relevantClauses.value.includes(clause.id) &&
          html`<span class="clause-now"><${Icon} name="lamp" />${t`matters now`}</span>`
        }
      </p>
      <h3 ref=${head} tabindex="-1">${richText(clause.title)}</h3>
      <p class="clause-text">${richText(clause.text)}</p>
      ${clause.notes.map(
        (note) =>
          html`
            <aside class="clause-note" key=${note.id}><b>${t`How we play it`}</b><p>${richText(note.text)}</p></aside>
          `,
      )}
      ${
        see.length > 0 &&
        html`
          <section>
            <h4>${t`See also`}</h4>
            <div class="tools">
              ${see.map(
                (one) =>
                  html`
                    <button
                      type="button"
                      class="tool"
                      key=${one.clause.id}
                      data-testid=${`see-${one.clause.id}`}
                      onClick=${() => show(one.clause.id)}
                    >
                      ${richText(one.clause.title)}
                    </button>
                  `,
              )}
            </div>
          </section>
        `
      }
      <nav class="neighbours" aria-label=${t`Before and after in the book`}>
        <${Neighbour} of=${place} step=${-1} label=${t`before`} icon="back" testid="rules-before" />
        <${Neighbour} of=${place} step=${1} label=${t`after`} icon="next" testid="rules-after" />
      </nav>
      <p class="muted clause-id">${clause.id}</p>
    </article>
  `;
}

/** Ways about in the book, where a clause is open. */
function Ways() {
  const before = placeOf(openedClauses.value.slice(-2, -1)[0] || "");
  return html`
    <div class="tools rules-ways">
      <button
        type="button"
        class="tool rules-all"
        data-testid="rules-all"
        onClick=${() => {
          listed.value = true;
        }}
      >
        <${Icon} name="log" />
        ${t`All rules`}
      </button>
      ${
        before &&
        html`
          <button type="button" class="tool" data-testid="rules-back" onClick=${previousClause}>
            <${Icon} name="undo" />
            ${t`Back: ${before.clause.title}`}
          </button>
        `
      }
    </div>
  `;
}

function NoBook() {
  if (trouble.value)
    return html`
      <p class="said refused" role="alert">${trouble.value}</p>
      <button type="button" class="tool" onClick=${reloadBook}>${t`Try again`}</button>
    `;
  return html`
    <p class="muted" role="status">
      ${book.value ? t`This game brings no rules to look up.` : t`The rules are coming…`}
    </p>
  `;
}

export function Rules() {
  if (!book.value?.length) return html`<${NoBook} />`;
  // beside the list what matters now stands open
  const place = openClause.value || placeOf(relevantClauses.value[0] || "");
  return html`
    <div class=${`rules ${openClause.value && !listed.value ? "reads" : "lists"}`}>
      <div class="rules-list"><${Search} />${typed.value.trim() ? html`<${Found} />` : html`<${Chapters} />`}</div>
      <div class="rules-open">
        ${
          place
            ? html`<${Ways} /><${Open} place=${place} />`
            : html`<p class="muted">${t`Choose a rule, or search for a word.`}</p>`
        }
      </div>
    </div>
  `;
}
