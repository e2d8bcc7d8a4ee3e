// The people of the ledger: whose luck was how, and the throws that will be told of.
import { html } from "../core/lib.js";
import { Face } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { t, tn } from "../core/text/i18n.js";
import { tally } from "../core/labels.js";

/** @typedef {import("../types").LuckLine} LuckLine */
/** @typedef {import("../types").PersonLine} PersonLine */

/** So many of a throw are drawn; all are in words. */
const DRAWN = 6;

/** Of a hundred; a few are said more exactly. @param {number} share */
const ofHundred = (share) =>
  share >= 0.01
    ? String(Math.round(share * 100))
    : (share * 100).toLocaleString(document.documentElement.lang, { maximumSignificantDigits: 1 });

/** @param {{line: LuckLine, good: boolean}} props */
export const LuckyThrow = ({ line, good }) => html`
  <section class="panel fair-lucky" data-testid=${good ? "luckiest" : "unluckiest"}>
    <h2>${good ? t`The luckiest throw` : t`The unluckiest throw`}</h2>
    <p class="fair-who"><b>${line.name}</b><span class="muted">${line.title.replace(`${line.name}: `, "")}</span></p>
    <p class="fair-things">
      <span class="sr">${tally(line.values)}</span>
      ${line.values.slice(0, DRAWN).map((value, k) => html`<${Face} key=${k} kind=${line.kind} value=${value} />`)}
    </p>
    <p class=${good ? "good" : "warn"}>
      <${Icon} name=${good ? "spark" : "cross"} />
      ${good ? t`${ofHundred(line.best)} in 100 are as good` : t`${ofHundred(line.worst)} in 100 are as bad`}
      ${line.app ? ` · ${t`by the app`}` : ""}
    </p>
  </section>
`;

/** @param {PersonLine} person */
function wordOf({ luck, spread }) {
  if (luck > 0.5 + spread) return t`more luck than most evenings have`;
  if (luck < 0.5 - spread) return t`less luck than most evenings have`;
  return t`as chance has it`;
}

/** @param {{person: PersonLine}} props */
function Person({ person }) {
  const [low, high, here] = [0.5 - person.spread, 0.5 + person.spread, person.luck].map(
    (share) => 8 + Math.round(284 * share),
  );
  return html`
    <li data-testid=${`person-${person.name}`}>
      <span class="fair-name">
        <b>${person.name}</b>
        <small>${person.odds ? wordOf(person) : tn(person.rolls, "One throw, no odds were shown", "{n} throws, no odds were shown")}</small>
      </span>
      ${
        person.odds > 0 &&
        html`
          <svg viewBox="0 0 300 40" aria-hidden="true">
            <path class="fair-scale" d="M8 20H292" />
            <path class="fair-band" d=${`M${low} 10V30M${low} 20H${high}M${high} 10V30`} />
            <path class="fair-here" d=${`M${here} 6l11 14-11 14-11-14z`} />
          </svg>
        `
      }
    </li>
  `;
}

/** @param {{people: readonly PersonLine[]}} props */
export const People = ({ people }) => html`
  <section class="panel fair-people" data-testid="people">
    <h2>${t`Luck`}<small>${t`by the odds that were shown`}</small></h2>
    <ul>${people.map((person) => html`<${Person} key=${person.name} person=${person} />`)}</ul>
    <p class="fair-ends muted" aria-hidden="true"><span>${t`bad luck`}</span><span>${t`good luck`}</span></p>
    <p class="fair-note muted">${t`The bracket holds 95 of 100 evenings of pure chance.`}</p>
  </section>
`;
