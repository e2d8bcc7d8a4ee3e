// Sheets of one's own: the list of them, and the one that is being typed in.
import { html, useState } from "../core/lib.js";
import { withHalf } from "../core/api.js";
import { Fields } from "./form.js";
import { GoldButton } from "../prompts/gold-button.js";
import { Icon } from "../core/icons.js";
import {
  copySheet,
  sheetDraft,
  fileOf,
  isUntouched,
  saveSheet,
  page,
  changeSheetDraft,
  editSheet,
  deleteSheet,
  working,
} from "./new-game-store.js";
import { t } from "../core/text/i18n.js";
import { OwnTools } from "./sheet-field.js";
import { FormMessages } from "./form-error.js";

/** Thrown away only by a second tap. @param {{kind: string, name: string, title: string, why?: string}} props */
function Line({ kind, name, title, why = "" }) {
  const shelved = page.value?.sheets[kind];
  const typed = !shelved?.files.length; // what comes from a file of its own kind is not typed in
  const [sure, setSure] = useState(false);
  return html`
    <li class="open-table sheet-line" data-testid=${`own-sheet-${name}`}>
      <span><b>${title}</b><small class=${why ? "bad" : ""}>${why || shelved?.notes[name] || name}</small></span>
      ${
        typed &&
        html`
          <button class="tool" type="button" data-testid=${`edit-${name}`} onClick=${() => editSheet(kind, name, "")}>
            <${Icon} name="pen" />
            ${t`Edit`}
          </button>
        `
      }
      <a class="tool" href=${withHalf(fileOf(kind, name))} download data-testid=${`file-${name}`}>
        <${Icon} name="save" />
        ${t`Download`}
      </a>
      <button
        class=${`tool ${sure ? "warn" : ""}`}
        type="button"
        data-testid=${`drop-${name}`}
        onClick=${() => (sure ? deleteSheet(kind, name) : setSure(true))}
      >
        <${Icon} name="cross" />
        ${sure ? t`Yes, throw away` : t`Throw away`}
      </button>
    </li>
  `;
}

/** @param {{kind: string}} props */
export function OwnSheets({ kind }) {
  const shelved = page.value?.sheets[kind];
  if (!shelved) return null;
  const { own, broken, form } = shelved;
  return html`
    <main class="new-body">
      <${FormMessages} />
      <div class="new">
        <h2 class="h2">${t`${form.title}: your own`}</h2>
        <ul class="sheet-lines">
          ${Object.entries(own).map(
            ([name, title]) => html`<${Line} key=${name} kind=${kind} name=${name} title=${title} />`,
          )}
          ${Object.entries(broken).map(
            ([name, why]) =>
              html`
                <${Line} key=${name} kind=${kind} name=${name} title=${name} why=${t`Not taken any more. ${why}`} />
              `,
          )}
        </ul>
        ${!Object.keys({ ...own, ...broken }).length && html`<p class="muted">${t`None yet.`}</p>`}
        <${OwnTools} kind=${kind} target="" />
      </div>
    </main>
    <footer class="foot"><a class="btn main" href="#" data-testid="done">${t`Back to the evening`}</a></footer>
  `;
}

/** What is like it can be copied, as long as nothing was typed in. @param {{kind: string}} props */
function CopyOf({ kind }) {
  const shelved = page.value?.sheets[kind];
  const titles = Object.entries({ ...shelved?.shipped, ...shelved?.own });
  if (!sheetDraft.value || !isUntouched(sheetDraft.value) || !titles.length) return null;
  return html`
    <label class="field copy-of">
      <span class="field-label">${t`Begin with a copy`}<small>${t`or leave it, and type all in`}</small></span>
      <select
        data-testid="copy-of"
        onChange=${(/** @type {Event} */ event) => copySheet(/** @type {HTMLSelectElement} */ (event.target).value)}
      >
        <option value="">${t`Nothing: a new one`}</option>
        ${titles.map(([name, title]) => html`<option value=${name}>${title}</option>`)}
      </select>
    </label>
  `;
}

/** The sheet in the hand. */
export function SheetScreen() {
  const now = sheetDraft.value;
  const form = now && page.value?.sheets[now.kind]?.form;
  if (!now || !form) return null;
  const gold = working.value
    ? { text: t`One moment…`, still: true }
    : {
        text: now.name ? t`Keep the changes` : t`Keep`,
        small: form.title,
        icon: "check",
        testid: "keep",
        act: saveSheet,
      };
  const away = () => {
    changeSheetDraft(null);
    location.hash = now.target ? "" : `#sheets/${encodeURIComponent(now.kind)}`;
  };
  return html`
    <main class="new-body">
      <${FormMessages} fields=${form.fields} />
      <div class="new">
        <section class="panel">
          <h2>${form.title}<small>${now.name}</small></h2>
          ${form.blurb && html`<p class="muted form-blurb">${form.blurb}</p>`}
          <${CopyOf} kind=${now.kind} />
          <${Fields}
            fields=${form.fields}
            values=${now.data}
            set=${(/** @type {any} */ data) => changeSheetDraft({ ...now, data })}
          />
        </section>
      </div>
    </main>
    <footer class="foot">
      <button class="btn quick" type="button" data-testid="leave" onClick=${away}>
        <span>${t`Leave it`}<small>${t`nothing is kept`}</small></span>
      </button>
      <${GoldButton} gold=${gold} />
    </footer>
  `;
}
