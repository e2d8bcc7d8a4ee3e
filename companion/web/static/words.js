// Words for values. Where a rule has given its own text, that text wins.

/** @type {Record<string, string>} */
const FACES = {
  success: "Success", investigation: "Investigation", blank: "Blank", miss: "Miss", creeper: "Creeper", adult: "Adult",
  hit1: "One hit", hit2: "Two hits", silence: "Silence", danger: "Danger", skull: "Skull", cultist: "Cultist",
  tablet: "Tablet", elder_thing: "Elder thing", auto_fail: "Auto-fail", elder_sign: "Elder sign",
  bless: "Bless", curse: "Curse", frost: "Frost",
};

/** @type {Record<string, [string, string]>} */
const KINDS = {
  mom_d8: ["die", "dice"], token: ["token", "tokens"], nemesis_noise: ["noise die", "noise dice"],
  nemesis_combat: ["combat die", "combat dice"], d6: ["die", "dice"], d20: ["d20", "d20s"], card: ["card", "cards"],
  d4: ["four-sided die", "four-sided dice"], d8: ["eight-sided die", "eight-sided dice"], d10: ["ten-sided die", "ten-sided dice"],
  d12: ["twelve-sided die", "twelve-sided dice"], other_die: ["die", "dice"], other_token: ["token", "tokens"],
  tag: ["tag", "tags"], unknown: ["thing", "things"],
};

/** @type {Record<string, string>} */
export const SUITS = { S: "Spades", H: "Hearts", D: "Diamonds", C: "Clubs" };
/** @type {Record<string, string>} */
const RANKS = { A: "Ace", J: "Jack", Q: "Queen", K: "King" };
export const RANK_ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export const isCard = (/** @type {string} */ value) => /^(10|[2-9AJQK])[SHDC]$/.test(value);

/** The word for a face. @param {string} value */
export function faceWord(value) {
  if (isCard(value)) return `${RANKS[value.slice(0, -1)] || value.slice(0, -1)} of ${SUITS[value.slice(-1)]}`;
  return FACES[value] || signed(value).replaceAll("_", " ").replace(/^([a-z]+)-(\d+)$/, "$1 $2"); // a token that says who comes, and a number
}

/** With a true minus sign. @param {string | number} value */
export const signed = (value) => String(value).replace(/^-/, "−");

/** "3 dice". @param {string} kind @param {number} count */
export function some(kind, count) {
  const [one, many] = KINDS[kind] || [kind, `${kind}s`];
  return `${count} ${count === 1 ? one : many}`;
}

/** "2 × Success · Blank". @param {readonly string[]} values */
export function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  return Array.from(counts, ([value, n]) => (n > 1 ? `${n} × ${faceWord(value)}` : faceWord(value))).join(" · ");
}

/** @type {Record<string, string>} */
const APART = { mom_d8: "investigation dice", d6: "six-sided dice", d20: "twenty-sided dice" };

/** Several of a kind, told apart from other dice. @param {string} kind */
export const several = (kind) => APART[kind] || some(kind, 2).slice(2);

/** What is asked for: "3 dice", "1 to 2 cards". @param {import("./types").Prompt} prompt */
export function wanted(prompt) {
  const kind = objectKind(prompt);
  const most = prompt.most - (prompt.kind === "roll" ? prompt.locked.length : 0);
  if (prompt.least === prompt.most) return some(kind, most);
  return prompt.least ? `${prompt.least} to ${some(kind, most)}` : `up to ${some(kind, most)}`;
}

/** The kind of thing a prompt is answered with; a tag only stands for one. @param {import("./types").Prompt} prompt */
export function objectKind(prompt) {
  const kinds = prompt.of.filter((kind) => kind !== "tag");
  if (kinds.length) return kinds[0];
  const value = prompt.options.length ? prompt.options[0].id : "";
  return isCard(value) ? "card" : prompt.of[0] || "unknown";
}

/** @param {number} share 0..1 */
export const percent = (share) => `${Math.round(share * 100)}%`;

/** "image", "serial" ... as a word for people. @type {Record<string, string>} */
export const SOURCES = { camera: "camera", serial: "reader", hand: "by hand", virtual: "rolled by the app", rules: "" };
