// A sheet is chosen by its title; one's own is typed in or taken from a file on the way.
import { html } from "./lib.js";
import { Icon } from "./icons.js";
import { page, seated, take, takeUp } from "./new.js";

/** @typedef {import("./form.js").One} One */

/** From so many on the sheets are a menu. */
const MANY = 6;
const TYPE_IN = " type in";
const CARRIED = " carried";

/** A sheet that came along in full has no name here. @param {any} value */
const carried = (value) => (typeof value === "string" ? "" : value.title || value.name || "as before");

/** @param {import("./types").Field} field */
const shelvedOf = (field) => page.value?.sheets[field.sheet];

/** @param {One & {label: string}} props */
function Menu({ field, value, set, place, label }) {
  const shelved = shelvedOf(field);
  const options = (/** @type {Record<string, string>} */ titles) => Object.entries(titles).map(([name, title]) => html`<option value=${name} selected=${name === value}>${title}</option>`);
  const pick = (/** @type {Event} */ event) => {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    if (select.value !== TYPE_IN && select.value !== CARRIED) return set(select.value);
    select.value = carried(value) ? CARRIED : value;
    if (select.value !== CARRIED) takeUp(field.sheet, "", place);
  };
  return html`<select aria-label=${label} data-testid=${place} value=${carried(value) ? CARRIED : value} onChange=${pick}>
    ${carried(value) && html`<option value=${CARRIED} selected>${carried(value)} (comes along)</option>`}
    ${!field.least && html`<option value="" selected=${value === ""}>Left open</option>`}
    ${shelved && html`<optgroup label="With the game">${options(shelved.shipped)}</optgroup>${Object.keys(shelved.own).length > 0 && html`<optgroup label="Your own">${options(shelved.own)}</optgroup>`}`}
    <option value=${TYPE_IN}>Type in your own…</option></select>`;
}

/** @param {One & {label: string}} props */
function Titles({ field, value, set, place, label }) {
  const shelved = shelvedOf(field);
  const titles = { ...shelved?.shipped, ...shelved?.own };
  return html`<div class="choices" role="group" aria-label=${label}>${carried(value) && html`<button class="option on" type="button" aria-pressed="true"><span>${carried(value)}<small>comes along</small></span></button>`}
    ${!field.least && html`<button class=${`option ${value === "" ? "on" : ""}`} type="button" aria-pressed=${value === ""} data-testid=${`${place}-open`} onClick=${() => set("")}><span>Left open</span></button>`}
    ${Object.entries(titles).map(([name, title]) => html`<button class=${`option ${name === value ? "on" : ""}`} type="button" key=${name} aria-pressed=${name === value} data-testid=${`${place}-${name}`} onClick=${() => set(name)}>
      <span>${title}${shelved?.own[name] && html`<small>your own</small>`}</span></button>`)}</div>`;
}

/** Ways to a sheet of one's own. @param {{kind: string, target: string}} props */
export function OwnTools({ kind, target }) {
  const taken = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = "";
    if (file) take(kind, file, target);
  };
  const own = Object.keys({ ...page.value?.sheets[kind]?.own, ...page.value?.sheets[kind]?.broken }).length;
  return html`<div class="tools"><button class="tool" type="button" data-testid=${`type-in-${kind}`} onClick=${() => takeUp(kind, "", target)}><${Icon} name="pen" />Type in your own</button>
    <label class="tool"><input class="sr" type="file" accept=".json,.toml,application/json" data-testid=${`import-${kind}`} onChange=${taken} /><${Icon} name="file" />Import a file</label>
    ${own > 0 && location.hash !== `#sheets/${kind}` && html`<a class="tool" href=${`#sheets/${encodeURIComponent(kind)}`} data-testid=${`own-${kind}`}><${Icon} name="rules" />Your own (${own})</a>`}</div>`;
}

/** @param {One & {label: string}} props */
export function SheetField(props) {
  const shelved = shelvedOf(props.field);
  const many = Object.keys({ ...shelved?.shipped, ...shelved?.own }).length >= MANY;
  return props.field.each_seat || many ? html`<${Menu} ...${props} />` : html`<${Titles} ...${props} />`;
}

/** Which field an own sheet is for: the one, or of several seats the first that has none of its own. @param {import("./types").Field} field @param {any} value @param {string} place */
export function targetOf(field, value, place) {
  if (!field.each_seat) return place;
  const own = shelvedOf(field)?.own || {};
  return `${place}.${seated().find((seat) => !(value[seat] in own)) || "1"}`;
}
