// One drawing for each kind of field. A value is never worked out here: it is what a finger has said.
import { html, useState } from "../core/lib.js";
import { unknownKeys, blankValues, summary } from "./form-values.js";
import { Icon } from "../core/icons.js";
import { formContext, names, seatName, seatIds, trouble } from "./new-game-store.js";
import { t } from "../core/text/i18n.js";
import { OwnTools, SheetField, targetOf } from "./sheet-field.js";
import { Badge } from "../table/seats/seats.js";
import { Fault } from "./form-error.js";
import { signedNumber } from "../core/labels.js";

/** @typedef {import("../types").Field} Field */
/**
 * One value of a field.
 * @typedef {{field: Field, value: any, set: (value: any) => void, place: string, label?: string}} One
 */

/** From so many on a list of choices is a menu. */
const MANY = 9;
const FEW_FIELDS = 3;
const SHORT = 24; // letters of a note

const typed = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;

/** @param {One} props */
function Words({ field, value, set, place, label }) {
  const shared = {
    value,
    "data-testid": place,
    maxlength: field.most,
    autocomplete: "off",
    "aria-label": label,
    onInput: (/** @type {Event} */ event) => set(typed(event)),
  };
  return field.kind === "long"
    ? html`<textarea rows="3" ...${shared}></textarea>`
    : html`<input type="text" ...${shared} />`;
}

/** @param {One} props */
function Stepper({ field, value, set, place, label = "" }) {
  const now = Number(value) || 0;
  const step = (/** @type {number} */ by) => set(Math.min(field.most, Math.max(field.least, now + by)));
  const read = (/** @type {string} */ text) => (/^[-−]?\d{1,6}$/.test(text) ? Number(text.replace("−", "-")) : text);
  return html`
    <div class="count" role="group" aria-label=${label}>
      <button
        class="tool"
        type="button"
        disabled=${now <= field.least}
        aria-label=${t`${label}: one less`}
        data-testid=${`${place}-less`}
        onClick=${() => step(-1)}
      >
        <${Icon} name="minus" />
      </button>
      <input
        type="text"
        inputmode="numeric"
        maxlength="7"
        aria-label=${label}
        data-testid=${place}
        value=${typeof value === "number" ? signedNumber(value) : value}
        onInput=${(/** @type {Event} */ event) => set(read(typed(event)))}
      />
      <button
        class="tool"
        type="button"
        disabled=${now >= field.most}
        aria-label=${t`${label}: one more`}
        data-testid=${`${place}-more`}
        onClick=${() => step(1)}
      >
        <${Icon} name="plus" />
      </button>
    </div>
  `;
}

/** @param {One} props */
const Flag = ({ field, value, set, place }) => html`
  <button
    class=${`option ${value ? "on" : ""}`}
    type="button"
    aria-pressed=${value}
    data-testid=${place}
    onClick=${() => set(!value)}
  >
    <span class="box">${value && html`<${Icon} name="check" />`}</span>
    <span>${field.label}${field.help && html`<small>${field.help}</small>`}</span>
  </button>
`;

/** Choices that are told about need room for it. @param {Field} field */
const isTold = (field) => (field.options.some((pick) => pick.note.length > SHORT) ? "told" : "");

