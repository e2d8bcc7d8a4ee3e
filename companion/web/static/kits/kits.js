// The faces of each kind of thing, in the order people look for them. The table's own options come before these.
import { kindPage } from "../core/game-pages.js";
import { RANK_ORDER, objectKind } from "../core/labels.js";
import { leastOf } from "../core/prompt-fields.js";

/** @typedef {import("../types").Prompt} Prompt */
/**
 * A face that may be given: how often it is there, and why it may not be. `rule`: the clause that forbids it.
 * @typedef {{id: string, text: string, left: number, refused: string, rule: string}} Offer
 */

const numbers = (/** @type {number} */ most) => Array.from({ length: most }, (_, k) => String(k + 1));

/** @type {Record<string, string[]>} */
const KITS = {
  d6: numbers(6),
  d20: numbers(20),
  card: ["S", "H", "D", "C"].flatMap((suit) => RANK_ORDER.map((rank) => rank + suit)),
};

/** All faces of a kind. @param {string} kind */
export const facesOf = (kind) => KITS[kind] || kindPage(kind)?.faces || [];

const rank = (/** @type {string} */ kind, /** @type {string} */ face) => {
  const place = facesOf(kind).indexOf(face);
  return place < 0 ? 999 : place;
};

/** These faces in the order in which people look for them. @param {string} kind @param {readonly string[]} faces */
export const inOrder = (kind, faces) => [...faces].sort((a, b) => rank(kind, a) - rank(kind, b));

/** What may be given by hand, each face once. @param {Prompt} prompt @returns {Offer[]} */
export function offeredFaces(prompt) {
  const kind = objectKind(prompt);
  /** @type {Map<string, Offer>} */
  const found = new Map();
  for (const { id, text, refused } of prompt.options) {
    const offer = found.get(id) || { id, text, left: 0, refused: "", rule: "" };
    if (refused) {
      offer.refused = refused.sentence;
      offer.rule = refused.rule;
    } else offer.left += 1;
    found.set(id, offer);
  }
  if (!found.size) for (const id of facesOf(kind)) found.set(id, { id, text: "", left: 1, refused: "", rule: "" });
  return Array.from(found.values()).sort((a, b) => rank(kind, a.id) - rank(kind, b.id));
}

/** Dice that stay lying are part of the answer; of a draw or show they are not. @param {Prompt} prompt */
export const keptValues = (prompt) => (prompt.kind === "roll" ? [...prompt.locked] : []);

/** How many are still to come, at most. @param {Prompt} prompt */
export const remainingCount = (prompt) => prompt.most - keptValues(prompt).length;

/**
 * How often a face may still be added; dice may repeat.
 * @param {Prompt} prompt
 * @param {Offer} offer
 * @param {string[]} values
 */
export function remainingOf(prompt, offer, values) {
  const more = remainingCount(prompt) - values.length;
  if (prompt.kind === "roll") return offer.left ? more : 0;
  return Math.min(more, offer.left - values.filter((value) => value === offer.id).length);
}

/**
 * The values as they would be sent: the locked ones first, the unnamed rest as nothing.
 * @param {Prompt} prompt
 * @param {string[]} values
 */
export function completedValues(prompt, values) {
  // what the rest of a pool may be taken for: people name what counts
  const nothing = kindPage(objectKind(prompt))?.rest;
  const fits = nothing && prompt.kind === "roll" && prompt.options.some((option) => option.id === nothing);
  const missing = fits ? Math.max(0, leastOf(prompt) - keptValues(prompt).length - values.length) : 0;
  return [...keptValues(prompt), ...values, ...Array(missing).fill(nothing || "")];
}
