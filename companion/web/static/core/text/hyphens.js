// Where a long German word may be parted: not every browser brings a dictionary, and a word that is cut anywhere reads
// badly.
import { language } from "./i18n.js";

/** Words of so many letters stay whole. */
const WHOLE = 9;
const LEAST = 3; // letters on either side
const SOFT = "\u00ad";

const LONG = /\p{L}{10,}/gu;
/** A vowel and the consonants between it and the next one; what is one sound counts as one. */
const BETWEEN = /[aeiouyäöü][^aeiouyäöü]+(?=[aeiouyäöü])/gi;
/** How a syllable may begin with more than one letter. */
const BEGINS = /(?:sch[lmnrw]?|ch|ck|ph|th|pf[lr]?|qu|[bfgkp]l|[bdfgkpt]r|kn|zw)$/i;

/** The s that joins two words belongs to the first; and words of ours whose end no rule finds. */
const JOINED =
  /(?:heits|keits|ungs|schafts|ions|^an(?=s[pt])|^brief|^schock|^ablage|^szenario|^triebwerks|^leucht|^bereit|gewandt|richtig|angriffs)(?=\p{L}{3})/giu;

/** @param {string} sounds the consonants @returns {number} how many of them end the syllable before */
function ending(sounds) {
  if (/^ng[^r]/i.test(sounds)) return 2;
  if (/[lmnrt]st$/i.test(sounds)) return sounds.length - 2;
  const begin = BEGINS.exec(sounds);
  return begin ? begin.index : sounds.length - 1;
}

/** @param {string} word */
function syllables(word) {
  const joints = [...word.matchAll(JOINED)].map(({ 0: end, index = 0 }) => index + end.length);
  const others = [...word.matchAll(BETWEEN)].map(({ 0: sounds, index = 0 }) => index + 1 + ending(sounds.slice(1)));
  const far = (/** @type {number} */ at) =>
    at >= LEAST && at <= word.length - LEAST && joints.every((joint) => at === joint || Math.abs(at - joint) >= LEAST);
  const cuts = [...new Set([...joints, ...others])].filter(far).sort((a, b) => a - b);
  return [0, ...cuts].map((from, k) => word.slice(from, cuts[k])).join(SOFT);
}

/** The same words, the long ones with places at which a line may end. @param {string} text */
export const hyphenated = (text) => (language === "de" && text.length > WHOLE ? text.replace(LONG, syllables) : text);

/**
 * A word in one line or two, where a drawing has room for so many letters in each.
 * @param {string} word
 * @param {number} letters
 * @returns {string[]}
 */
export function splitInLines(word, letters) {
  const parts = language === "de" ? syllables(word).split(SOFT) : [word];
  const fits = parts
    .map((_, k) => parts.slice(0, k + 1).join("").length)
    .filter((long) => long < letters && long < word.length);
  const cut = fits.slice(-1)[0];
  return word.length <= letters || !cut ? [word] : [`${word.slice(0, cut)}-`, word.slice(cut)];
}
