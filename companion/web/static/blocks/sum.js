import { html } from "../lib.js";
import { isHero, isShowdown } from "../blocks.js";
import { Face } from "../faces.js";
import { Icon } from "../icons.js";
import { isNews, snapshot } from "../state.js";
import { faceWord, signed } from "../words.js";

const SHAPES = { passed: "check", failed: "cross", done: "check", "": "" };
const WORDS = { passed: "Passed", failed: "Failed", done: "Done", "": "" };

/** @param {import("../types").Term} term @param {number} place */
function Link(term, place) {
  const sign = term.value < 0 ? "−" : "+";
  const shown = term.text || (place ? String(Math.abs(term.value)) : signed(term.value));
  return html`${place > 0 && html`<span class="op">${sign}</span>`}<div><b>${shown}</b>${term.label}</div>`;
}

/** One reason: what it is, the paragraph that adds it, what it adds. @param {import("../types").Term} term @param {number} place */
function Reason(term, place) {
  const added = place && term.value > 0 ? `+${term.value}` : signed(term.value);
  return html`<li><span>${term.label}</span><small>${term.rule}</small><b>${term.text || added}</b></li>`;
}

/** Why it is so, a line a reason. @param {{block: import("../types").Sum}} props */
const Reasons = ({ block }) => html`<ol class="reasons" data-testid="reasons">${block.terms.map(Reason)}
  <li class=${`res ${block.verdict}`}><span>in all</span><small>${block.needed === null ? "" : `needs ${block.needed}`}</small><b>${signed(block.total)}</b></li></ol>`;

/** 3 skill + 2 icons − 2 token = 3, needs 3; a line a reason where the paragraphs are told. @param {{block: import("../types").Sum}} props */
function Chain({ block }) {
  if (block.terms.some((term) => term.rule)) return html`<${Reasons} block=${block} />`;
  if (block.terms.length < 2) return null; // one term is the total
  return html`<div class="chain">${block.terms.map(Link)}<span class="op">=</span>
    <div class=${`res ${block.verdict}`}><b>${signed(block.total)}</b>${block.needed === null ? "in all" : `needs ${block.needed}`}</div></div>`;
}

/** The reasons, one tap away. @param {{block: import("../types").Sum}} props */
const Why = ({ block }) => (block.terms.length < 2 ? null : html`<details class="why" data-testid="why"><summary>Why</summary><${Chain} block=${block} /></details>`);

/** @param {{block: import("../types").Sum, size: string, fold: boolean}} props */
function Hero({ block, size, fold }) {
  return html`<section class=${`panel sum hero ${size} ${block.verdict}`}>
    <${Face} kind=${block.object} value=${block.faces[0]} label=${faceWord(block.faces[0])} />
    <${Verdict} block=${block} />
    <${fold ? Why : Chain} block=${block} /></section>`;
}

/** What several people have laid, side by side; the verdict below. @param {{block: import("../types").Sum, fold: boolean}} props */
function Showdown({ block, fold }) {
  return html`<section class=${`panel sum showdown ${block.verdict}`}><div class="laid">${block.faces.map((face, k) => html`<figure key=${k}><${Face} kind=${block.object} value=${face} label=${faceWord(face)} /><figcaption>${block.names[k]}</figcaption></figure>`)}</div>
    <${Verdict} block=${block} /><${fold ? Why : Chain} block=${block} /></section>`;
}

/** A face that stands for no number is the verdict itself: "danger". @param {import("../types").Sum} block */
const isNumber = (block) => block.terms.length > 0 || block.needed !== null || !block.faces.length;

/** @param {{block: import("../types").Sum}} props */
function Verdict({ block }) {
  const { verdict } = block;
  return html`<div class=${`verdict ${verdict}`} data-testid=${verdict ? "verdict" : "sum"} data-verdict=${verdict} role="status" aria-live="polite">
    ${isNumber(block) ? html`<span class="big">${signed(block.total)}</span>` : html`<${Face} kind=${block.object} value=${block.faces[0]} label=${faceWord(block.faces[0])} />`}
    <div>${verdict && html`<span class="stamp"><${Icon} name=${SHAPES[verdict]} />${block.stamp || WORDS[verdict]}</span>`}
      <b>${block.title}</b>${block.sentence && html`<p>${block.sentence}</p>`}</div></div>`;
}

/** The verdict, very large, with its reasons; what was decided before the newest answer is a line to look back at. @param {{block: import("../types").Sum, size?: "large" | "small" | "aside", fold?: boolean}} props */
export function Sum({ block, size = "large", fold = false }) {
  if (isShowdown(block) && size !== "aside") return html`<${Showdown} block=${block} fold=${fold || size === "small"} />`;
  if (isHero(block) && size !== "aside") return html`<${Hero} block=${block} size=${size} fold=${fold && size === "small"} />`;
  if (size === "aside" && block.verdict && snapshot.value?.old) return html`<section class=${`panel sum old past ${block.verdict}`}><${Verdict} block=${block} /><${Why} block=${block} /></section>`;
  if (size === "aside" && block.verdict && block.sentence && !isNews.value) return html`<section class=${`panel sum old ${block.verdict}`}><${Verdict} block=${block} /></section>`;
  return html`<section class=${`panel sum ${block.verdict}`}><${Verdict} block=${block} />
    ${block.faces.length > 0 && isNumber(block) && !snapshot.value?.tray?.taken && html`<div class="rolled">${block.faces.map((face) => html`<${Face} kind=${block.object} value=${face} label=${faceWord(face)} />`)}</div>`}
    <${Chain} block=${block} /></section>`;
}
