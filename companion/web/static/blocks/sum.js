import { html } from "../core/lib.js";
import { isHero, isShowdown } from "./index.js";
import { Face } from "../art/faces.js";
import { Icon } from "../core/icons.js";
import { openRule } from "../rules/book.js";
import { RuleButton, ruleName } from "../rules/link.js";
import { t } from "../core/text/i18n.js";
import { isVerdictNew, snapshot } from "../core/state.js";
import { faceWord, signedNumber, sourceWord } from "../core/labels.js";

const SHAPES = { passed: "check", failed: "cross", done: "check", "": "" };
const WORDS = { passed: () => t`Passed`, failed: () => t`Failed`, done: () => t`Done`, "": () => "" };

/** What has to be reached. @param {import("../types").Sum} block */
const needs = (block) => (block.needed === null ? "" : t`needs ${block.needed}`);

/** @param {import("../types").Term} term @param {number} place */
function Link(term, place) {
  const sign = term.value < 0 ? "−" : "+";
  const shown = term.text || (place ? String(Math.abs(term.value)) : signedNumber(term.value));
  return html`${place > 0 && html`<span class="op">${sign}</span>`}<div><b>${shown}</b>${term.label}</div>`;
}

/**
 * One reason: what it is, what it adds, and the clause that adds it.
 * @param {import("../types").Term} term
 * @param {number} place
 */
function Reason(term, place) {
  const added = place && term.value > 0 ? `+${term.value}` : signedNumber(term.value);
  const why = ruleName(term.rule);
  if (!why) return html`<li><span>${term.label}</span><small></small><b>${term.text || added}</b></li>`;
  return html`
    <li>
      <button type="button" class="reason" data-testid=${`why-${term.rule}`} onClick=${() => openRule(term.rule)}>
        <span>${term.label}<small><${Icon} name="rules" />${why}</small></span>
        <b>${term.text || added}</b>
      </button>
    </li>
  `;
}

/** Why it is so, a line a reason. @param {{block: import("../types").Sum}} props */
const Reasons = ({ block }) => html`
  <ol class="reasons" data-testid="reasons">
    ${block.terms.map(Reason)}
    <li class=${`res ${block.verdict}`}><${InAll} block=${block} /></li>
  </ol>
`;

/** The total, and the clause that decides. @param {{block: import("../types").Sum}} props */
function InAll({ block }) {
  const why = ruleName(block.rule);
  const sum = html`<small>${needs(block)}</small><b>${signedNumber(block.total)}</b>`;
  if (!why) return html`<span>${t`in all`}</span>${sum}`;
  return html`
    <button type="button" class="reason" data-testid=${`why-${block.rule}`} onClick=${() => openRule(block.rule)}>
      <span>${t`in all`}<small><${Icon} name="rules" />${why}</small></span>
      ${sum}
    </button>
  `;
}

/** @param {import("../types").Sum} block */
const isTold = (block) => block.terms.some((term) => term.rule);

/**
 * 3 skill + 2 icons − 2 token = 3, needs 3; a line a reason where the clauses are told.
 * @param {{block: import("../types").Sum}} props
 */
function Chain({ block }) {
  if (block.terms.length < 2) return null; // one term is the total
  return isTold(block) ? html`<${Reasons} block=${block} />` : html`<${Links} block=${block} />`;
}

/** @param {{block: import("../types").Sum}} props */
const Links = ({ block }) => html`
  <div class="chain">
    ${block.terms.map(Link)}
    <span class="op">=</span>
    <div class=${`res ${block.verdict}`}><b>${signedNumber(block.total)}</b>${needs(block) || t`in all`}</div>
  </div>
`;

/** The sum in one line; a tap on it tells the reasons. @param {{block: import("../types").Sum}} props */
function Opening({ block }) {
  if (block.terms.length < 2 || !isTold(block)) return html`<${Chain} block=${block} />`;
  return html`
    <details class="opening" data-testid="opening">
      <summary><${Links} block=${block} /><${Icon} name="down" /></summary>
      <${Reasons} block=${block} />
    </details>
  `;
}

/** The reasons, one tap away. @param {{block: import("../types").Sum}} props */
const Why = ({ block }) =>
  block.terms.length < 2
    ? null
    : html`<details class="why" data-testid="why"><summary>${t`Why`}</summary><${Chain} block=${block} /></details>`;

