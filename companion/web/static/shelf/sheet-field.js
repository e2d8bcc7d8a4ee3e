// A sheet is chosen by its title; one's own is typed in or taken from a file on the way.
import { html, useState } from "../core/lib.js";
import { Icon } from "../core/icons.js";
import { page, seatIds, importSheets, editSheet, working } from "./new-game-store.js";
import { t } from "../core/text/i18n.js";

/** @typedef {import("./form.js").One} One */

/** From so many on the sheets are a menu. */
const MANY = 6;
const TYPE_IN = " type in";
const CARRIED = " carried";

/** A sheet that came along in full has no name here. @param {any} value */
const carried = (value) => (typeof value === "string" ? "" : value.title || value.name || t`as before`);

/** @param {import("../types").Field} field */
const shelvedOf = (field) => page.value?.sheets[field.sheet];

/** @param {One & {label: string}} props */
function Menu({ field, value, set, place, label }) {
  const shelved = shelvedOf(field);
  const options = (/** @type {Record<string, string>} */ titles) =>
    Object.entries(titles).map(
      ([name, title]) => html`<option value=${name} selected=${name === value}>${title}</option>`,
    );
  const pick = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value !== TYPE_IN && select.value !== CARRIED) return set(select.value);
    select.value = carried(value) ? CARRIED : value;
    if (select.value !== CARRIED) editSheet(field.sheet, "", place);
  };
  return html`
    <select aria-label=${label} data-testid=${place} value=${carried(value) ? CARRIED : value} onChange=${pick}>
      ${carried(value) && html`<option value=${CARRIED} selected>${t`${carried(value)} (comes along)`}</option>`}
      ${!field.least && html`<option value="" selected=${value === ""}>${t`Left open`}</option>`}
      ${
        shelved &&
        html`
          <optgroup label=${t`With the game`}>${options(shelved.shipped)}</optgroup>
          ${
            Object.keys(shelved.own).length > 0 &&
            html`<optgroup label=${t`Your own`}>${options(shelved.own)}</optgroup>`
          }
        `
      }
      <option value=${TYPE_IN}>${t`Type in your own…`}</option>
    </select>
  `;
}

/** @param {One & {label: string}} props */
function Titles({ field, value, set, place, label }) {
  const shelved = shelvedOf(field);
  const titles = { ...shelved?.shipped, ...shelved?.own };
  return html`
    <div class="choices" role="group" aria-label=${label}>
      ${
        carried(value) &&
        html`
          <button class="option on" type="button" aria-pressed="true">
            <span>${carried(value)}<small>${t`comes along`}</small></span>
          </button>
        `
      }
      ${
        !field.least &&
        html`
          <button
            class=${`option ${value === "" ? "on" : ""}`}
            type="button"
            aria-pressed=${value === ""}
            data-testid=${`${place}-open`}
            onClick=${() => set("")}
          >
            <span>${t`Left open`}</span>
          </button>
        `
      }
      ${Object.entries(titles).map(
        ([name, title]) => html`
          <button
            class=${`option ${name === value ? "on" : ""}`}
            type="button"
            key=${name}
            aria-pressed=${name === value}
            data-testid=${`${place}-${name}`}
            onClick=${() => set(name)}
          >
            <span>${title}${shelved?.own[name] && html`<small>${t`your own`}</small>`}</span>
          </button>
        `,
      )}
    </div>
  `;
}

/** What comes from a file of its own kind is chosen by its card. @param {One & {label: string}} props */
function ScenarioCards({ field, value, set, place, label }) {
  const shelved = shelvedOf(field);
  const titles = { ...shelved?.shipped, ...shelved?.own };
  return html`
    <div class="sheet-cards" role="group" aria-label=${label}>
      ${
        carried(value) &&
        html`
          <button class="option sheet-card on" type="button" aria-pressed="true">
            <span>${carried(value)}<small>${t`comes along`}</small></span>
          </button>
        `
      }
      ${Object.entries(titles).map(
        ([name, title]) => html`
          <button
            class=${`option sheet-card ${name === value ? "on" : ""}`}
            type="button"
            key=${name}
            aria-pressed=${name === value}
            data-testid=${`${place}-${name}`}
            onClick=${() => set(name)}
          >
            <span>
              <b>${title}</b>
              ${(shelved?.notes[name] || "")
                .split(" · ")
                .filter(Boolean)
                .map((note) => html`<small>${note}</small>`)}
              <small class="from">${shelved?.own[name] ? t`imported` : t`with the game`}</small>
            </span>
          </button>
        `,
      )}
      ${
        !field.least &&
        html`
          <button
            class=${`option sheet-card ${value === "" ? "on" : ""}`}
            type="button"
            aria-pressed=${value === ""}
            data-testid=${`${place}-open`}
            onClick=${() => set("")}
          >
            <span><b>${t`Left open`}</b></span>
          </button>
        `
      }
    </div>
  `;
}

