// What the page before a game knows: the form, what was typed in so far, and the sheet that is being typed in.
import { batch, signal } from "../core/lib.js";
import { ServerError, del, freshId, get, post, postFile, put } from "../core/api.js";
import { blankValues, faultsIn, fillDefaults, namesOf, trimValues } from "./form-values.js";
import { t } from "../core/text/i18n.js";

/** @typedef {import("../types").FormPage} FormPage */
/** @typedef {import("./form-values.js").Values} Values */
/** A fault and where; `place` "" = of the whole. @typedef {{place: string, words: string}} Trouble */
/**
 * A sheet in the hand. `name` "": it is new. `target`: the field that will name it, "" = none.
 * @typedef {{kind: string, name: string, target: string, data: Values}} Draft
 */

export const game = decodeURIComponent(location.pathname.split("/").pop() || "");
export const previousTable = new URLSearchParams(location.search).get("after") || "";

/** @type {import("../vendor/signals.js").Signal<FormPage | null>} */
export const page = signal(/** @type {FormPage | null} */ (null));
export const seatCount = signal(0);
/** What the seats are called, in their order. */
export const names = signal(/** @type {string[]} */ ([]));
/** @type {import("../vendor/signals.js").Signal<Values>} */
export const values = signal(/** @type {Values} */ ({}));
/** What was refused, each fault once. @type {import("../vendor/signals.js").Signal<Trouble[]>} */
export const trouble = signal(/** @type {Trouble[]} */ ([]));
/** A sentence that is no trouble. */
export const news = signal("");
/** What was found in a file that was taken: sentences, the first says what it is. */
export const importReport = signal(/** @type {string[]} */ ([]));
export const working = signal(false);
/** @type {import("../vendor/signals.js").Signal<Draft | null>} */
export const sheetDraft = signal(/** @type {Draft | null} */ (null));

const at = (/** @type {string} */ rest) => `/api/games/${encodeURIComponent(game)}/${rest}`;
const sheetAt = (/** @type {string} */ kind, /** @type {string} */ name) =>
  at(`sheets/${encodeURIComponent(kind)}/${encodeURIComponent(name)}`);
export const fileOf = (/** @type {string} */ kind, /** @type {string} */ name) => `${sheetAt(kind, name)}/file`;

/** Typed in and not sent yet: a page that is reloaded has it still. `sheet`: which one is in the hand. */
const DRAFTS = { begin: `lamplight-new-${game}-${previousTable}`, sheet: `lamplight-sheet-${game}` };
const draftKey = (/** @type {{kind: string, name: string}} */ { kind, name }) => `${DRAFTS.sheet}-${kind}-${name}`;

/** @param {string} key @returns {any} */
function remembered(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) || "null");
  } catch {
    return null; // private windows refuse storage
  }
}

/** @param {string} key @param {any} value null = forget it */
function remember(key, value) {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // private windows refuse storage; what was typed in then lasts as long as the page
  }
}

/** The seats in their order, "1" first. */
export const seatIds = () => Array.from({ length: seatCount.value }, (_, place) => String(place + 1));
export const formContext = () => ({ seats: seatIds(), sheets: page.value?.sheets || {} });
export const formFields = () => page.value?.form?.fields || [];

/** What a seat is called without a name: as its sheet, where there is one. @param {string} seat */
export function sheetName(seat) {
  const field = formFields().find(({ kind, each_seat }) => kind === "sheet" && each_seat);
  const chosen = field && values.value[field.name]?.[seat];
  const shelved = field && page.value?.sheets[field.sheet];
  const title =
    typeof chosen === "string" ? shelved?.own[chosen] || shelved?.shipped[chosen] : chosen?.title || chosen?.name;
  return title || t`Seat ${seat}`;
}

/** What a seat is called here. @param {string} seat */
export const seatName = (seat) => names.value[Number(seat) - 1]?.trim() || sheetName(seat);

/**
 * A request; a refusal becomes a fault beside its field.
 * @template T
 * @param {() => Promise<T>} request
 * @param {string[]} known the fields that a fault may name
 * @returns {Promise<T | null>}
 */
async function doing(request, known) {
  batch(() => {
    working.value = true;
    trouble.value = [];
    news.value = "";
    importReport.value = [];
  });
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    trouble.value = faultsIn(error.message, known);
    return null;
  } finally {
    working.value = false;
  }
}

/** The form, and what stands in it first. */
export async function fetchForm() {
  const found = await doing(() => get(at(`form${previousTable && `?after=${encodeURIComponent(previousTable)}`}`)), []);
  if (!found) return;
  const kept = page.peek() ? null : remembered(DRAFTS.begin);
  batch(() => {
    if (!page.peek()) {
      const told = kept || {
        seats: found.begin.seats,
        names: Array.from({ length: found.begin.seats }, (_, k) => found.begin.names[String(k + 1)] || ""),
        values: found.begin.choices,
      };
      seatCount.value = Math.min(Math.max(told.seats, found.seats[0]), found.seats[1]);
      names.value = told.names;
      values.value = told.values;
      const inHand = remembered(DRAFTS.sheet);
      sheetDraft.value = inHand && remembered(draftKey(inHand));
    }
    page.value = found;
    values.value = fillDefaults(formFields(), values.peek(), formContext());
  });
}

/** @param {{seats?: number, names?: string[], values?: Values}} change */
export function fillIn(change) {
  batch(() => {
    if (change.seats !== undefined) seatCount.value = change.seats;
    if (change.names) names.value = change.names;
    values.value = fillDefaults(formFields(), change.values || values.peek(), formContext());
  });
  remember(DRAFTS.begin, { seats: seatCount.peek(), names: names.peek(), values: values.peek() });
}

