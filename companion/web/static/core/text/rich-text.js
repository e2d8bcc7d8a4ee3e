// Words with marks: bold, italic, and signs such as {observation}. Made of elements, never of markup: a text cannot
// bring any.
import { html } from "../lib.js";
import { hyphenated } from "./hyphens.js";
import { Symbol, isSymbol, symbolWord } from "../../art/symbols.js";

const MARK = /(<\/?[a-z]+(?:=[^<>]*)?>|\[\/?[bi]\]|\{[a-z]+\})/i;
/** A tag that says how large or where: the page has its own mind about that. */
const OTHER = /^<\/?[a-z]+(=[^<>]*)?>$/i;

/**
 * "b" or "i" with its way, of a mark such as <b> or [/i].
 * @param {string} part
 * @returns {{tag: string, ends: boolean} | null}
 */
function tagOf(part) {
  const found = /^[<[](\/?)([bi])[>\]]$/i.exec(part);
  return found && { tag: found[2].toLowerCase(), ends: Boolean(found[1]) };
}

/** The sign that a part stands for, "" = none. @param {string} part */
const signOf = (part) =>
  /^\{[a-z]+\}$/i.test(part) && isSymbol(part.slice(1, -1).toLowerCase()) ? part.slice(1, -1).toLowerCase() : "";

/**
 * Does the text behind a sign say its word already, as in "{success} Successes"?
 * @param {readonly string[]} parts
 * @param {number} place
 */
function isSaid(parts, place) {
  const next = parts.slice(place + 1).find((part) => part && !tagOf(part) && !OTHER.test(part)) || "";
  return next
    .trimStart()
    .toLowerCase()
    .startsWith(symbolWord(signOf(parts[place])));
}

/** @param {readonly string[]} parts @param {number} place @param {boolean} bold @param {boolean} italic */
function drawn(parts, place, bold, italic) {
  const sign = signOf(parts[place]);
  const inner = sign ? html`<${Symbol} name=${sign} said=${isSaid(parts, place)} />` : hyphenated(parts[place]);
  const slanted = italic ? html`<i>${inner}</i>` : inner;
  return bold ? html`<b>${slanted}</b>` : slanted;
}

/** The elements of a text. A mark that is never closed ends with the text. @param {string} text */
export function richText(text) {
  if (!MARK.test(text)) return hyphenated(text);
  const on = { b: false, i: false };
  /** @type {any[]} */
  const out = [];
  const parts = text.split(MARK);
  for (const [place, part] of parts.entries()) {
    const tag = tagOf(part);
    if (tag) on[/** @type {"b" | "i"} */ (tag.tag)] = !tag.ends;
    else if (part && !OTHER.test(part)) out.push(drawn(parts, place, on.b, on.i));
  }
  return out;
}

/** The same as plain words, for what is read out. @param {string} text */
export const plainText = (text) =>
  text
    .split(MARK)
    .map((part, place, parts) => {
      if (tagOf(part) || OTHER.test(part) || (signOf(part) && isSaid(parts, place))) return "";
      return signOf(part) ? symbolWord(signOf(part)) : part;
    })
    .join("");

/** One paragraph for each line of a text. @param {{text: string}} props */
export const Paragraphs = ({ text }) =>
  html`
    ${text
      .split(/\n+/)
      .filter((part) => part.trim())
      .map((part) => html`<p>${richText(part)}</p>`)}
  `;