/** A file of its own kind, chosen or let fall here. @param {{kind: string, target: string, files: string[]}} props */
function Import({ kind, target, files }) {
  const [over, setOver] = useState(false);
  const taken = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = ""; // the same file may be taken again
    if (file) importSheets(kind, file, target);
  };
  const fallen = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) importSheets(kind, file, target);
  };
  const hover = (/** @type {Event} */ event) => {
    event.preventDefault();
    setOver(true);
  };
  const title = page.value?.sheets[kind].form.title || kind;
  return html`
    <label
      class=${`tool import ${over ? "over" : ""}`}
      onDragOver=${hover}
      onDragLeave=${() => setOver(false)}
      onDrop=${fallen}
    >
      <input
        class="sr"
        type="file"
        accept=${[...files, ".json"].join(",")}
        data-testid=${`import-${kind}`}
        onChange=${taken}
        disabled=${working.value}
      />
      <${Icon} name="file" />
      ${working.value ? t`Reading it…` : html`${t`Import: ${title}`} <small>(${files[0]})</small>`}
    </label>
  `;
}

/** Ways to a sheet of one's own. @param {{kind: string, target: string}} props */
export function OwnTools({ kind, target }) {
  const files = page.value?.sheets[kind]?.files || [];
  if (files.length)
    return html`
      <div class="tools"><${Import} kind=${kind} target=${target} files=${files} /><${OwnLink} kind=${kind} /></div>
    `;
  const taken = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = "";
    if (file) importSheets(kind, file, target);
  };
  return html`
    <div class="tools">
      <button class="tool" type="button" data-testid=${`type-in-${kind}`} onClick=${() => editSheet(kind, "", target)}>
        <${Icon} name="pen" />
        ${t`Type in your own`}
      </button>
      <label class="tool">
        <input
          class="sr"
          type="file"
          accept=".json,.toml,application/json"
          data-testid=${`import-${kind}`}
          onChange=${taken}
        />
        <${Icon} name="file" />
        ${t`Import a file`}
      </label>
      <${OwnLink} kind=${kind} />
    </div>
  `;
}

/** @param {{kind: string}} props */
function OwnLink({ kind }) {
  const own = Object.keys({ ...page.value?.sheets[kind]?.own, ...page.value?.sheets[kind]?.broken }).length;
  if (!own || location.hash === `#sheets/${kind}`) return null;
  return html`
    <a class="tool" href=${`#sheets/${encodeURIComponent(kind)}`} data-testid=${`own-${kind}`}>
      <${Icon} name="rules" />
      ${t`Your own (${own})`}
    </a>
  `;
}

/** @param {One & {label: string}} props */
export function SheetField(props) {
  const shelved = shelvedOf(props.field);
  if (shelved?.files.length && !props.field.each_seat) return html`<${ScenarioCards} ...${props} />`;
  const many = Object.keys({ ...shelved?.shipped, ...shelved?.own }).length >= MANY;
  return props.field.each_seat || many ? html`<${Menu} ...${props} />` : html`<${Titles} ...${props} />`;
}

/**
 * Which field an own sheet is for: the one, or of several seats the first that has none of its own.
 * @param {import("../types").Field} field
 * @param {any} value
 * @param {string} place
 */
export function targetOf(field, value, place) {
  if (!field.each_seat) return place;
  const own = shelvedOf(field)?.own || {};
  return `${place}.${seatIds().find((seat) => !(value[seat] in own)) || "1"}`;
}