/** Opens the table; a refusal leaves everything as it was typed. */
export async function createTable() {
  const chosen = {
    game,
    seats: seatCount.peek(),
    names: names.peek().slice(0, seatCount.peek()),
    choices: trimValues(sendable()),
    after: previousTable,
    id: freshId(),
  };
  const known = ["names", ...formFields().map((field) => field.name)];
  const opened = await doing(() => post("/api/tables", chosen), known);
  if (!opened) return;
  remember(DRAFTS.begin, null);
  location.href = `/t/${encodeURIComponent(opened.table)}`;
}

/** What the form names; the table itself adds what an ended one leaves beside that. */
const sendable = () => Object.fromEntries(formFields().map(({ name }) => [name, values.peek()[name]]));

/** The game's own sample, at once. */
export async function createSampleTable() {
  const opened = await doing(() => post("/api/tables", { game, id: freshId() }), []);
  if (opened) location.href = `/t/${encodeURIComponent(opened.table)}`;
}

const formOf = (/** @type {string} */ kind) => page.value?.sheets[kind]?.form.fields || [];

/** What is typed in; null = it is kept, or left for good. @param {Draft | null} changed */
export function changeSheetDraft(changed) {
  const before = sheetDraft.peek();
  if (!changed && before) remember(draftKey(before), null);
  if (changed) remember(draftKey(changed), changed);
  remember(DRAFTS.sheet, changed && { kind: changed.kind, name: changed.name });
  sheetDraft.value = changed;
}

/**
 * Take a sheet into the hand: a new one, or one of one's own; what was half typed in goes on.
 * @param {string} kind
 * @param {string} name "" = a new one
 * @param {string} target
 */
export async function editSheet(kind, name, target) {
  const half = remembered(draftKey({ kind, name }));
  const found = name && !half ? await doing(() => get(sheetAt(kind, name)), []) : null;
  if (name && !half && !found) return;
  sheetDraft.value = half
    ? { ...half, target }
    : { kind, name, target, data: fillDefaults(formOf(kind), found?.data || {}, formContext()) };
  news.value = half ? t`This was typed in before, and is not kept yet.` : "";
  location.hash = `#sheet/${encodeURIComponent(kind)}`;
}

/** Begin the new sheet as a copy of another. @param {string} name */
export async function copySheet(name) {
  const now = sheetDraft.peek();
  const found = now && (await doing(() => get(sheetAt(now.kind, name)), []));
  if (now && found) changeSheetDraft({ ...now, data: fillDefaults(formOf(now.kind), found.data, formContext()) });
}

/** Nobody has touched it yet. @param {Draft} now */
export const isUntouched = (now) =>
  !now.name && JSON.stringify(now.data) === JSON.stringify(blankValues(formOf(now.kind), formContext()));

/** A free name out of the first words that were typed in. @param {Draft} now */
function freeName(now) {
  const title = formOf(now.kind).find((field) => field.kind === "text" && now.data[field.name]);
  const words = String(title ? now.data[title.name] : now.kind).toLowerCase();
  const short =
    words
      .replace(/[^\p{L}\p{N}_]+/gu, "-")
      .replace(/^[-_]+|[-_]+$/g, "")
      .slice(0, 50) || now.kind;
  const shelved = page.value?.sheets[now.kind];
  const taken = [...namesOf(shelved), ...Object.keys(shelved?.broken || {})];
  for (let n = 1; ; n += 1)
    if (!taken.includes(n === 1 ? short : `${short}-${n}`)) return n === 1 ? short : `${short}-${n}`;
}

/** Keep the sheet in the hand, and name it where it was wished for. */
export async function saveSheet() {
  const now = sheetDraft.peek();
  if (!now) return;
  const name = now.name || freeName(now);
  const kept = await doing(
    () => put(sheetAt(now.kind, name), trimValues(now.data)),
    formOf(now.kind).map((field) => field.name),
  );
  if (!kept) return;
  changeSheetDraft(null);
  await fetchForm();
  if (now.target) choose(now.target, name);
  news.value = t`Kept: ${kept.title}.`;
  location.hash = now.target ? "" : `#sheets/${encodeURIComponent(now.kind)}`;
}

/**
 * A copy of values in which one place holds something else.
 * @param {any} inside
 * @param {string[]} path
 * @param {any} value
 * @returns {any}
 */
function placed(inside, [step, ...rest], value) {
  if (step === undefined) return value;
  const copy = Array.isArray(inside) ? [...inside] : { ...inside };
  copy[/** @type {any} */ (step)] = placed(copy[/** @type {any} */ (step)], rest, value);
  return copy;
}

/** Let a field name this sheet. @param {string} target "hero" or "hero.2" @param {string} name */
const choose = (target, name) => fillIn({ values: placed(values.peek(), target.split("."), name) });

/** @param {string} kind @param {string} name */
export async function deleteSheet(kind, name) {
  if (await doing(() => del(sheetAt(kind, name)), [])) await fetchForm();
}

/** All sheets of a file, or none of them. @param {string} kind @param {File} file @param {string} [target] */
export async function importSheets(kind, file, target = "") {
  const taken = await doing(() => postFile(at(`sheets/${encodeURIComponent(kind)}/import`), "sheet", file), []);
  if (!taken) return;
  await fetchForm();
  const [name] = taken.names;
  if (target && name) choose(target, name);
  const titles = taken.names.map((/** @type {string} */ one) => page.value?.sheets[kind].own[one] || one);
  news.value = titles.length ? t`Taken over: ${titles.join(", ")}.` : t`All of this file is here already.`;
  importReport.value = taken.report || [];
}
