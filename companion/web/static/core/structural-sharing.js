// A new snapshot takes over whatever is equal in the last one: what is drawn from the same object is not drawn again.

/** @typedef {Record<string, unknown>} Parts */

/**
 * What a part of a list is known by from one snapshot to the next: its id, else its kind; else its place.
 * @param {unknown} part
 * @param {number} place
 */
function nameOf(part, place) {
  const { id, kind } = /** @type {Parts} */ (part !== null && typeof part === "object" ? part : {});
  return String(id ?? kind ?? place); // the id "1" and the place 1 are one name, and counted as such
}

/**
 * Each part of a list under a name of its own: the second of a kind is another than the first.
 * @param {readonly unknown[]} list
 * @returns {Map<string, unknown>}
 */
function named(list) {
  /** @type {Map<string, number>} */
  const met = new Map();
  return new Map(
    list.map((part, place) => {
      const name = nameOf(part, place);
      met.set(name, (met.get(name) || 0) + 1);
      return [`${name} ${met.get(name)}`, part];
    }),
  );
}

/** @param {readonly unknown[]} before @param {readonly unknown[]} now */
function sharingList(before, now) {
  const old = named(before);
  const parts = [...named(now)].map(([name, part]) => shareUnchanged(old.get(name), part));
  return before.length === parts.length && parts.every((part, place) => part === before[place]) ? before : parts;
}

/** @param {Parts} before @param {Parts} now */
function sharingParts(before, now) {
  const names = Object.keys(now);
  const parts = Object.fromEntries(names.map((name) => [name, shareUnchanged(before[name], now[name])]));
  return names.length === Object.keys(before).length &&
    names.every((name) => name in before && parts[name] === before[name])
    ? before
    : parts;
}

/**
 * The same as `now`, made of the objects of `before` wherever these are equal.
 * @template T
 * @param {unknown} before
 * @param {T} now what JSON can say
 * @returns {T}
 */
export function shareUnchanged(before, now) {
  if (
    now === null ||
    typeof now !== "object" ||
    before === null ||
    typeof before !== "object" ||
    Array.isArray(before) !== Array.isArray(now)
  )
    return now;
  const shared = Array.isArray(now)
    ? sharingList(/** @type {readonly unknown[]} */ (before), now)
    : sharingParts(/** @type {Parts} */ (before), /** @type {Parts} */ (now));
  return /** @type {T} */ (shared);
}
