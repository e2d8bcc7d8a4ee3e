// Values of a form, without drawing: what stands in it first, what is sent, and which field a fault names.

/** @typedef {import("../types").Field} Field */
/** A record that is filled in. @typedef {Record<string, any>} Values */
/**
 * Who sits there, and the sheets that may be named.
 * @typedef {{seats: string[], sheets: Record<string, import("../types").SheetList>}} Around
 */

/** The names of a kind's sheets, those of the game first. @param {import("../types").SheetList | undefined} shelved */
export const namesOf = (shelved) => (shelved ? [...Object.keys(shelved.shipped), ...Object.keys(shelved.own)] : []);

const isRecord = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * What stands in one field before anybody touches it.
 * @param {Field} field
 * @param {Around} around
 * @param {number} [place] of the seat
 * @returns {any}
 */
function first(field, around, place = 0) {
  const options = field.kind === "sheet" ? namesOf(around.sheets[field.sheet]) : field.options.map((pick) => pick.id);
  switch (field.kind) {
    case "number":
      return Math.min(Math.max(0, field.least), field.most);
    case "flag":
      return false;
    case "choice":
      return options[0] || "";
    case "sheet":
      return (field.each_seat ? options[place % Math.max(1, options.length)] : field.least && options[0]) || "";
    case "choices":
      return [];
    case "group":
      return blankValues(field.fields, around);
    case "list":
      return Array.from({ length: field.least }, () => blankValues(field.fields, around));
    default:
      return "";
  }
}

/**
 * Whether a value can stand in a field; what was carried over or typed in long ago may not.
 * @param {Field} field
 * @param {any} value
 * @param {Around} around
 */
function fits(field, value, around) {
  switch (field.kind) {
    case "number":
      return typeof value === "number" || typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "sheet":
      return isRecord(value) || (value === "" && !field.least) || namesOf(around.sheets[field.sheet]).includes(value);
    case "choices":
      return Array.isArray(value) && value.every((one) => typeof one === "string");
    case "group":
      return isRecord(value);
    case "list":
      return Array.isArray(value) && value.every(isRecord);
    default:
      return typeof value === "string";
  }
}

/**
 * One value as it stands in its field.
 * @param {Field} field
 * @param {any} value
 * @param {Around} around
 * @param {number} [place]
 * @returns {any}
 */
function one(field, value, around, place = 0) {
  const told = fits(field, value, around)
    ? value
    : fits(field, field.default, around)
      ? field.default
      : first(field, around, place);
  if (field.kind === "group") return fillDefaults(field.fields, told, around);
  if (field.kind === "list")
    return told.map((/** @type {Values} */ entry) => fillDefaults(field.fields, entry, around));
  return told;
}

/**
 * Each seat's own value; of a default for all, or for some.
 * @param {Field} field
 * @param {any} value
 * @param {Around} around
 */
function bySeat(field, value, around) {
  const all = fits(field, field.default, around) ? field.default : undefined;
  const told = {
    ...(all === undefined && isRecord(field.default) ? field.default : {}),
    ...(isRecord(value) ? value : {}),
  };
  return Object.fromEntries(around.seats.map((seat, place) => [seat, one(field, told[seat], around, place)]));
}

/**
 * A record in full: what is told, the defaults where nothing is, and what the form does not name left as it is.
 * @param {readonly Field[]} fields
 * @param {Values} told
 * @param {Around} around
 * @returns {Values}
 */
export function fillDefaults(fields, told, around) {
  const found = { ...told };
  for (const field of fields)
    found[field.name] = field.each_seat
      ? bySeat(field, told[field.name], around)
      : one(field, told[field.name], around);
  return found;
}

/** @param {readonly Field[]} fields @param {Around} around */
export const blankValues = (fields, around) => fillDefaults(fields, {}, around);

/** As it is sent: words without the blanks around them. @param {any} value @returns {any} */
export function trimValues(value) {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(trimValues);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, trimValues(inner)]))
    : value;
}

/**
 * Keys that hold something and that the form does not name: they came with a file, and stay.
 * @param {readonly Field[]} fields
 * @param {Values} values
 */
export function unknownKeys(fields, values) {
  const named = new Set(fields.map((field) => field.name));
  const holds = (/** @type {any} */ value) =>
    typeof value === "object" && value ? Object.keys(value).length > 0 : Boolean(value);
  return Object.keys(values).filter((key) => !named.has(key) && holds(values[key]));
}

/** Each line of a refusal is a fault. @param {string} message @param {string[]} names */
export const faultsIn = (message, names) => message.split("\n").map((line) => faultIn(line, names));

/**
 * A fault that names its place, "skills.brains: a number ..."; without a field of that name it is of the whole.
 * @param {string} sentence
 * @param {string[]} names
 * @returns {{place: string, words: string}}
 */
export function faultIn(sentence, names) {
  const parts = sentence.replace(/\[(\d+)\]/g, ".$1").split(": ");
  const at = parts.findIndex((part) => names.includes(part.split(".")[0]));
  if (at < 0 || at === parts.length - 1) return { place: "", words: sentence };
  const words = parts.slice(at + 1).join(": ");
  return { place: parts[at], words: words.charAt(0).toUpperCase() + words.slice(1) };
}

/**
 * The place as people read it: "Locations 3 · Shroud".
 * @param {readonly Field[]} fields
 * @param {string} place
 * @returns {string}
 */
export function labelOf(fields, place) {
  const [name, ...rest] = place.split(".");
  const field = fields.find((found) => found.name === name);
  if (!field) return "";
  const number = /^\d+$/.test(rest[0] || "") ? ` ${Number(rest.shift()) + (field.each_seat ? 0 : 1)}` : "";
  const inner = labelOf(field.fields, rest.join("."));
  return `${field.label}${number}${inner && ` · ${inner}`}`;
}

/**
 * The first words in an entry, to know it by.
 * @param {readonly Field[]} fields
 * @param {Values} values
 * @returns {string}
 */
export function summary(fields, values) {
  const named = fields.find((field) => field.kind === "text" && values[field.name]);
  return named ? values[named.name] : "";
}
