// Search in the rules: what was typed against headings, words and texts; a letter or two may be wrong.

/** @typedef {import("./book.js").Place} Place */

/** What a hit is worth, by where it is. */
const IN_TITLE = 12;
const IN_WORDS = 7;
const IN_CHAPTER = 4;
const IN_TEXT = 3;
const IN_ID = 20;
/** Of that, for a word that only holds what was typed, and for one that is nearly it. */
const INSIDE = 0.5;
const NEARLY = 0.35;
/** Shorter words must be right, longer ones may have one letter wrong, the longest two. */
const ONE_WRONG = 4;
const TWO_WRONG = 8;

/** Letters alone: no accents, no case, ß as ss. @param {string} text */
export const foldLetters = (text) =>
  text
    .toLowerCase()
    .replace(/ß/g, "ss")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");

/** @param {string} text */
const wordsOf = (text) =>
  foldLetters(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * How many letters are wrong, missing, too many or swapped; more than `most` is as good as none.
 * @param {string} a
 * @param {string} b
 * @param {number} most
 */
export function editDistance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let last = Array.from({ length: b.length + 1 }, (_, k) => k);
  let before = last;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

/** How well one word of a text is what was typed, 0..1. @param {string} typed @param {string} word */
function fit(typed, word) {
  if (word === typed) return 1;
  if (word.startsWith(typed)) return 0.5 + 0.5 * (typed.length / word.length);
  if (typed.length > 2 && word.includes(typed)) return INSIDE;
  const most = typed.length >= TWO_WRONG ? 2 : typed.length >= ONE_WRONG ? 1 : 0;
  if (!most) return 0;
  // it may not be typed to its end yet
  const begun = word.length > typed.length + most ? word.slice(0, typed.length) : word;
  return editDistance(typed, begun, most) <= most ? NEARLY : 0;
}

/** What is searched in one clause. @typedef {{place: Place, id: string, parts: [number, string[]][]}} Entry */

/** @param {Place[]} places @returns {Entry[]} */
export const indexPlaces = (places) =>
  places.map((place) => ({
    place,
    id: place.clause.id.toLowerCase(),
    parts: [
      [IN_TITLE, wordsOf(place.clause.title)],
      [IN_WORDS, wordsOf(place.clause.words)],
      [IN_CHAPTER, wordsOf(place.chapter.title)],
      [IN_TEXT, wordsOf([place.clause.text, ...place.clause.notes.map((note) => note.text)].join(" "))],
    ],
  }));

/** The best hit of one typed word. @param {Entry} entry @param {string} typed */
const bestOf = (entry, typed) =>
  Math.max(...entry.parts.map(([worth, words]) => worth * Math.max(0, ...words.map((word) => fit(typed, word)))));

/**
 * Every typed word must be somewhere; the best first, equals in the order of the book.
 * @param {Entry[]} entries
 * @param {string} query
 * @returns {Place[]}
 */
export function findPlaces(entries, query) {
  const typed = wordsOf(query);
  const id = query.trim().toLowerCase();
  if (!typed.length) return [];
  const worths = entries.map((entry) => {
    if (id.length > 1 && entry.id.startsWith(id)) return { place: entry.place, worth: IN_ID };
    const hits = typed.map((one) => bestOf(entry, one));
    return { place: entry.place, worth: hits.every(Boolean) ? hits.reduce((sum, hit) => sum + hit, 0) : 0 };
  });
  return worths
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ place }) => place);
}
