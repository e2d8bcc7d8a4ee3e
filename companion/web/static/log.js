// The log, and in it the mending of an answer: tap it, say what it was, see what changes, apply.
import { html, signal, useEffect, useRef, useState } from "./lib.js";
import { amend, possible, tryAmend, undo } from "./deeds.js";
import { Face } from "./faces.js";
import { Icon } from "./icons.js";
import { Keypad } from "./keypad.js";
import { facesOf, inOrder } from "./kits.js";
import { plain, rich } from "./rich.js";
import { said, snapshot } from "./state.js";
import { SOURCES, faceWord, isCard, tally } from "./words.js";

/** @typedef {import("./types").Line} Line */

/** The seq of the answer that is being mended, 0 = none. */
export const amending = signal(0);

/** The newest answer that may be mended, 0 = none. @param {readonly Line[]} log */
export function lastAmendable(log) {
  const line = log.filter((one) => one.amend !== null && one.values.length).at(-1);
  return line ? Number(line.amend) : 0;
}

/** @type {Record<string, string>} */
const ICONS = { camera: "camera", serial: "reader", hand: "hand", virtual: "spark", rules: "rules" };

/** @param {{line: Line}} props */
function Entry({ line }) {
  const open = line.amend !== null && line.amend === amending.value;
  const mend = () => { said.value = null; amending.value = open ? 0 : Number(line.amend); };
  return html`<li class=${`line ${line.kind} ${open ? "open" : ""}`} data-testid="line"><div class="line-row">
      <span class="line-icon" title=${SOURCES[line.source]}><${Icon} name=${ICONS[line.source] || "rules"} /></span>
      <p>${rich(line.text)}${line.source !== "rules" && html`<small>${SOURCES[line.source]}${line.values.length > 0 && ` · ${tally(line.values)}`}</small>`}</p>
      ${line.amend !== null && line.values.length > 0 && html`<button class="tool" aria-expanded=${open} data-testid=${`amend-${line.amend}`} onClick=${mend}>Wrong?</button>`}
      ${line.undo !== null && html`<button class="tool" aria-label=${`Undo back to before: ${plain(line.text)}`} onClick=${() => undo(Number(line.undo))}><${Icon} name="undo" /></button>`}</div>
    ${open && html`<${Mend} key=${line.seq} line=${line} />`}</li>`;
}

/** @param {{line: Line}} props */
function Mend({ line }) {
  const [values, setValues] = useState([...line.values]);
  const [place, setPlace] = useState(values.length === 1 ? 0 : -1);
  const [words, setWords] = useState("");
  const [faces, setFaces] = useState(/** @type {string[]} */ ([]));
  /** @type {{current: HTMLElement | null}} */
  const box = useRef(null);
  const kind = line.object || (isCard(values[0]) ? "card" : "unknown");
  useEffect(() => { possible(Number(line.amend)).then((found) => found && setFaces(found.faces.length ? inOrder(kind, found.faces) : facesOf(kind))); }, []);
  const look = async (/** @type {string[]} */ next) => {
    const tried = await tryAmend(Number(line.amend), next);
    if (tried) setValues(next); // what is refused is not chosen
    setWords(tried ? tried.words : "");
  };
  const choose = (/** @type {string} */ face) => { setPlace(-1); look(values.map((value, k) => (k === place ? face : value))); };
  useEffect(() => { box.current?.scrollIntoView({ block: "nearest" }); }, [faces, words, place]); // what is to be tapped next comes into sight
  return html`<div class="mend" ref=${box}><div class="seens">${values.map((value, k) => html`<button class=${`seen ${k === place ? "now" : ""}`} aria-pressed=${k === place} onClick=${() => setPlace(k)}>
      <${Face} kind=${kind} value=${value} /><span>${faceWord(value)}</span></button>`)}</div>
    ${place >= 0 && kind === "card" && faces.length > 0 && html`<${Keypad} reasons=${new Map(faces.map((face) => [face, ""]))} likely=${values[place]} label="What was it?" onPick=${choose} />`}
    ${place >= 0 && kind !== "card" && html`<div class="fan-rest">${faces.filter((face) => face !== values[place]).map((face) => html`<button class="guess small" data-testid=${`face-${face}`} onClick=${() => choose(face)}>
      <${Face} kind=${kind} value=${face} /><span>${faceWord(face)}</span></button>`)}</div>`}
    ${said.value && html`<p class=${`said ${said.value.tone}`} role="alert" data-testid="mend-refusal">${said.value.text}</p>`}
    ${words && html`<p class="said info" role="status" data-testid="preview">${words}</p><button class="btn main" data-testid="apply" onClick=${() => amend(Number(line.amend), values)}>Apply: ${tally(values)}</button>`}
    <button class="tool" onClick=${() => amend(Number(line.amend), null)}><${Icon} name="undo" />It was no answer: ask again</button></div>`;
}

export function LogDrawer() {
  /** @type {{current: HTMLElement | null}} */
  const end = useRef(null);
  const log = snapshot.value?.log || [];
  useEffect(() => { end.current?.scrollIntoView(); }, [log.length]);
  if (!log.length) return html`<p class="muted">Nothing has happened yet.</p>`;
  return html`<ol class="log">${log.map((line) => html`<${Entry} key=${line.seq} line=${line} />`)}<li ref=${end} class="log-end"></li></ol>`;
}
