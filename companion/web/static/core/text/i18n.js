// The page's own words in this device's language: t`Table not heard for ${8} s`, tn(2, "{n} card", "{n} cards"). English is
// the key and what is said without a translation.
import { signal } from "../lib.js";

const { lang, dataset } = document.documentElement; // the server has written them into the page

/** "en", "de", "pt_BR": what the page is shown in. */
export const language = dataset.language || lang || "en";

/** The same as browsers write it, "pt-BR"; a language that people have made up is read and dated as English is. */
export const locale = known(language.replace("_", "-"));

/** @param {string} tag */
function known(tag) {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return "en"; // no name of any language
  }
}

/**
 * What it can be shown in, each with the name it has for itself, and whether nearly all is translated.
 * @type {[string, {name: string, finished: boolean}][]}
 */
export const languages = Object.entries(JSON.parse(dataset.languages || "{}"));

const YEAR = 365 * 24 * 3600; // s

/**
 * Show the pages of this house in another language, on this device alone: also what the table sends.
 * @param {string} id
 */
export function switchLanguage(id) {
  document.cookie = `lamplight-language=${id}; path=/; max-age=${YEAR}; SameSite=Lax`;
  location.reload();
}

/** A sentence, or its forms by CLDR's categories of numbers: "one", "few". @typedef {string | Record<string, string>} Said */

/**
 * English with its holes -> the same in this language.
 * @type {import("../../vendor/signals.js").Signal<Record<string, Said>>}
 */
const words = signal(/** @type {Record<string, Said>} */ ({}));

const plurals = new Intl.PluralRules(locale);

/**
 * The keys of what was said already: a place in the sources always hands over the same parts.
 * @type {WeakMap<readonly string[], string>}
 */
const keys = new WeakMap();

/** @param {readonly string[]} parts */
function keyOf(parts) {
  let key = keys.get(parts);
  if (key === undefined) {
    key = parts.reduce((before, part, k) => `${before}{${k - 1}}${part}`);
    keys.set(parts, key);
  }
  return key;
}

/**
 * A sentence of the page. Every one is written out where it is said: a test reads the sources.
 * @param {TemplateStringsArray} strings
 * @param {...(string | number)} holes
 */
export function t(strings, ...holes) {
  return translate(keyOf(strings), ...holes);
}

/** A command of ours, by the name of the program that was started. @param {string} words */
export const command = (words) => `${document.documentElement.dataset.command} ${words}`;

/**
 * The same of a sentence that a game brings, which its page.toml writes out.
 * @param {string} key
 * @param {...(string | number)} holes
 */
export function translate(key, ...holes) {
  const said = words.value[key];
  const text = typeof said === "string" ? said : key;
  return holes.length ? filled(text, Object.fromEntries(holes.entries())) : text;
}

/**
 * A sentence that depends on a number, which is {n} in it.
 * @param {number} n
 * @param {string} one
 * @param {string} many
 * @param {Record<string, string | number>} [holes]
 */
export function translatePlural(n, one, many, holes) {
  const said = words.value[one];
  const form = typeof said === "object" ? (said[plurals.select(n)] ?? said.other) : n === 1 ? one : many;
  return filled(form, { n, ...holes });
}

/** The same where both are written out, as the words of t are: so they are found for translators. */
export const tn = translatePlural;

/** @param {string} text @param {Record<string, string | number>} holes */
const filled = (text, holes) => text.replace(/\{(\w+)\}/g, (mark, name) => String(holes[name] ?? mark));

/**
 * Before anything is drawn, so that no English flashes up. A catalogue that does not come leaves the page in English.
 */
export async function loadCatalogue() {
  if (!dataset.words) return;
  await fetch(dataset.words)
    .then(async (answer) => {
      if (answer.ok) words.value = await answer.json();
    })
    .catch(() => undefined);
}
