// One die of the ledger: a row for each face, what came beside what was expected, and what that says.
import { html } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { t, tn } from "../core/text/i18n.js";
import { faceWord, percent, pluralWord, sourceWord, suitWord } from "../core/labels.js";

/** @typedef {import("../types").DieLine} DieLine */
/** @typedef {import("../types").FaceLine} FaceLine */

/**
 * The bar of a face is as long as this share of all; a very wide band goes on, and ends in an arrow.
 * @param {DieLine} die
 */
function mostOf({ faces }) {
  const top = Math.max(...faces.map((face) => Math.max(face.share, face.expected))),
    widest = Math.max(...faces.map((face) => face.high));
  return Math.min(Math.max(1.3 * top, Math.min(1.04 * widest, 1.8 * top)), 1) || 1;
}

/** Cards are counted by their suits. @type {Record<string, string>} */
const SUITS = { Spades: "S", Hearts: "H", Diamonds: "D", Clubs: "C" };

/** @param {string} face */
const wordOf = (face) => (face in SUITS ? suitWord(SUITS[face]) : faceWord(face));

/** @param {FaceLine} face */
const told = (face) =>
  tn(
    face.count,
    "{face}: {n} time, {share}. Expected: {expected}. Not ruled out: {low} to {high}.",
    "{face}: {n} times, {share}. Expected: {expected}. Not ruled out: {low} to {high}.",
    {
      face: wordOf(face.face),
      share: percent(face.share),
      expected: percent(face.expected),
      low: percent(face.low),
      high: percent(face.high),
    },
  );

/** Of a thousand: where a share stands in a row. @param {number} share @param {number} most */
const at = (share, most) => Math.round(1000 * Math.min(share / most, 1));

/** @param {{face: FaceLine, most: number}} props */
function Bar({ face, most }) {
  const [low, high, came, expected] = [face.low, face.high, face.share, face.expected].map((share) => at(share, most));
  const end = face.high <= most ? `M${high} 11V29` : `M${high - 12} 11L${high} 20L${high - 12} 29`;
  return html`
    <svg class="fair-bar" viewBox="0 0 1000 40" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fair-came" y="10" width=${came} height="20" rx="4" />
      <path class="fair-band" d=${`M${low} 11V29M${low} 20H${high}${end}`} />
      <path class="fair-expected" d=${`M${expected} 1V39`} />
    </svg>
  `;
}

/** @param {{kind: string, face: FaceLine, most: number}} props */
const FaceRow = ({ kind, face, most }) => html`
  <li class=${face.verdict ? "against" : ""} data-testid=${`face-${face.face}`}>
    <span class="sr">${told(face)}</span>
    <span class="fair-face" aria-hidden="true">
      <${Face} kind=${kind} value=${SUITS[face.face] || face.face} />
      <span>${wordOf(face.face)}</span>
    </span>
    <${Bar} face=${face} most=${most} />
    <span class="fair-share" aria-hidden="true">
      <b>${percent(face.share)}</b>
      <small>${t`${face.count} · expected ${percent(face.expected)}`}</small>
    </span>
  </li>
`;

/** @param {DieLine} die */
function titleOf(die) {
  const name = die.game ? `${die.game}: ${pluralWord(die.kind)}` : pluralWord(die.kind);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @param {DieLine} die */
const countOf = (die) =>
  die.game ? t`${die.count} drawn` : tn(die.rolls, "{count} in one roll", "{count} in {n} rolls", { count: die.count });

/** Who said what came, and what was said otherwise later. @param {DieLine} die */
function marksOf(die) {
  const by = die.app ? [] : die.told.map(([source, rolls]) => `${sourceWord(source)}: ${rolls}`);
  const marks = [
    die.amended && t`amended: ${die.amended}`,
    die.undone && t`taken back: ${die.undone}`,
    die.unsure && t`not sure, left out: ${die.unsure}`,
  ];
  return [...by, ...marks].filter(Boolean).join(" · ");
}

/** @param {{die: DieLine}} props */
export function Die({ die }) {
  const most = mostOf(die);
  const against = die.faces.some((face) => face.verdict);
  return html`
    <section
      class="panel fair-die"
      data-testid=${`die-${die.id}`}
      aria-label=${die.app ? `${titleOf(die)}, ${t`by the app`}` : titleOf(die)}
    >
      <h2>${titleOf(die)}<small>${die.app ? t`by the app` : ""} ${countOf(die)}</small></h2>
      <p class=${`fair-verdict ${against ? "warn" : "good"}`} data-testid="verdict">
        <${Icon} name=${against ? "eye" : "check"} />
        <span><b>${die.sentence}</b>${die.advice && html`<small>${die.advice}</small>`}</span>
      </p>
      <ul class="fair-faces">
        ${die.faces.map((face) => html`<${FaceRow} key=${face.face} kind=${die.kind} face=${face} most=${most} />`)}
      </ul>
      ${die.streak && html`<p class="fair-note"><${Icon} name="log" /><span>${die.streak}</span></p>`}
      ${marksOf(die) && html`<p class="fair-note muted">${marksOf(die)}</p>`}
    </section>
  `;
}

/** What the marks in a row mean: shapes, not colours alone. */
export const Legend = () => html`
  <ul class="fair-legend" aria-hidden="true">
    <li>
      <svg viewBox="0 0 44 40"><rect class="fair-came" y="10" width="40" height="20" rx="4" /></svg>
      ${t`what came`}
    </li>
    <li><svg viewBox="0 0 44 40"><path class="fair-expected" d="M22 2V38" /></svg>${t`what was expected`}</li>
    <li>
      <svg viewBox="0 0 44 40"><path class="fair-band" d="M3 11V29M3 20H41M41 11V29" /></svg>
      ${t`what is not ruled out`}
    </li>
  </ul>
`;

export { titleOf };