/** @param {One} props */
function Choice({ field, value, set, place, label }) {
  if (field.options.length > MANY) {
    return html`
      <select
        aria-label=${label}
        data-testid=${place}
        value=${value}
        onChange=${(/** @type {Event} */ event) => set(typed(event))}
      >
        ${field.options.map(
          (pick) =>
            html`
              <option value=${pick.id} selected=${pick.id === value}>
                ${pick.text}
                ${pick.note && `, ${pick.note}`}
              </option>
            `,
        )}
      </select>
    `;
  }
  return html`
    <div class=${`choices ${isTold(field)}`} role="group" aria-label=${label}>
      ${field.options.map(
        (pick) => html`
          <button
            class=${`option ${pick.id === value ? "on" : ""}`}
            type="button"
            key=${pick.id}
            aria-pressed=${pick.id === value}
            data-testid=${`${place}-${pick.id}`}
            onClick=${() => set(pick.id)}
          >
            <span>${pick.text}${pick.note && html`<small>${pick.note}</small>`}</span>
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {One} props */
function Choices({ field, value, set, place, label }) {
  const toggled = (/** @type {string} */ id) =>
    value.includes(id) ? value.filter((/** @type {string} */ one) => one !== id) : [...value, id];
  return html`
    <div class="choices" role="group" aria-label=${label}>
      ${field.options.map(
        (pick) => html`
          <button
            class=${`option ${value.includes(pick.id) ? "on" : ""}`}
            type="button"
            key=${pick.id}
            aria-pressed=${value.includes(pick.id)}
            data-testid=${`${place}-${pick.id}`}
            onClick=${() => set(toggled(pick.id))}
          >
            <span class="box">${value.includes(pick.id) && html`<${Icon} name="check" />`}</span>
            <span>${pick.text}${pick.note && html`<small>${pick.note}</small>`}</span>
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {One} props */
const Group = ({ field, value, set, place }) =>
  html`
    <div class="form-group"><${Fields} fields=${field.fields} values=${value} set=${set} place=${`${place}.`} /></div>
  `;

/** Few small fields stand open, many are folded under the first words. @param {Field} field */
const isSmall = (field) =>
  field.fields.length <= FEW_FIELDS &&
  field.fields.every(({ kind }) => !["group", "list", "long", "sheet"].includes(kind));

/**
 * @param {{field: Field, value: any, set: (value: any) => void, remove: () => void, place: string, number: number,
 * fresh: boolean}} props
 */
function Entry({ field, value, set, remove, place, number, fresh }) {
  const [open, setOpen] = useState(fresh || isSmall(field));
  const [sure, setSure] = useState(false);
  const shown = open || trouble.value.some((fault) => fault.place.startsWith(`${place}.`));
  const gone = () =>
    sure || (fresh && JSON.stringify(value) === JSON.stringify(blankValues(field.fields, formContext())))
      ? remove()
      : setSure(true);
  const name = summary(field.fields, value) || `${field.label} ${number}`;
  return html`
    <li class="entry">
      <div class="entry-head">
        ${
          isSmall(field)
            ? html`<b>${number}</b>`
            : html`
              <button
                class="entry-name"
                type="button"
                aria-expanded=${shown}
                data-testid=${`${place}-open`}
                onClick=${() => setOpen(!open)}
              >
                <${Icon} name=${shown ? "down" : "next"} />
                <span>${number} · ${name}</span>
              </button>
            `
        }
        <button
          class=${`tool ${sure ? "warn" : ""}`}
          type="button"
          aria-label=${t`Remove ${name}`}
          data-testid=${`${place}-remove`}
          onClick=${gone}
        >
          <${Icon} name="cross" />
          ${sure ? t`Yes, remove` : ""}
        </button>
      </div>
      ${shown && html`<${Fields} fields=${field.fields} values=${value} set=${set} place=${`${place}.`} />`}
    </li>
  `;
}

let made = 0;
const keysFor = (/** @type {any[]} */ entries) => entries.map(() => (made += 1));

/** @param {One} props */
function List({ field, value, set, place }) {
  const [keys, setKeys] = useState(() => keysFor(value));
  const [fresh, setFresh] = useState(0);
  const known = keys.length === value.length ? keys : keysFor(value);
  const add = () => {
    const key = (made += 1);
    setKeys([...known, key]);
    setFresh(key);
    set([...value, blankValues(field.fields, formContext())]);
  };
  const remove = (/** @type {number} */ at) => {
    setKeys(known.filter((_, k) => k !== at));
    set(value.filter((/** @type {any} */ _, /** @type {number} */ k) => k !== at));
  };
  const change = (/** @type {number} */ at, /** @type {any} */ entry) =>
    set(value.map((/** @type {any} */ one, /** @type {number} */ k) => (k === at ? entry : one)));
  return html`
    <ol class="entries">
      ${value.map(
        (/** @type {any} */ entry, /** @type {number} */ k) => html`
          <${Entry}
            key=${known[k]}
            field=${field}
            value=${entry}
            set=${(/** @type {any} */ next) => change(k, next)}
            remove=${() => remove(k)}
            place=${`${place}.${k}`}
            number=${k + 1}
            fresh=${known[k] === fresh}
          />
        `,
      )}
    </ol>
    ${
      value.length < field.most &&
      html`
        <button class="tool" type="button" data-testid=${`${place}-add`} onClick=${add}>
          <${Icon} name="plus" />
          ${value.length ? t`Add another` : t`Add one`}
        </button>
      `
    }
  `;
}

/** @type {Record<string, any>} */
const DRAWN = {
  text: Words,
  long: Words,
  number: Stepper,
  flag: Flag,
  choice: Choice,
  choices: Choices,
  sheet: SheetField,
  group: Group,
  list: List,
};
const WIDE = ["long", "list", "sheet", "group", "choices"];

/** A field that needs the whole width; a menu does not. @param {Field} field */
const isWide = (field) =>
  field.each_seat || WIDE.includes(field.kind) || (field.kind === "choice" && field.options.length <= MANY);

/** The same field for each seat. @param {One} props */
function EachSeat({ field, value, set, place }) {
  const Drawing = DRAWN[field.kind];
  return html`
    <ul class="by-seat">
      ${seatIds().map(
        (seat) => html`
          <li key=${seat}>
            <span class="by-seat-name">
              <${Badge} seat=${seat} />
              ${names.value[Number(seat) - 1] || t`Seat ${seat}`}
            </span>
            <div>
              <${Drawing}
                field=${field}
                value=${value[seat]}
                set=${(/** @type {any} */ next) => set({ ...value, [seat]: next })}
                place=${`${place}.${seat}`}
                label=${`${field.label}, ${seatName(seat)}`}
              />
              <${Fault} place=${`${place}.${seat}`} inside />
            </div>
          </li>
        `,
      )}
    </ul>
  `;
}

/** @param {One} props */
function Asked({ field, value, set, place }) {
  const Drawing = field.each_seat ? EachSeat : DRAWN[field.kind];
  const inside = !field.each_seat && !["group", "list"].includes(field.kind);
  return html`
    <div class=${`field kind-${field.kind} ${isWide(field) ? "wide" : ""}`}>
      ${
        (field.kind !== "flag" || field.each_seat) &&
        html`<span class="field-label">${field.label}${field.help && html`<small>${field.help}</small>`}</span>`
      }
      <${Drawing} field=${field} value=${value} set=${set} place=${place} label=${field.label} />
      <${Fault} place=${place} inside=${inside} />
      ${field.kind === "sheet" && html`<${OwnTools} kind=${field.sheet} target=${targetOf(field, value, place)} />`}
    </div>
  `;
}

/** What is folded away, and how much of it. @param {Field[]} more @param {Record<string, any>} values */
function folded(more, values) {
  if (more.length > 1) return t`${more.length} more`;
  const [{ name, label, kind }] = more;
  return kind === "list" && values[name].length ? `${label} (${values[name].length})` : label;
}

/** What an evening leaves to the next, in words of people. @type {Record<string, () => string>} */
const LEFT = {
  bag: () => t`the bag`,
  people: () => t`trauma and experience`,
  played: () => t`what was played`,
  notes: () => t`the campaign log`,
  without: () => t`what was left out`,
  pause: () => t`how long to wait`,
};

/** Names of keys are for machines: what has no words of its own is only said to be there. @param {string[]} keys */
function keptWords(keys) {
  const known = keys.flatMap((key) => LEFT[key]?.() || []);
  return [
    ...known,
    ...(known.length < keys.length ? [known.length ? t`and more` : t`something that is not asked here`] : []),
  ].join(", ");
}

/** What the form does not ask stays. @param {string} what */
const stays = (what) => t`Also set, and kept as it is: ${what}.`;

/**
 * All fields of a record; what few people need is folded away.
 * @param {{fields: readonly Field[], values: Record<string, any>, set: (values: Record<string, any>) => void, place?:
 * string, kept?: (what: string) => string}} props
 */
export function Fields({ fields, values, set, place = "", kept = stays }) {
  const draw = (/** @type {Field} */ field) =>
    html`
      <${Asked}
        key=${field.name}
        field=${field}
        value=${values[field.name]}
        set=${(/** @type {any} */ value) => set({ ...values, [field.name]: value })}
        place=${`${place}${field.name}`}
      />
    `;
  const more = fields.filter((field) => field.advanced);
  const wrong = more.some((field) =>
    trouble.value.some((fault) => `${fault.place}.`.startsWith(`${place}${field.name}.`)),
  );
  const besides = unknownKeys(fields, values);
  return html`
    ${besides.length > 0 && html`<p class="muted besides" data-testid="besides">${kept(keptWords(besides))}</p>`}
    <div class="form">
      ${fields.filter((field) => !field.advanced).map(draw)}
      ${
        more.length > 0 &&
        html`
          <details class="more" open=${wrong || undefined}>
            <summary class="tool"><${Icon} name="plus" />${folded(more, values)}</summary>
            <div class="form">${more.map(draw)}</div>
          </details>
        `
      }
    </div>
  `;
}
