// Words for values. Where a rule has given its own text, that text wins. Each is said anew: the language may come after
// this file.
import { facePage, kindPage } from "./game-pages.js";
import { translate, translatePlural, t, tn } from "./text/i18n.js";
import { leastOf, lockedOf, objectsOf } from "./prompt-fields.js";

/** @typedef {() => string} Word */

/** So many of a kind. @typedef {(count: number) => string} Counted */
/** @type {Counted} */
const DICE = (count) => tn(count, "{n} die", "{n} dice");
/** @type {Counted} */
const TOKENS = (count) => tn(count, "{n} token", "{n} tokens");

/** @type {Record<string, Counted>} */
const COUNTED = {
  d6: DICE,
  other_die: DICE,
  token: TOKENS,
  other_token: TOKENS,
  card: (count) => tn(count, "{n} card", "{n} cards"),
  d4: (count) => tn(count, "{n} four-sided die", "{n} four-sided dice"),
  d8: (count) => tn(count, "{n} eight-sided die", "{n} eight-sided dice"),
  d10: (count) => tn(count, "{n} ten-sided die", "{n} ten-sided dice"),
  d12: (count) => tn(count, "{n} twelve-sided die", "{n} twelve-sided dice"),
  d20: (count) => tn(count, "{n} d20", "{n} d20s"),
  tag: (count) => tn(count, "{n} tag", "{n} tags"),
  unknown: (count) => tn(count, "{n} thing", "{n} things"),
};

/** @type {Record<string, (rank: string) => string>} */
const CARDS = {
  S: (rank) => t`${rank} of Spades`,
  H: (rank) => t`${rank} of Hearts`,
  D: (rank) => t`${rank} of Diamonds`,
  C: (rank) => t`${rank} of Clubs`,
};
/** @type {Record<string, Word>} */
const SUITS = { S: () => t`Spades`, H: () => t`Hearts`, D: () => t`Diamonds`, C: () => t`Clubs` };
/** @type {Record<string, Word>} */
const RANKS = { A: () => t`Ace`, J: () => t`Jack`, Q: () => t`Queen`, K: () => t`King` };

/** The four suits in the order of their keys. */
export const SUIT_ORDER = Object.keys(SUITS);
/** @param {string} suit */
export const suitWord = (suit) => SUITS[suit]();
/** @param {string} rank */
const rankWord = (rank) => RANKS[rank]?.() || rank;
export const RANK_ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export const isCard = (/** @type {string} */ value) => /^(10|[2-9AJQK])[SHDC]$/.test(value);

/** The word for a face. @param {string} value */
export function faceWord(value) {
  if (isCard(value)) return CARDS[value.slice(-1)](rankWord(value.slice(0, -1)));
  // a token that says who comes, and a number
  const [, who = value, number = ""] = /^([a-z]+)-(\d+)$/.exec(value) || [];
  return [
    translate(facePage(who)?.word || "").replace(/^./, (first) => first.toUpperCase()) ||
      signedNumber(who).replace(/_/g, " "),
    number,
  ]
    .filter(Boolean)
    .join(" ");
}

/** With a true minus sign. @param {string | number} value */
export const signedNumber = (value) => String(value).replace(/^-/, "−");

/** Whether things of this kind lie on the tray all at once. @param {string} kind */
export const isFlat = (kind) => kind === "token" || kind === "other_token" || kindPage(kind)?.shape === "disc";

/**
 * As a game counts them, who says it only where they are not just dice or tokens.
 * @param {string} kind
 * @returns {Counted | undefined}
 */
function countedByGame(kind) {
  const page = kindPage(kind);
  if (page?.one) return (count) => translatePlural(count, page.one, page.many);
  return page && (isFlat(kind) ? TOKENS : DICE);
}

/** "3 dice". @param {string} kind @param {number} count */
export function amountWord(kind, count) {
  const counted = COUNTED[kind] || countedByGame(kind);
  return counted?.(count) ?? (count === 1 ? `1 ${kind}` : `${count} × ${kind}`);
}

/** Names in one sentence: "Ann and Bo". @param {readonly string[]} names */
export const joinNames = (names) => names.reduce((before, name) => t`${before} and ${name}`);

/** "2 × Success · Blank". @param {readonly string[]} values */
export function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  return Array.from(counts, ([value, n]) => (n > 1 ? `${n} × ${faceWord(value)}` : faceWord(value))).join(" · ");
}

/** Several of a kind, told apart from other dice. @type {Record<string, Word>} */
const SEVERAL = {
  d4: () => t`four-sided dice`,
  d6: () => t`six-sided dice`,
  d8: () => t`eight-sided dice`,
  d10: () => t`ten-sided dice`,
  d12: () => t`twelve-sided dice`,
  d20: () => t`twenty-sided dice`,
  other_die: () => t`dice`,
  token: () => t`tokens`,
  other_token: () => t`tokens`,
  card: () => t`cards`,
  tag: () => t`tags`,
  unknown: () => t`things`,
  handful: () => t`a handful of tokens`,
};

/** @param {string} kind */
export const pluralWord = (kind) => SEVERAL[kind]?.() || translate(kindPage(kind)?.several || "") || kind;

/** What is asked for: "3 dice", "1 to 2 cards". @param {import("../types").Prompt} prompt */
export function requestedWord(prompt) {
  const kind = objectKind(prompt);
  const most = prompt.most - (prompt.kind === "roll" ? lockedOf(prompt).length : 0);
  if (leastOf(prompt) === prompt.most) return amountWord(kind, most);
  return leastOf(prompt) ? t`${leastOf(prompt)} to ${amountWord(kind, most)}` : t`up to ${amountWord(kind, most)}`;
}

/** The kind of thing a prompt is answered with; a tag only stands for one. @param {import("../types").Prompt} prompt */
export function objectKind(prompt) {
  const kinds = objectsOf(prompt).filter((kind) => kind !== "tag");
  if (kinds.length) return kinds[0];
  const value = prompt.options.length ? prompt.options[0].id : "";
  return isCard(value) ? "card" : objectsOf(prompt)[0] || "unknown";
}

/** @param {number} share 0..1 */
export const percent = (share) => t`${Math.round(share * 100)}%`;

/** How sure a camera was of a face; of next to nothing nothing is said. @param {number} conf 0..1 */
export const confidenceWord = (conf) => (conf >= 0.005 ? percent(conf) : "");

/** Where an answer came from. @type {Record<string, Word>} */
const SOURCES = {
  camera: () => t`camera`,
  serial: () => t`reader`,
  hand: () => t`by hand`,
  virtual: () => t`by the app`,
};

/** "camera", "by hand" ...; "" for what the rules did. @param {string} source */
export const sourceWord = (source) => SOURCES[source]?.() || "";
