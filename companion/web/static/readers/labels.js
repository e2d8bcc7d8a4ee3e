// Words for readers, their lines, and what tags stand for.
import { kitTitle } from "../kits/list.js";
import { plainText } from "../core/text/rich-text.js";
import { t } from "../core/text/i18n.js";
import { faceWord } from "../core/labels.js";

/** @typedef {import("../types").Meaning} Meaning */

/** Where a reader lies. @returns {[string, string, string][]} */
const fixed = () => [
  ["bag", t`Beside the bag`, t`tokens that are drawn`],
  ["tray", t`At the tray`, t`what is laid for all to see`],
  ["pile", t`At a pile of cards`, t`cards that are turned over`],
];

/**
 * @param {readonly (readonly [string, string])[]} seats of the game under the lamp
 * @returns {[string, string, string][]}
 */
export const placeChoices = (seats) => [
  ...fixed(),
  ...seats.map(
    ([seat, name]) =>
      /** @type {[string, string, string]} */ ([`seat-${seat}`, t`Before ${name}`, t`what this seat lays`]),
  ),
];

/** @param {string} zone @param {readonly (readonly [string, string])[]} seats */
export const placeWord = (zone, seats) =>
  placeChoices(seats).find(([id]) => id === zone)?.[1] ||
  (zone.startsWith("seat-") ? t`Before seat ${zone.slice(5)}` : zone);

/** A name that no other reader has. @param {string} wished @param {readonly string[]} taken */
export function freeName(wished, taken) {
  if (!taken.includes(wished)) return wished;
  for (let number = 2; ; number += 1) if (!taken.includes(`${wished}-${number}`)) return `${wished}-${number}`;
}

/** What may be part of a reader's name: others are left out. @param {string} text */
export const toReaderName = (text) =>
  text
    .toLowerCase()
    .replace(/ /g, "-")
    .replace(/[^a-z0-9_-]/g, "")
    .slice(0, 24)
    .replace(/-+$/, "");

/** @type {Record<string, () => string>} */
const DEEDS = { go: () => t`the gold button` };

/**
 * What a tag stands for, in a word.
 * @param {Meaning} meaning
 * @param {readonly import("../types").DeedOffer[]} [deeds]
 */
export function meaningWord(meaning, deeds = []) {
  if (meaning.kind !== "deed") return faceWord(meaning.value);
  return plainText(
    deeds.find((deed) => deed.value === meaning.value)?.text ||
      DEEDS[meaning.value]?.() ||
      meaning.value.replace(/_/g, " "),
  );
}

/** A button of a board: the end of the board's own number, and which of its buttons. */
const BUTTON = /^([0-9A-Fa-f]+):b([0-9]+)$/;

/** A long number in groups, so that it can be compared with what is printed. @param {string} tag */
export function tagWord(tag) {
  const [, board, number] = BUTTON.exec(tag) || [];
  if (number) return t`Button ${number} of board …${board.slice(-4)}`;
  return /^[0-9A-Fa-f]{8,}$/.test(tag) ? (tag.match(/.{1,4}/g) || [tag]).join(" ") : tag;
}

/** What tells it from its neighbours, in a few letters. @param {string} tag */
export const tagEnd = (tag) => (BUTTON.exec(tag) ? t`button ${BUTTON.exec(tag)?.[2] || ""}` : `…${tag.slice(-4)}`);

/** Counters in words: what they count. @type {Record<string, () => string>} */
const COUNTS = {
  readings: () => t`Readings`,
  waiting: () => t`Wait for the table`,
  lost: () => t`Lost by the board`,
  bad_frames: () => t`Damaged`,
  resends: () => t`Sent again`,
  reconnects: () => t`Times found again`,
};

/** @param {string} what */
export const countWord = (what) => COUNTS[what]?.() || what;

/** A sentence begins large; a path stays as it is. @param {string} text */
export const capitalised = (text) =>
  /^[a-z][a-z]*[ ,]/.test(text) ? text.replace(/^./, (first) => first.toUpperCase()) : text;

/** What a reader that was named for its place is called. @type {Record<string, () => string>} */
const NAMED = { bag: () => t`Bag`, tray: () => t`Tray`, pile: () => t`Pile` };

/** The name of a reader for people: "Bag 2" of "bag-2"; a name of one's own is left as it is. @param {string} name */
export function readerTitle(name) {
  const [, place, number] = /^([a-z]+)(?:-([0-9]+))?$/.exec(name) || [];
  const word = NAMED[place]?.();
  return word ? `${word} ${number || ""}`.trim() : kitTitle(name);
}