/** @param {{block: import("../types").Sum, size: string, fold: boolean}} props */
function Hero({ block, size, fold }) {
  return html`
    <section class=${`panel sum hero ${size} ${block.verdict}`}>
      <${Face} kind=${block.object} value=${block.faces[0]} label=${faceWord(block.faces[0])} />
      <${Verdict} block=${block} />
      <${fold ? Why : Chain} block=${block} />
    </section>
  `;
}

/**
 * What several people have laid, side by side; the verdict below.
 * @param {{block: import("../types").Sum, fold: boolean}} props
 */
function Showdown({ block, fold }) {
  return html`
    <section class=${`panel sum showdown ${block.verdict}`}>
      <div class="laid">
        ${block.faces.map(
          (face, k) =>
            html`
              <figure key=${k}>
                <${Face} kind=${block.object} value=${face} label=${faceWord(face)} />
                <figcaption>${block.names[k]}</figcaption>
              </figure>
            `,
        )}
      </div>
      <${Verdict} block=${block} />
      <${fold ? Why : Opening} block=${block} />
    </section>
  `;
}

/** A face that stands for no number is the verdict itself: "danger". @param {import("../types").Sum} block */
const isNumber = (block) => block.terms.length > 0 || block.needed !== null || !block.faces.length;

/** What it rests on was rolled or drawn by the app. @param {import("../types").Sum} block */
function isOfTheApp(block) {
  const thrown = snapshot.value?.thrown;
  return (
    thrown?.source === "virtual" &&
    block.names.length < 2 &&
    thrown.slots.some((slot) => block.faces.includes(slot.value))
  );
}

/** @param {{block: import("../types").Sum}} props */
function Verdict({ block }) {
  const { verdict } = block;
  return html`
    <div
      class=${`verdict ${verdict}`}
      data-testid=${verdict ? "verdict" : "sum"}
      data-verdict=${verdict}
      role="status"
      aria-live="polite"
    >
      ${
        isNumber(block)
          ? html`<span class="big">${signedNumber(block.total)}</span>`
          : html`<${Face} kind=${block.object} value=${block.faces[0]} label=${faceWord(block.faces[0])} />`
      }
      <div>
        ${
          verdict &&
          html`
            <span class="stamp"><${Icon} name=${SHAPES[verdict]} />${block.stamp || WORDS[verdict]()}</span>
            ${
              isOfTheApp(block) &&
              html`
                <span class="from-app" data-testid="of-the-app"><${Icon} name="spark" />${sourceWord("virtual")}</span>
              `
            }
          `
        }
        <b>${block.title}</b>
        ${block.sentence && html`<p>${block.sentence}</p>`}
        ${block.terms.length < 2 && html`<${RuleButton} rule=${block.rule} />`}
      </div>
    </div>
  `; // with more lines it stands below them
}

/**
 * The verdict, very large, with its reasons; what was decided before the newest answer is a line to look back at.
 * @param {{block: import("../types").Sum, size?: "large" | "small" | "aside", fold?: boolean}} props
 */
export function Sum({ block, size = "large", fold = false }) {
  if (isShowdown(block) && size !== "aside")
    return html`<${Showdown} block=${block} fold=${fold || size === "small"} />`;
  if (isHero(block) && size !== "aside")
    return html`<${Hero} block=${block} size=${size} fold=${fold && size === "small"} />`;
  if (size === "aside" && block.verdict && snapshot.value?.old)
    return html`
      <section class=${`panel sum old past ${block.verdict}`}>
        <${Verdict} block=${block} />
        <${Why} block=${block} />
      </section>
    `;
  if (size === "aside" && block.verdict && block.sentence && !isVerdictNew.value)
    return html`<section class=${`panel sum old ${block.verdict}`}><${Verdict} block=${block} /></section>`;
  return html`
    <section class=${`panel sum ${block.verdict}`}>
      <${Verdict} block=${block} />
      ${
        block.faces.length > 0 &&
        isNumber(block) &&
        !snapshot.value?.tray?.taken &&
        html`
          <div class="rolled">
            ${block.faces.map((face) => html`<${Face} kind=${block.object} value=${face} label=${faceWord(face)} />`)}
          </div>
        `
      }
      <${Opening} block=${block} />
    </section>
  `;
}
