// What can be taught: the sets that games ask for, and any other one. A kind is how games call the things.
import { allKinds } from "../core/game-pages.js";
import { translate, t } from "../core/text/i18n.js";
import { isFlat } from "../core/labels.js";

/**
 * `name`: of the kit, as it is proposed.
 * @typedef {{kind: string, name: string, title: () => string, note: () => string, faces: string[]}} Preset
 */

const numbers = (/** @type {number} */ most, from = 1) => Array.from({ length: most }, (_, k) => String(k + from));

/** Those that games bring. @type {Preset[]} */
const brought = allKinds().flatMap(({ kind, kit, title, note, faces }) =>
  kit ? [{ kind, name: kit, title: () => translate(title), note: () => translate(note), faces }] : [],
);

/** @type {Preset[]} */
export const DICE = [
  ...brought.filter(({ kind }) => !isFlat(kind)),
  {
    kind: "d6",
    name: "six-sided-dice",
    title: () => t`Six sides`,
    note: () => t`numbers or signs of your own; plain pips need no teaching`,
    faces: numbers(6),
  },
  { kind: "d20", name: "twenty-sided-dice", title: () => t`Twenty sides`, note: () => t`1 to 20`, faces: numbers(20) },
  { kind: "d4", name: "four-sided-dice", title: () => t`Four sides`, note: () => t`1 to 4`, faces: numbers(4) },
  { kind: "d8", name: "eight-sided-dice", title: () => t`Eight sides`, note: () => t`1 to 8`, faces: numbers(8) },
  { kind: "d10", name: "ten-sided-dice", title: () => t`Ten sides`, note: () => t`0 to 9`, faces: numbers(10, 0) },
  { kind: "d12", name: "twelve-sided-dice", title: () => t`Twelve sides`, note: () => t`1 to 12`, faces: numbers(12) },
];

/** @type {Preset[]} */
export const TOKENS = brought.filter(({ kind }) => isFlat(kind));

/** A set that no game of ours knows; its faces are named while it is taught. @param {boolean} flat @returns {Preset} */
export const unknownKit = (flat) => ({
  kind: flat ? "other_token" : "other_die",
  name: flat ? "my-tokens" : "my-dice",
  title: () => (flat ? t`Other tokens` : t`Another die`),
  note: () => t`you name its faces`,
  faces: [],
});

/** A name that no kit has yet. @param {string} wished @param {readonly string[]} taken */
export function freeName(wished, taken) {
  let name = wished;
  for (let n = 2; taken.includes(name); n += 1) name = `${wished}-${n}`;
  return name;
}
